package io.neardup.hadoop.stage2bandbucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.table.Disk;
import io.neardup.lsh.BucketRule;
import io.neardup.reference.ReferenceBucket;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@link TwinGroups}, with {@link RankedPairs}, against a model that holds all of a bucket and all
 * of its pairs; {@link RankedPairs} also against a look at every pair.
 */
class TwinGroupsTest {

  private static final long CHUNK_PAIRS = 1L << 20;

  @TempDir private Path folder;

  private Disk disk() {
    return () -> folder.resolve(UUID.randomUUID().toString()).toFile();
  }

  /** A pair of columns below 2³¹ as one number. */
  private static long pair(long i, long j) {
    return i << 32 | j;
  }

  private static long pairs(long of) {
    return of * (of - 1) / 2;
  }

  /** Takes what is listed. */
  private static class Pairs implements RankedPairs.Sink {
    final LongSet pairs = new LongOpenHashSet();
    final List<long[]> calls = new ArrayList<>();
    long repeats;

    void clear() {
      pairs.clear();
      calls.clear();
      repeats = 0;
    }

    @Override
    public void list(int old, int heads, long[] columns, int from, int to) {
      assertThat(heads).isBetween(1, to - from - 1);
      assertThat(old).isBetween(0, to - from - 1);
      long work = 0;
      for (int head = from; head < from + heads; head++) {
        int first = Math.max(head + 1, from + old);
        work += to - first;
        for (int other = first; other < to; other++) {
          long i = RankedPairs.unmarked(columns[head]);
          long j = RankedPairs.unmarked(columns[other]);
          if (i >= j) {
            throw new AssertionError(i + ", " + j + " do not ascend");
          }
          if (columns[head] >= 0 || columns[other] >= 0) { // or else neither is an owner
            repeats += pairs.add(pair(i, j)) ? 0 : 1;
          }
        }
      }
      assertThat(work).isLessThanOrEqualTo(CHUNK_PAIRS);
      calls.add(Arrays.copyOfRange(columns, from, to));
    }
  }

  /** What a builder listed, and what it said of the bucket. */
  private final class Listed extends Pairs {
    final RankedPairs ofOrdinary;
    final TwinGroups builder;

    Listed(int maxTwins, int maxColumns) {
      this(maxTwins, maxColumns, 1 << 20);
    }

    Listed(int maxTwins, int maxColumns, int inMemory) {
      ofOrdinary = new RankedPairs(BucketRule.ofBand(maxColumns), this);
      builder = new TwinGroups(maxTwins, 0, ofOrdinary, this, disk(), inMemory);
    }

    Listed bucket(int band, long[]... groups) throws IOException, InterruptedException {
      clear();
      builder.start(band == 0);
      for (int g = 0; g < groups.length; g++) {
        for (long column : groups[g]) {
          builder.add(hash(g), column, isOwner(band, g));
        }
      }
      builder.finish();
      return this;
    }

    /** In band 2, some groups are owners, as in the bucket of an anchor. */
    private static boolean isOwner(int band, int group) {
      return band < 2 || group % 3 == 1;
    }

    /** Hashes of up to 2²¹ groups that ascend in unsigned order. */
    private static long hash(int group) {
      return (long) group << 43;
    }
  }

  private void assertAsModel(
      Listed listed, int maxTwins, int maxColumns, int band, long[]... groups)
      throws IOException, InterruptedException {
    listed.bucket(band, groups);
    ReferenceBucket model = new ReferenceBucket(band, 0);
    for (int g = 0; g < groups.length; g++) {
      for (long column : groups[g]) {
        model.add(Listed.hash(g), column, Listed.isOwner(band, g));
      }
    }
    model.list(maxTwins, maxColumns);
    String what =
        String.format(
            "twins %d, columns %d, band %d, groups %s",
            maxTwins, maxColumns, band, groups.length > 50 ? "many" : Arrays.deepToString(groups));
    assertThat(listed.pairs.size()).as(what).isEqualTo(model.pairs.size());
    assertThat(model.pairs.stream().allMatch(p -> listed.pairs.contains(pair(p.i(), p.j()))))
        .as(what)
        .isTrue();
    TwinGroups builder = listed.builder;
    RankedPairs ordinary = listed.ofOrdinary;
    assertThat(builder.size())
        .as(what)
        .isEqualTo(Arrays.stream(groups).mapToLong(g -> g.length).sum());
    assertThat(builder.owners()).as(what).isEqualTo(model.owners());
    assertThat(builder.collapsedGroups()).as(what).isEqualTo(model.collapsedGroups);
    assertThat(builder.impliedPairs()).as(what).isEqualTo(model.impliedPairs);
    assertThat(ordinary.isLarge()).as(what).isEqualTo(model.isLarge());
    assertThat(ordinary.pairsNotListed()).as(what).isEqualTo(model.pairsNotListed);
    assertThat(ordinary.heads().longStream().boxed().toList())
        .as(what)
        .isEqualTo(model.ordinary.subList(0, Math.min(BucketRule.HEADS, model.ordinary.size())));
    if (band > 0 || !ordinary.isLarge()) {
      assertThat(listed.repeats).as(what).isZero();
    }
  }

