package io.neardup.hadoop.stage2bandbucket;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link BucketBuilder} against a model that holds all of a bucket and all of its pairs. */
class BucketBuilderTest {

  /** The most one call of the sink may hold: see the class. */
  private static final int CHUNK_COLUMNS = 4096;

  private static final long CHUNK_PAIRS = 1L << 20;

  /** A pair of columns below 2³¹, in either order, as one number. */
  private static long pair(long a, long b) {
    return Math.min(a, b) << 32 | Math.max(a, b);
  }

  private static long pairs(long of) {
    return of * (of - 1) / 2;
  }

  /** What a builder listed, and what it said of the bucket. */
  private static final class Listed implements BucketBuilder.Sink {
    final LongSet pairs = new LongOpenHashSet();
    final List<long[]> calls = new ArrayList<>();
    final BucketBuilder builder;

    Listed(int maxTwins, int maxColumns) {
      builder = new BucketBuilder(maxTwins, maxColumns, this);
    }

    Listed bucket(int band, long[]... groups) throws IOException, InterruptedException {
      pairs.clear();
      calls.clear();
      builder.start(band);
      for (int g = 0; g < groups.length; g++) {
        for (long column : groups[g]) {
          builder.add(hash(g), column);
        }
      }
      builder.finish();
      return this;
    }

    /** Hashes of up to 2¹⁵ groups that ascend in unsigned order. */
    private static long hash(int group) {
      return (long) group << 49;
    }

    @Override
    public void list(int heads, long[] columns, int from, int to) {
      assertThat(heads).isBetween(1, to - from - 1);
      long work = 0;
      for (int head = from; head < from + heads; head++) {
        work += to - 1 - head;
        for (int other = head + 1; other < to; other++) {
          if (columns[head] == columns[other] || !pairs.add(pair(columns[head], columns[other]))) {
            throw new AssertionError(columns[head] + ", " + columns[other] + " listed twice");
          }
        }
      }
      if (heads > 1) {
        assertThat(work).isLessThanOrEqualTo(CHUNK_PAIRS);
        for (int i = from + 1; i < to; i++) {
          assertThat(columns[i]).isGreaterThan(columns[i - 1]);
        }
      }
      calls.add(Arrays.copyOfRange(columns, from, to));
    }
  }

  /** What is to be listed of a bucket and what is to be said of it. */
  private static final class Model {
    final LongSet pairs = new LongOpenHashSet();
    long size;
    long collapsed;
    long implied;
    boolean linked;
    long notListed;
    long centre;

    Model(int maxTwins, int maxColumns, int band, long[]... groups) {
      List<long[]> kept = new ArrayList<>();
      long members = 0;
      for (long[] group : groups) {
        size += group.length;
        if (group.length > maxTwins) {
          collapsed++;
          implied += pairs(group.length) - (group.length - 1);
          if (band == 0) {
            for (int i = 1; i < group.length; i++) {
              pairs.add(pair(group[0], group[i]));
            }
          }
          kept.add(new long[] {group[0]});
        } else {
          kept.add(group);
        }
        members += kept.get(kept.size() - 1).length;
      }
      linked = members > maxColumns;
      centre = kept.get(0)[0];
      long listed = 0;
      for (int g = 0; g < kept.size(); g++) {
        for (int h = g; h < kept.size(); h++) {
          for (int i = 0; i < kept.get(g).length; i++) {
            for (int j = h == g ? i + 1 : 0; j < kept.get(h).length; j++) {
              boolean twins = g == h;
              boolean ofStar = g == 0 && i == 0 && j == 0;
              if (!linked || twins || ofStar) {
                pairs.add(pair(kept.get(g)[i], kept.get(h)[j]));
                listed++;
              }
            }
          }
        }
      }
      notListed = pairs(members) - listed;
    }
  }

