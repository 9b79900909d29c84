package io.neardup.hadoop.stage4verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.table.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link ColumnMarks}, {@link DocumentBlocks}, {@link BlockTable} and who gets which block. */
class DocumentBlocksTest {

  @TempDir private java.nio.file.Path folder;

  private int files;

  private record Mark(long column, long least, boolean smaller) {}

  private Configuration conf() {
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    return conf;
  }

  private Path path(String name) {
    return new Path(folder.resolve(name).toUri());
  }

  private Disk disk() {
    return () -> folder.resolve("run-" + files++).toFile();
  }

  /** Writes the marks of pairs (i, j) as so many tasks would: each j is one task's. */
  private void writeMarks(int[][] pairs, int tasks) throws IOException {
    Map<Integer, Integer> least = new HashMap<>();
    for (int[] pair : pairs) {
      least.merge(pair[1], pair[0], Math::min);
    }
    Files.createDirectories(folder.resolve("plausible"));
    for (int task = 0; task < tasks; task++) {
      try (ColumnMarks marks = new ColumnMarks(disk())) {
        for (int[] pair : pairs) {
          if (pair[1] % tasks == task) {
            marks.add(pair[0], pair[0]);
            marks.add(pair[1], least.get(pair[1]));
          }
        }
        marks.write(conf(), path("plausible/marks-r-" + task));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "3"})
  void marksSayWhichColumnsHavePartners(int tasks) throws IOException {
    writeMarks(new int[][] {{2, 5}, {2, 6}, {5, 6}, {0, 6}, {3, 7}}, tasks);
    List<Mark> marks = new ArrayList<>();
    ColumnMarks.read(conf(), path("plausible"), (c, least, s) -> marks.add(new Mark(c, least, s)));
    assertThat(marks)
        .containsExactly(
            new Mark(0, 0, true),
            new Mark(2, 2, true),
            new Mark(3, 3, true),
            new Mark(5, 2, true),
            new Mark(6, 0, false),
            new Mark(7, 3, false));
  }

  @Test
  void withoutPairsThereIsNoBlock() throws IOException {
    writeMarks(new int[0][], 2);
    ComparisonParts parts = ComparisonParts.of(new ComparisonLoad(10), 3);
    int[] starts = DocumentBlocks.write(conf(), path("plausible"), parts, 5, path("table"));
    assertThat(starts).containsExactly(1, 1, 1);
    try (BlockTable table = new BlockTable(conf(), path("table"))) {
      assertThat(table.block(0)).isEqualTo(BlockTable.NONE);
      assertThat(table.block(1L << 39)).isEqualTo(BlockTable.NONE);
    }
  }

  /** Families whose members lie far from each other: each comes to lie in one block. */
  @Test
  void aFamilyLiesInOneBlock() throws IOException {
    List<int[]> pairs = new ArrayList<>();
    for (int family = 0; family < 10; family++) {
      for (int a = 0; a < 10; a++) {
        for (int b = a + 1; b < 10; b++) {
          pairs.add(new int[] {family + 10 * a, family + 10 * b});
        }
      }
    }
    writeMarks(pairs.toArray(int[][]::new), 2);
    ComparisonParts parts = ComparisonParts.of(new ComparisonLoad(100), 1);
    DocumentBlocks.write(conf(), path("plausible"), parts, 18, path("table"));
    try (BlockTable table = new BlockTable(conf(), path("table"))) {
      for (int c = 0; c < 100; c++) { // the last of a family is the smaller of no pair
        assertThat(table.block(c)).isEqualTo(c < 90 ? 1 + c % 10 / 2 : BlockTable.NONE);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 7", "3, 7", "5, 1", "4, 1000"})
  void blocksGoByPartThenLeastPartnerThenColumn(int tasks, int size) throws IOException {
    Random random = new Random(size);
    int columns = 200_000; // several pages
    List<int[]> pairs = new ArrayList<>();
    ComparisonLoad load = new ComparisonLoad(columns);
    Map<Integer, Integer> least = new HashMap<>();
    for (int p = 0; p < 1000; p++) {
      int i = random.nextInt(columns - 1);
      int j = i + 1 + random.nextInt(columns - i - 1);
      pairs.add(new int[] {i, j});
      load.add(i, j, false);
      least.merge(j, i, Math::min);
    }
    writeMarks(pairs.toArray(int[][]::new), 3);
    ComparisonParts parts = ComparisonParts.of(load, tasks);
    int[] starts = DocumentBlocks.write(conf(), path("plausible"), parts, size, path("table"));
    ComparisonPartitioner partitioner = new ComparisonPartitioner();
    Configuration conf = conf();
    ComparisonPartitioner.configure(conf, starts);
    partitioner.setConf(conf);

    Integer[] expected = pairs.stream().map(pair -> pair[0]).distinct().toArray(Integer[]::new);
    Arrays.sort(
        expected,
        Comparator.<Integer>comparingInt(parts::of)
            .thenComparing(c -> least.getOrDefault(c, c))
            .thenComparing(c -> c));
    try (BlockTable table = new BlockTable(conf, path("table"))) {
      int lastBlock = 0;
      int lastPart = -1;
      int inBlock = 0;
      for (int c : expected) {
        int block = table.block(c);
        int part = parts.of(c);
        assertThat(partitioner.getPartition(key(block), NullWritable.get(), tasks)).isEqualTo(part);
        boolean begins = part != lastPart || inBlock == size;
        assertThat(block).isEqualTo(begins ? lastBlock + 1 : lastBlock);
        inBlock = begins ? 1 : inBlock + 1;
        lastBlock = block;
        lastPart = part;
      }
      long members = 0;
      for (int c = 0; c < columns; c++) {
        members += table.block(c) == BlockTable.NONE ? 0 : 1;
      }
      assertThat(members).isEqualTo(expected.length);
    }
  }

  private static ComparisonKey key(int block) {
    return new ComparisonKey().setVisitor(block, 7);
  }

  /** Returns the load of pairs (i, j), of so many j for each i. */
  private static ComparisonLoad load(int columns, IntUnaryOperator pairs) {
    ComparisonLoad load = new ComparisonLoad(columns);
    for (int i = 0; i < columns; i++) {
      for (int p = 0; p < pairs.applyAsInt(i); p++) {
        load.add(i, 1_000_000L + p, true);
      }
    }
    return load;
  }

  /** A cluster of 500 in a row, each with 200 partners, in a corpus that has few other pairs. */
  @ParameterizedTest
  @CsvSource({"2", "3", "4", "10"})
  void aClusterInARowIsDealtOut(int parts) {
    int columns = 50_000;
    IntUnaryOperator pairs = i -> i >= 30_000 && i < 30_500 ? 200 : i % 20 == 0 ? 1 : 0;
    ComparisonParts chosen = ComparisonParts.of(load(columns, pairs), parts);
    int[] compared = new int[parts];
    int last = 0;
    for (int c = 0; c < columns; c++) {
      int part = chosen.of(c);
      assertThat(part).isBetween(last, parts - 1);
      compared[part] += pairs.applyAsInt(c);
      last = part;
    }
    double all = Arrays.stream(compared).sum();
    for (int count : compared) {
      assertThat(count / all).isBetween(0.7 / parts, 1.3 / parts);
    }
  }

  @Test
  void withoutWorkEachColumnHasAPart() {
    for (int columns : new int[] {0, 1, 10, 1_000_000}) {
      ComparisonParts parts = ComparisonParts.of(new ComparisonLoad(columns), 3);
      assertThat(parts.of(0)).isBetween(0, 2);
      assertThat(parts.of(Math.max(0, columns - 1))).isBetween(parts.of(0), 2);
    }
  }

  /** One column with nearly all the work is a part of its own. */
  @Test
  void aColumnIsNotCut() {
    ComparisonParts parts = ComparisonParts.of(load(1000, i -> i == 500 ? 100_000 : 1), 4);
    assertThat(parts.of(499)).isLessThan(parts.of(501));
  }

  /**
   * A document is sent once for many columns next to each other, a kept pair is worth 40 others.
   */
  @Test
  void whatPairsAndDocumentsAreWorth() {
    ComparisonLoad load = new ComparisonLoad(4096);
    load.add(1, 2000, false);
    load.add(2, 2000, true);
    load.add(2, 2000, true);
    load.add(63, 2000, true);
    load.add(64, 2000, true);
    load.add(64, 2001, false);
    assertThat(load.of(1)).isEqualTo(201);
    assertThat(load.of(2)).isEqualTo(80);
    assertThat(load.of(63)).isEqualTo(40);
    assertThat(load.of(64)).isEqualTo(240 + 201);
    assertThat(load.total()).isEqualTo(201 + 80 + 40 + 240 + 201);
    assertThat(load.ranges()).isEqualTo(4096);
  }

  /** Reads in any order, and more pages than are held. */
  @Test
  void aTableIsReadInAnyOrder() throws IOException {
    Random random = new Random(3);
    long columns = (1L << 15) * 520;
    try (BlockTable.Writer out = new BlockTable.Writer(conf(), path("large"))) {
      for (long c = 5; c < columns; c += 1000) {
        out.write(c, (int) (c % 65_535) + 1);
      }
    }
    try (BlockTable table = new BlockTable(conf(), path("large"))) {
      for (int look = 0; look < 20_000; look++) {
        long c = random.nextInt((int) columns);
        c = look % 2 == 0 ? c : c / 1000 * 1000 + 5;
        int expected = c % 1000 == 5 && c < columns ? (int) (c % 65_535) + 1 : BlockTable.NONE;
        assertThat(table.block(c)).isEqualTo(expected);
      }
    }
  }
}