  /** Groups of the given sizes over random columns, ascending within each. */
  private static long[][] groups(Random random, int... sizes) {
    int total = Arrays.stream(sizes).sum();
    LongSet taken = new LongOpenHashSet();
    LongArrayList columns = new LongArrayList();
    while (columns.size() < total) {
      long column = random.nextInt(Integer.MAX_VALUE);
      if (taken.add(column)) {
        columns.add(column);
      }
    }
    long[][] groups = new long[sizes.length][];
    int next = 0;
    for (int g = 0; g < sizes.length; g++) {
      groups[g] = columns.subList(next, next + sizes[g]).toLongArray();
      Arrays.sort(groups[g]);
      next += sizes[g];
    }
    return groups;
  }

  private static int[] ones(int count) {
    int[] ones = new int[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  @Test
  void randomBucketsAreListedAsTheModelSays() throws Exception {
    Random random = new Random(7);
    int large = 0;
    int collapsed = 0;
    for (int round = 0; round < 3000; round++) {
      int maxTwins = 1 + random.nextInt(5);
      int maxColumns = 2 + random.nextInt(20);
      Listed listed = new Listed(maxTwins, maxColumns, random.nextBoolean() ? 1 << 20 : 5);
      for (int bucket = 0; bucket < 3; bucket++) { // one builder for all buckets of a task
        int[] sizes = random.ints(1 + random.nextInt(8), 1, 2 + random.nextInt(9)).toArray();
        assertAsModel(listed, maxTwins, maxColumns, random.nextInt(3), groups(random, sizes));
        large += listed.ofOrdinary.isLarge() ? 1 : 0;
        collapsed += listed.builder.collapsedGroups() > 0 ? 1 : 0;
      }
    }
    assertThat(large).isBetween(1000, 8000);
    assertThat(collapsed).isBetween(1000, 8000);
  }

  /** What is listed of the first columns is what was listed before there were others. */
  @Test
  void furtherColumnsChangeNothingAndFewerLoseNothing() throws Exception {
    Random random = new Random(17);
    for (int round = 0; round < 1000; round++) {
      int maxTwins = 1 + random.nextInt(4);
      int maxColumns = 2 + random.nextInt(12);
      int band = random.nextInt(3);
      long[][] all = groups(random, random.ints(2 + random.nextInt(8), 1, 8).toArray());
      Listed listed = new Listed(maxTwins, maxColumns);
      LongSet pairs = new LongOpenHashSet(listed.bucket(band, all).pairs);

      long end = all[0][all[0].length - 1];
      LongSet ofPrefix = new LongOpenHashSet(pairs);
      ofPrefix.removeIf((long pair) -> (int) pair >= end);
      long[][] prefix = filter(all, column -> column < end);
      assertThat(new LongOpenHashSet(listed.bucket(band, prefix).pairs)).isEqualTo(ofPrefix);

      LongSet gone = new LongOpenHashSet();
      Arrays.stream(all)
          .flatMapToLong(Arrays::stream)
          .filter(column -> random.nextInt(3) == 0)
          .forEach(gone::add);
      pairs.removeIf(
          (long pair) -> gone.contains(pair >>> 32) || gone.contains(pair & 0xFFFFFFFFL));
      long[][] rest = filter(all, column -> !gone.contains(column));
      assertThat(listed.bucket(band, rest).pairs.containsAll(pairs)).isTrue();
    }
  }

  private static long[][] filter(long[][] groups, LongPredicate taken) {
    return Arrays.stream(groups)
        .map(group -> LongStream.of(group).filter(taken).toArray())
        .toArray(long[][]::new);
  }

  /** Neither the twins of a large group nor the columns of a large bucket come in one piece. */
  @Test
  void piecesOfStarsAreBounded() throws Exception {
    Listed listed = new Listed(10, 100);
    assertAsModel(listed, 10, 100, 0, groups(new Random(12), 4096 + 10, 5_000, 4097 + 10, 4098));
    assertThat(listed.calls).allMatch(call -> call.length <= RankedPairs.MAX_OTHERS + 1);

    Listed large = new Listed(100, 50);
    assertAsModel(large, 100, 50, 1, groups(new Random(13), ones(9_000)));
    assertThat(large.calls).hasSize(1 + 3);
    assertThat(large.calls)
        .allMatch(call -> call.length <= RankedPairs.MAX_OTHERS + BucketRule.HEADS);
  }

  /** Of a million columns the heads and pairs are right, and no more is held than may be. */
  @ParameterizedTest
  @ValueSource(ints = {20_000, 1_000_000})
  void aBucketOfVeryMany(int columns) throws Exception {
    long[] listed = new long[2]; // pairs, calls
    long[] last = {-1}; // of the columns beside the heads
    RankedPairs.Sink sink =
        (old, heads, all, from, to) -> {
          listed[0] += pairs(to - from) - pairs(to - from - heads);
          if (++listed[1] > 3) { // the first are all paired with each other
            assertThat(old).isEqualTo(BucketRule.HEADS);
            listed[0] -= pairs(BucketRule.HEADS);
            assertThat(heads).isEqualTo(BucketRule.HEADS);
            assertThat(Arrays.copyOfRange(all, from, from + heads)).containsExactly(0, 1, 2, 3);
            assertThat(all[from + heads]).isEqualTo(last[0] + 1);
          }
          last[0] = all[to - 1];
        };
    RankedPairs ordinary = new RankedPairs(BucketRule.ofBand(2_500), sink);
    try (TwinGroups builder = new TwinGroups(100, 0, ordinary, sink, disk(), 1 << 14)) {
      builder.start(false);
      for (int c = 0; c < columns; c++) { // in an order unlike that of the columns
        builder.add(c, (c * 7_919L + 5) % columns, true);
      }
      builder.finish();
      assertThat(ordinary.heads().toLongArray()).containsExactly(0, 1, 2, 3);
      assertThat(listed[0]).isEqualTo(pairs(2_500) + 4L * (columns - 2_500));
      assertThat(ordinary.pairsNotListed()).isEqualTo(pairs(columns) - listed[0]);
    }
    assertThat(last[0]).isEqualTo(columns - 1);
    assertThat(folder).isEmptyDirectory();
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
    Pairs listed = new Pairs();
    RankedPairs pairs = new RankedPairs(BucketRule.ofBand(maxColumns), listed);
    for (int round = 0; round < 20; round++) { // it is used again
      listed.clear();
      boolean[] own = new boolean[size];
      pairs.start();
      for (int column = 0; column < size; column++) {
        own[column] = random.nextDouble() < share;
        pairs.add(3L * column, own[column], true);
      }
      pairs.finish();
      long all = 0;
      for (int j = 0; j < size; j++) {
        for (int i = 0; i < j; i++) {
          boolean may = own[i] || own[j];
          all += may ? 1 : 0;
          assertThat(listed.pairs.contains(pair(3L * i, 3L * j)))
              .as("%d, %d", i, j)
              .isEqualTo(may && (j < maxColumns || i < BucketRule.HEADS));
        }
      }
      assertThat(listed.repeats).isZero();
      assertThat(pairs.size()).isEqualTo(size);
      assertThat(pairs.pairsNotListed()).isEqualTo(all - listed.pairs.size());
    }
  }

  /** 2,000 containers and owners each: the lines stay short enough for one task. */
  @Test
  void manyPairsAreListedInPieces() throws IOException, InterruptedException {
    Pairs listed = new Pairs();
    RankedPairs pairs = new RankedPairs(BucketRule.ofBand(10_000), listed);
    pairs.start();
    for (int column = 0; column < 4_000; column++) {
      pairs.add(column, column >= 2_000, true);
    }
    pairs.finish();
    assertThat(listed.pairs).hasSize(2_000 * 2_000 + 2_000 * 1_999 / 2);
    assertThat(listed.repeats).isZero();
  }
}