  private static void assertAsModel(
      Listed listed, int maxTwins, int maxColumns, int band, long[]... groups)
      throws IOException, InterruptedException {
    listed.bucket(band, groups);
    Model model = new Model(maxTwins, maxColumns, band, groups);
    String what =
        String.format(
            "twins %d, columns %d, band %d, groups %s",
            maxTwins, maxColumns, band, groups.length > 50 ? "many" : Arrays.deepToString(groups));
    assertThat(listed.pairs.size()).as(what).isEqualTo(model.pairs.size());
    assertThat(listed.pairs.containsAll(model.pairs)).as(what).isTrue();
    BucketBuilder builder = listed.builder;
    assertThat(builder.size()).as(what).isEqualTo(model.size);
    assertThat(builder.collapsedGroups()).as(what).isEqualTo(model.collapsed);
    assertThat(builder.impliedPairs()).as(what).isEqualTo(model.implied);
    assertThat(builder.linked()).as(what).isEqualTo(model.linked);
    assertThat(builder.pairsNotListed()).as(what).isEqualTo(model.notListed);
    if (model.linked) {
      assertThat(builder.centre()).as(what).isEqualTo(model.centre);
    }
    if (band == 0 || model.collapsed == 0) {
      // Nothing is lost: every pair of the bucket is listed here, implied or counted as not listed;
      // what is not listed of a collapsed group stands for itself alone.
      long kept = pairs(model.size - collapsedAway(maxTwins, groups));
      long ofTwins = collapsedAway(maxTwins, groups);
      assertThat(listed.pairs.size() + builder.pairsNotListed()).as(what).isEqualTo(kept + ofTwins);
    }
  }

  private static long collapsedAway(int maxTwins, long[]... groups) {
    return Arrays.stream(groups)
        .filter(group -> group.length > maxTwins)
        .mapToLong(group -> group.length - 1)
        .sum();
  }

  /** Groups of the given sizes over random columns, ascending within each. */
  private static long[][] groups(Random random, int... sizes) {
    List<Long> columns = new ArrayList<>();
    int total = Arrays.stream(sizes).sum();
    LongSet taken = new LongOpenHashSet();
    while (columns.size() < total) {
      long column = random.nextInt(Integer.MAX_VALUE);
      if (taken.add(column)) {
        columns.add(column);
      }
    }
    long[][] groups = new long[sizes.length][];
    int next = 0;
    for (int g = 0; g < sizes.length; g++) {
      groups[g] =
          columns.subList(next, next + sizes[g]).stream().mapToLong(c -> c).sorted().toArray();
      next += sizes[g];
    }
    return groups;
  }

  @Test
  void randomBucketsAreListedAsTheModelSays() throws Exception {
    Random random = new Random(7);
    int linked = 0;
    int collapsed = 0;
    for (int round = 0; round < 3000; round++) {
      int maxTwins = 1 + random.nextInt(5);
      int maxColumns = 2 + random.nextInt(20);
      Listed listed = new Listed(maxTwins, maxColumns);
      for (int bucket = 0; bucket < 3; bucket++) { // one builder for all buckets of a task
        int[] sizes = random.ints(1 + random.nextInt(8), 1, 2 + random.nextInt(9)).toArray();
        assertAsModel(listed, maxTwins, maxColumns, random.nextInt(3), groups(random, sizes));
        linked += listed.builder.linked() ? 1 : 0;
        collapsed += listed.builder.collapsedGroups() > 0 ? 1 : 0;
      }
    }
    assertThat(linked).isBetween(1000, 8000);
    assertThat(collapsed).isBetween(1000, 8000);
  }

