package io.neardup.hadoop.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.neardup.hadoop.Mr;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MergedRunsTest {

  @TempDir private Path folder;

  /** Opens runs of one file each. */
  private MergedRuns open(List<? extends Iterable<Entry>> runs) throws IOException {
    List<RunCursor> cursors = new ArrayList<>();
    for (Iterable<Entry> run : runs) {
      List<Entry> entries = new ArrayList<>();
      run.forEach(entries::add);
      Path file = folder.resolve("run-" + cursors.size());
      cursors.add(new RunCursor(Mr.conf(), List.of(Entry.write(file, entries))));
    }
    return new MergedRuns(cursors);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void allBucketsOfAllRuns(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    NavigableMap<Entry, List<Long>> buckets = new TreeMap<>(); // keys of column 0
    Map<Long, Integer> runOf = new HashMap<>();
    List<TreeSet<Entry>> runs = new ArrayList<>();
    long firstColumn = 0;
    for (int run = 0; run < 1 + seed % 7; run++) {
      TreeSet<Entry> entries = new TreeSet<>();
      for (int i = random.nextInt(4) * random.nextInt(6000); i > 0; i--) {
        long hash = random.nextLong(-20, 20) * (random.nextBoolean() ? 1 : 1L << 58);
        long column = firstColumn + random.nextInt(3000);
        entries.add(new Entry(random.nextInt(2) * 32767, hash, column));
        runOf.put(column, run);
      }
      for (Entry entry : entries) {
        buckets
            .computeIfAbsent(new Entry(entry.band(), entry.hash(), 0), b -> new ArrayList<>())
            .add(entry.column());
      }
      runs.add(entries);
      firstColumn += 3000;
    }

    try (MergedRuns merged = open(runs)) {
      for (Map.Entry<Entry, List<Long>> bucket : buckets.entrySet()) {
        assertThat(merged.nextBucket()).isTrue();
        assertBucket(merged, bucket, runOf, Integer.MAX_VALUE);
      }
      assertThat(merged.nextBucket()).isFalse();
      assertThat(merged.nextColumn()).isFalse();
      assertThat(merged.nextBucket()).isFalse();
    }
    for (int round = 0; round < 6; round++) {
      try (MergedRuns merged = open(runs)) {
        assertSeeks(merged, buckets, runOf, random);
      }
    }
  }

  /** Moves by seeks and by steps, and reads only some columns of a bucket. */
  private static void assertSeeks(
      MergedRuns merged,
      NavigableMap<Entry, List<Long>> buckets,
      Map<Long, Integer> runOf,
      SplittableRandom random)
      throws IOException {
    Entry last = new Entry(-1, 0, 0);
    while (true) {
      Map.Entry<Entry, List<Long>> expected = buckets.higherEntry(last);
      boolean moved;
      if (random.nextBoolean()) {
        moved = merged.nextBucket();
      } else {
        long hash = random.nextLong(-25, 25);
        Entry key = new Entry(Math.max(0, last.band()), last.hash() + hash, 0);
        moved = merged.seek(key.band(), key.hash());
        if (key.compareTo(last) > 0) {
          expected = buckets.ceilingEntry(key);
        }
      }
      assertThat(moved).isEqualTo(expected != null);
      if (expected == null) {
        return;
      }
      assertBucket(merged, expected, runOf, random.nextInt(2) * random.nextInt(3000));
      last = expected.getKey();
    }
  }

  private static void assertBucket(
      MergedRuns merged, Map.Entry<Entry, List<Long>> bucket, Map<Long, Integer> runOf, int most)
      throws IOException {
    assertThat(new Entry(merged.band(), merged.hash(), 0)).isEqualTo(bucket.getKey());
    int read = 0;
    for (; read < most && merged.nextColumn(); read++) {
      assertThat(merged.column()).isEqualTo(bucket.getValue().get(read));
      assertThat(merged.run()).isEqualTo(runOf.get(merged.column()));
    }
    assertThat(read).isEqualTo(Math.min(most, bucket.getValue().size()));
  }

  @Test
  void noRuns() throws IOException {
    try (MergedRuns merged = open(List.<List<Entry>>of())) {
      assertThat(merged.seek(0, 0)).isFalse();
      assertThat(merged.nextBucket()).isFalse();
      assertThat(merged.nextColumn()).isFalse();
    }
  }

  @Test
  void runsInTheWrongOrderAreRefused() throws IOException {
    List<Entry> later = List.of(new Entry(0, 5, 10));
    List<Entry> earlier = List.of(new Entry(0, 5, 9));
    try (MergedRuns merged = open(List.of(later, earlier))) {
      assertThat(merged.nextBucket()).isTrue();
      assertThat(merged.nextColumn()).isTrue();
      assertThatIOException().isThrownBy(merged::nextColumn).withMessageContaining("out of order");
    }
  }
}
