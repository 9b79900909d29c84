package io.neardup.hadoop.collection.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.neardup.hadoop.Mr;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link RunWriter}, {@link RunCursor} and {@link MergedRuns}. */
class RunsTest {

  /** An entry of a run, in the order of runs. */
  private record Entry(int band, long hash, long column) implements Comparable<Entry> {

    private static final Comparator<Entry> ORDER =
        Comparator.comparingInt(Entry::band)
            .thenComparing(Entry::hash, Long::compareUnsigned)
            .thenComparingLong(Entry::column);

    @Override
    public int compareTo(Entry other) {
      return ORDER.compare(this, other);
    }

    /** Writes a file. */
    static void write(Path file, Collection<Entry> entries) throws IOException {
      try (RunWriter writer = new RunWriter(Mr.conf(), file)) {
        for (Entry entry : entries) {
          writer.add(entry.band, entry.hash, entry.column);
        }
      }
    }
  }

  @TempDir private java.nio.file.Path temporary;
  private final Configuration conf = Mr.conf();

  private Path folder(int run) {
    return new Path(temporary.resolve("run-" + run).toUri());
  }

  private RunCursor open(int run) throws IOException {
    return new RunCursor(conf, folder(run));
  }

  /** Writes runs, each into several files, some of them empty, and opens them. */
  private MergedRuns write(List<? extends Iterable<Entry>> runs, SplittableRandom random)
      throws IOException {
    List<Path> folders = new ArrayList<>();
    for (Iterable<Entry> run : runs) {
      List<Entry> entries = new ArrayList<>();
      run.forEach(entries::add);
      int from = 0;
      for (int file = 0; file < 2 || from < entries.size(); file++) {
        int to = Math.min(entries.size(), from + random.nextInt(2) * random.nextInt(1, 20_000));
        Path part = new Path(folder(folders.size()), "part-r-" + (100 + file));
        Entry.write(part, entries.subList(from, to));
        from = to;
      }
      folders.add(folder(folders.size()));
    }
    return new MergedRuns(conf, folders);
  }

  /** Moves by seeks and by steps, and reads only some columns of a bucket. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void bucketsOfSeveralRuns(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    NavigableMap<Entry, List<Long>> buckets = new TreeMap<>(); // keys of column 0
    Map<Long, Integer> runOf = new HashMap<>();
    List<TreeSet<Entry>> runs = new ArrayList<>();
    for (int run = 0; run < seed % 8; run++) {
      TreeSet<Entry> entries = new TreeSet<>();
      for (int i = random.nextInt(4) * random.nextInt(6000); i > 0; i--) {
        long hash = random.nextLong(-20, 20) * (random.nextBoolean() ? 1 : 1L << 58);
        long column = 3000L * run + random.nextInt(3000);
        entries.add(new Entry(random.nextInt(2) * 32767, hash, column));
        runOf.put(column, run);
      }
      for (Entry entry : entries) {
        Entry key = new Entry(entry.band(), entry.hash(), 0);
        buckets.computeIfAbsent(key, b -> new ArrayList<>()).add(entry.column());
      }
      runs.add(entries);
    }
    for (int round = 0; round < 6; round++) {
      Entry key = new Entry(0, round == 0 ? 0 : random.nextLong(-25, 25), 0);
      try (MergedRuns merged = write(runs, random)) {
        merged.seek(key.band(), key.hash());
        Map.Entry<Entry, List<Long>> expected = buckets.ceilingEntry(key);
        while (expected != null) {
          assertBucket(merged, expected, runOf, random.nextInt(2) * random.nextInt(3000));
          Entry last = expected.getKey();
          key = new Entry(last.band(), last.hash() + random.nextLong(-5, 25), 0);
          boolean isLater = key.compareTo(last) > 0;
          assertThat(merged.isBefore(key.band(), key.hash())).isEqualTo(isLater);
          if (round == 0 || !isLater) {
            merged.nextBucket();
            expected = buckets.higherEntry(last);
          } else {
            merged.seek(key.band(), key.hash());
            expected = buckets.ceilingEntry(key);
          }
        }
        assertThat(merged.isAtEnd()).isTrue();
        assertThat(merged.column()).isEqualTo(MergedRuns.NONE);
        assertThat(merged.isAt(0, 0)).isFalse();
        assertThat(merged.isBefore(32767, -1)).isFalse();
      }
      for (int run = 0; run < runs.size(); run++) {
        folder(run).getFileSystem(conf).delete(folder(run), true);
      }
    }
  }

  private static void assertBucket(
      MergedRuns merged, Map.Entry<Entry, List<Long>> bucket, Map<Long, Integer> runOf, int most)
      throws IOException {
    assertThat(new Entry(merged.band(), merged.hash(), 0)).isEqualTo(bucket.getKey());
    assertThat(merged.isAt(merged.band(), merged.hash())).isTrue();
    List<Long> columns = bucket.getValue();
    for (long column : columns.subList(0, Math.min(columns.size(), most))) {
      assertThat(merged.column()).isEqualTo(column);
      assertThat(merged.run()).isEqualTo(runOf.get(column));
      merged.nextColumn();
    }
    if (most >= columns.size()) {
      assertThat(merged.column()).isEqualTo(MergedRuns.NONE);
    }
  }

  @Test
  void bytesOfAnEntry() throws IOException {
    Entry.write(new Path(folder(0), "part"), List.of(new Entry(1, 0x10, 5), new Entry(1, -2, 4)));
    assertThat(HexFormat.of().formatHex(Files.readAllBytes(temporary.resolve("run-0/part"))))
        .isEqualTo("0001" + "0000000000000010" + "0000000005" + "0001fffffffffffffffe0000000004");
  }

  @Test
  void aFileThatIsCutOffIsRefused() throws IOException {
    Entry.write(new Path(folder(0), "part-r-00000"), List.of(new Entry(1, 2, 3)));
    java.nio.file.Path file = temporary.resolve("run-0/part-r-00000");
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 7));
    assertThatIOException()
        .isThrownBy(() -> open(0))
        .withMessageContaining("part-r-00000 is cut off");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4 7 9", "4 7 8", "4 6 10", "3 8 10"})
  void entriesOfARunAscend(String next) throws IOException {
    String[] fields = next.split(" ", -1);
    try (RunWriter writer = new RunWriter(conf, new Path(folder(0), "part"))) {
      writer.add(4, 7, 9);
      assertThatIOException()
          .isThrownBy(
              () ->
                  writer.add(
                      Integer.parseInt(fields[0]),
                      Long.parseLong(fields[1]),
                      Long.parseLong(fields[2])));
      writer.add(4, -1, 8);
    }
  }

  @Test
  void runsInTheWrongOrderAreRefused() throws IOException {
    List<Entry> later = List.of(new Entry(0, 5, 10));
    List<Entry> earlier = List.of(new Entry(0, 5, 9));
    try (MergedRuns merged = write(List.of(later, earlier), new SplittableRandom(1))) {
      merged.seek(0, 0);
      assertThatIOException().isThrownBy(merged::nextColumn).withMessageContaining("out of order");
    }
  }
}