  @ParameterizedTest
  @CsvSource({"100, 0", "101, 1"})
  void aGroupIsCollapsedFromOneMoreThanTheLimitOn(int size, int collapsed) throws Exception {
    for (int band = 0; band < 2; band++) {
      Listed listed = new Listed(100, 10_000);
      assertAsModel(listed, 100, 10_000, band, groups(new Random(8), 3, size, 2));
      assertThat(listed.builder.collapsedGroups()).isEqualTo(collapsed);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, false", "3, true"})
  void theLeastLimitOfColumnsIsExact(int columns, boolean linked) throws Exception {
    int[] ones = new int[columns];
    Arrays.fill(ones, 1);
    Listed listed = new Listed(100, 2);
    assertAsModel(listed, 100, 2, 1, groups(new Random(9), ones));
    assertThat(listed.builder.linked()).isEqualTo(linked);
  }

  @ParameterizedTest
  @CsvSource({"500, false", "501, true"})
  void aBucketIsLinkedFromOneMoreThanTheLimitOn(int members, boolean linked) throws Exception {
    Random random = new Random(10);
    // The limit is passed by single columns, by the last group, or by what stays of a large one.
    int[] ones = new int[members];
    Arrays.fill(ones, 1);
    int[] lastGroup = {members - 50, 50};
    int[] largeLast = new int[members];
    Arrays.fill(largeLast, 1);
    largeLast[members - 1] = 700;
    int[] largeFirst = largeLast.clone();
    largeFirst[0] = 700;
    largeFirst[members - 1] = 1;
    for (int band = 0; band < 2; band++) {
      for (int[] sizes : List.of(ones, largeLast, largeFirst)) {
        Listed listed = new Listed(100, 500);
        assertAsModel(listed, 100, 500, band, groups(random, sizes));
        assertThat(listed.builder.linked()).isEqualTo(linked);
      }
      Listed listed = new Listed(600, 500);
      assertAsModel(listed, 600, 500, band, groups(random, lastGroup));
      assertThat(listed.builder.linked()).isEqualTo(linked);
    }
  }

  /** Pairs of 3,000 columns are more than one piece may hold. */
  @ParameterizedTest
  @ValueSource(ints = {1448, 1449, 3000})
  void aBigBucketIsListedInPiecesThatCoverEachPairOnce(int columns) throws Exception {
    int[] ones = new int[columns];
    Arrays.fill(ones, 1);
    Listed listed = new Listed(100, 10_000);
    assertAsModel(listed, 100, 10_000, 2, groups(new Random(11), ones));
    assertThat(listed.pairs).hasSize(columns * (columns - 1) / 2);
    long least = (pairs(columns) + CHUNK_PAIRS - 1) / CHUNK_PAIRS;
    assertThat(listed.calls.size()).isBetween((int) least, (int) least * 2);
  }

  /** Neither the twins of a large group nor the columns of a linked bucket come in one piece. */
  @Test
  void piecesOfStarsAreBounded() throws Exception {
    Listed listed = new Listed(100, 10_000);
    assertAsModel(listed, 100, 10_000, 0, groups(new Random(12), 4096, 20_000, 4097, 4098));
    assertThat(listed.calls).allMatch(call -> call.length <= CHUNK_COLUMNS + 1);

    int[] ones = new int[20_000];
    Arrays.fill(ones, 1);
    Listed large = new Listed(100, 10_000);
    long[][] groups = groups(new Random(13), ones);
    large.bucket(1, groups);
    assertThat(large.builder.linked()).isTrue();
    assertThat(large.calls)
        .allMatch(call -> call.length <= CHUNK_COLUMNS + 1)
        .allMatch(call -> call[0] == groups[0][0]);
    assertThat(large.pairs)
        .isEqualTo(
            new LongOpenHashSet(
                IntStream.range(1, ones.length)
                    .mapToLong(g -> pair(groups[0][0], groups[g][0]))
                    .toArray()));
    assertThat(large.builder.pairsNotListed()).isEqualTo(pairs(20_000) - 19_999);
  }

  @Test
  void anEmptyBucketHasNothing() throws Exception {
    Listed listed = new Listed(100, 10_000).bucket(0);
    assertThat(listed.pairs).isEmpty();
    assertThat(listed.builder.size()).isZero();
    assertThat(listed.builder.linked()).isFalse();
  }
}
