package io.neardup.hadoop.stage2bandbucket;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link RankedPairs} against a look at every pair. */
class RankedPairsTest {

  private static final long MAX_PAIRS = 1L << 20;
  private static final int HEADS = 4;

  private final LongSet listed = new LongOpenHashSet();
  private long repeats;

  private void list(int old, int heads, long[] columns, int from, int to) {
    assertThat(heads).isBetween(1, to - from - 1);
    assertThat(old).isBetween(0, to - from - 1);
    long work = 0;
    for (int head = from; head < from + heads; head++) {
      for (int other = Math.max(head + 1, from + old); other < to; other++) {
        assertThat(columns[other]).isGreaterThan(columns[head]);
        repeats += listed.add((columns[head] << 32) | columns[other]) ? 0 : 1;
        work++;
      }
    }
    assertThat(work).isLessThanOrEqualTo(MAX_PAIRS);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 9",
    "2, 0.5, 9",
    "7, 0.3, 9",
    "20, 0.5, 9",
    "20, 0.1, 9",
    "40, 0.9, 12",
    "40, 0, 9",
    "200, 0.4, 60",
    "200, 1, 2",
    "5, 0.5, 2"
  })
  void thePairsWithAnOwnerAreListedOnceEach(int size, double share, int maxColumns)
      throws IOException, InterruptedException {
    Random random = new Random(size);
    RankedPairs pairs = new RankedPairs(maxColumns, 1, this::list);
    for (int round = 0; round < 20; round++) { // it is used again
      listed.clear();
      boolean[] own = new boolean[size];
      pairs.start();
      for (int column = 0; column < size; column++) {
        own[column] = random.nextDouble() < share;
        pairs.add(3L * column, own[column]);
      }
      pairs.finish();
      long all = 0;
      for (int j = 0; j < size; j++) {
        for (int i = 0; i < j; i++) {
          boolean may = own[i] || own[j];
          all += may ? 1 : 0;
          assertThat(listed.contains(((3L * i) << 32) | (3L * j)))
              .as("%d, %d", i, j)
              .isEqualTo(may && (j < maxColumns || i < HEADS));
        }
      }
      assertThat(repeats).isZero();
      assertThat(pairs.size()).isEqualTo(size);
      assertThat(pairs.pairsNotListed()).isEqualTo(all - listed.size());
    }
  }

  /** 2,000 containers and owners each: the lines stay short enough for one task. */
  @Test
  void manyPairsAreListedInPieces() throws IOException, InterruptedException {
    RankedPairs pairs = new RankedPairs(10_000, 1, this::list);
    pairs.start();
    for (int column = 0; column < 4_000; column++) {
      pairs.add(column, column >= 2_000);
    }
    pairs.finish();
    assertThat(listed).hasSize(2_000 * 2_000 + 2_000 * 1_999 / 2);
    assertThat(repeats).isZero();
  }
}
