package io.neardup.hadoop.stage4verify.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link ComparisonLoad}, {@link DocumentBlocks}, {@link BlockTable} and who gets which block. */
class DocumentBlocksTest {

  @TempDir private java.nio.file.Path folder;

  private Configuration conf() {
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    return conf;
  }

  private Path path(String name) {
    return new Path(folder.resolve(name).toUri());
  }

  /** Writes the marks of pairs (i, j) as so many tasks would: each j is one task's. */
  private void writeMarks(int[][] pairs, int tasks) throws IOException {
    Map<Integer, Integer> least = new HashMap<>();
    for (int[] pair : pairs) {
      least.merge(pair[1], pair[0], Math::min);
    }
    Files.createDirectories(folder.resolve("plausible/marks"));
    for (int task = 0; task < tasks; task++) {
      List<String> lines = new ArrayList<>();
      for (int[] pair : pairs) {
        if (pair[1] % tasks == task) {
          lines.add(pair[0] + "\t" + pair[0]);
          lines.add(pair[1] + "\t" + least.get(pair[1]));
        }
      }
      Files.write(folder.resolve("plausible/marks/part-r-0000" + task), lines);
    }
  }

  /** Makes blocks of pairs and returns the first column of each part. */
  private NavigableMap<Long, Integer> write(
      List<int[]> pairs, ComparisonLoad load, int parts, int size) throws IOException {
    writeMarks(pairs.toArray(int[][]::new), 3);
    NavigableMap<Long, Integer> starts = load.parts(parts);
    DocumentBlocks.sortMarks(conf(), path("plausible"), path("columns"));
    DocumentBlocks.write(conf(), path("columns"), starts, parts, size, path("table"));
    return starts;
  }

  @ParameterizedTest
  @CsvSource({"1", "3"})
  void marksSayWhichColumnsHavePartners(int tasks) throws IOException {
    writeMarks(new int[][] {{2, 5}, {2, 6}, {5, 6}, {0, 6}, {3, 7}}, tasks);
    assertThat(DocumentBlocks.sortMarks(conf(), path("plausible"), path("columns"))).isEqualTo(6);
    assertThat(Pipelines.lines(folder.resolve("columns"), "part-"))
        .containsExactly("0\t0 1", "2\t2 1", "3\t3 1", "5\t2 1", "6\t0 0", "7\t3 0");
  }

  @Test
  void withoutPairsThereIsNoBlock() throws IOException {
    write(List.of(), new ComparisonLoad(10), 3, 5);
    try (BlockTable table = new BlockTable(conf(), path("table"))) {
      assertThat(table.block(0)).isEqualTo(BlockTable.NONE);
      assertThat(table.block(1L << 39)).isEqualTo(BlockTable.NONE);
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
    NavigableMap<Long, Integer> parts = write(pairs, load, tasks, size);
    FirstColumnPartitioner partitioner = new FirstColumnPartitioner();
    Configuration conf = conf();
    int blocksOfPart = DocumentBlocks.blocksOfPart(tasks);
    ColumnPartition.setColumns(conf, 1, (long) tasks * blocksOfPart + 1);
    partitioner.setConf(conf);

    Integer[] expected = pairs.stream().map(pair -> pair[0]).distinct().toArray(Integer[]::new);
    Arrays.sort(
        expected,
        Comparator.<Integer>comparingInt(c -> part(parts, c))
            .thenComparing(c -> least.getOrDefault(c, c))
            .thenComparing(c -> c));
    try (BlockTable table = new BlockTable(conf, path("table"))) {
      int lastBlock = 0;
      int lastPart = -1;
      int inBlock = 0;
      for (int c : expected) {
        int block = table.block(c);
        int part = part(parts, c);
        assertThat(partitioner.getPartition(key(block), NullWritable.get(), tasks)).isEqualTo(part);
        boolean begins = part != lastPart || inBlock == size;
        int firstOfPart = part == lastPart ? lastBlock + 1 : part * blocksOfPart + 1;
        assertThat(block).isEqualTo(begins ? firstOfPart : lastBlock);
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

  private static GroupedKey key(int block) {
    return new GroupedKey().set(block, ComparisonMapper.VISITOR, 7);
  }

  private static int part(NavigableMap<Long, Integer> parts, long column) {
    return parts.floorEntry(column).getValue();
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
    NavigableMap<Long, Integer> chosen = load(columns, pairs).parts(parts);
    int[] compared = new int[parts];
    int last = 0;
    for (int c = 0; c < columns; c++) {
      int part = part(chosen, c);
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
      NavigableMap<Long, Integer> parts = new ComparisonLoad(columns).parts(3);
      assertThat(part(parts, 0)).isBetween(0, 2);
      assertThat(part(parts, Math.max(0, columns - 1))).isBetween(part(parts, 0), 2);
    }
  }

  /** One column with nearly all the work is a part of its own. */
  @Test
  void aColumnIsNotCut() {
    NavigableMap<Long, Integer> parts = load(1000, i -> i == 500 ? 100_000 : 1).parts(4);
    assertThat(part(parts, 499)).isLessThan(part(parts, 501));
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
