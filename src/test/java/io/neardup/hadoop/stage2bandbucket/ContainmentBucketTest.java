package io.neardup.hadoop.stage2bandbucket;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link ContainmentBucket} against a look at every pair. */
class ContainmentBucketTest {

  private static final long MAX_PAIRS = 1L << 20;
  private static final int HEADS = 4;

  @TempDir private Path folder;

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

  private ContainmentBucket bucket(int maxColumns, int inMemory) {
    return new ContainmentBucket(
        maxColumns,
        this::list,
        () -> folder.resolve(UUID.randomUUID().toString()).toFile(),
        inMemory);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 9, 100", "2, 0.5, 9, 100", "7, 0.3, 9, 3", "20, 0.5, 9, 100", "20, 0.1, 9, 8",
    "40, 0.9, 12, 7", "40, 0, 9, 9", "200, 0.4, 60, 50", "200, 1, 2, 1000", "5, 0.5, 2, 9"
  })
  void thePairsWithAnOwnerAreListedOnceEach(int size, double share, int maxColumns, int inMemory)
      throws IOException, InterruptedException {
    Random random = new Random(size);
    try (ContainmentBucket bucket = bucket(maxColumns, inMemory)) {
      for (int round = 0; round < 20; round++) { // it is used again
        listed.clear();
        boolean[] own = new boolean[size];
        bucket.start();
        for (int column = size - 1; column >= 0; column--) { // in any order
          own[column] = random.nextDouble() < share;
          bucket.add(own[column] ? ContainmentBucket.OWN : ContainmentBucket.SHOWN, 3L * column);
        }
        bucket.finish();
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
        assertThat(bucket.size()).isEqualTo(size);
        if (bucket.isLarge()) {
          assertThat(bucket.pairsNotListed()).isEqualTo(all - listed.size());
        } else {
          assertThat((long) listed.size()).isEqualTo(all);
        }
      }
    }
  }

  /** 2,000 containers and owners each: the lines stay short enough for one task. */
  @Test
  void manyPairsAreListedInPieces() throws IOException, InterruptedException {
    try (ContainmentBucket bucket = bucket(10_000, 1 << 16)) {
      bucket.start();
      for (int column = 0; column < 4_000; column++) {
        bucket.add(column < 2_000 ? ContainmentBucket.SHOWN : ContainmentBucket.OWN, column);
      }
      bucket.finish();
    }
    assertThat(listed).hasSize(2_000 * 2_000 + 2_000 * 1_999 / 2);
    assertThat(repeats).isZero();
  }
}
