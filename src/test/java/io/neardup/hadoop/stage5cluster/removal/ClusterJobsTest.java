package io.neardup.hadoop.stage5cluster.removal;

import static io.neardup.hadoop.Docs.doc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.PartitionContract;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterJobsTest {

  @TempDir private java.nio.file.Path folder;

  /** A configuration whose decisions are the given lines. */
  private Configuration conf(List<String> decisions, String... settings) throws IOException {
    Files.write(folder.resolve("part-r-00000"), decisions);
    Files.write(folder.resolve("columns-r-00000"), PAIRS);
    Configuration conf = Mr.conf(settings);
    conf.set("neardup-internal.source-format", "tsv");
    Path both = new Path(folder.toUri());
    ClusterMapper.configure(conf, both, both, Optional.empty());
    return conf;
  }

  /** 3 is kept of 1, 3 and 5, and 2 of 2 and 6; 5 makes a pair with 1 only. */
  private static final List<String> DECISIONS =
      List.of("1\t3 1 3 900000", "2\t2 2", "3\t3 1", "5\t3 1 1 800000", "6\t2 2 2 1000000");

  private static final List<String> PAIRS =
      List.of("1\t3\t0.900000\t\t\t", "1\t5\t0.800000\t\t\t", "2\t6\t1.000000\t\t\t");

  private static MapDriver<LongWritable, DocumentWritable, GroupedKey, Text> map(
      Configuration conf) {
    MapDriver<LongWritable, DocumentWritable, GroupedKey, Text> driver =
        MapDriver.newMapDriver(new ClusterMapper());
    Mr.configure(driver, conf);
    for (int c = 0; c < 8; c++) {
      driver.addInput(new LongWritable(c), doc("d" + c, "text"));
    }
    return driver;
  }

  @ParameterizedTest
  @ValueSource(strings = {"1\t1", "1\t3 1", "1\t3 1 3"})
  void aDecisionThatIsNotWholeIsAnError(String line) throws IOException {
    var driver = map(conf(List.of(line)));
    assertThatThrownBy(driver::run)
        .isInstanceOf(IOException.class)
        .hasMessage("the decision of column 1 is not whole");
  }

  private static Pair<GroupedKey, Text> member(long cluster, long column, boolean kept, String id) {
    return new Pair<>(
        ClusterMapper.setMember(new GroupedKey(), cluster, column),
        new Text(id + (kept ? "\t1" : "\t0")));
  }

  private static Pair<GroupedKey, Text> kept(long column, String id) {
    return new Pair<>(ClusterMapper.setKept(new GroupedKey(), column), new Text(id));
  }

  private static Pair<GroupedKey, Text> removed(long kept, long column, String value) {
    return removed(kept, ClusterMapper.REMOVED, column, value);
  }

  private static Pair<GroupedKey, Text> removed(long kept, byte tag, long column, String value) {
    return new Pair<>(
        ClusterMapper.setRemoved(new GroupedKey(), kept, tag, column), new Text(value));
  }

  private static Pair<GroupedKey, Text> other(long kept, long column, String id) {
    return removed(kept, ClusterMapper.OTHER, column, id + "\t");
  }

  private static Pair<GroupedKey, Text> source(String name, String counts) {
    return new Pair<>(ClusterMapper.setSource(new GroupedKey(), name), new Text(counts));
  }

  private static ReduceDriver<GroupedKey, Text, Text, Text> reduce(Configuration conf) {
    ReduceDriver<GroupedKey, Text, Text, Text> driver =
        ReduceDriver.newReduceDriver(new ClusterReducer());
    Mr.configure(driver, conf);
    return driver;
  }

  @Test
  void clusterReducerSumsTheCountsOfSources() throws IOException {
    Configuration conf = Mr.conf();
    var driver = reduce(conf);
    driver.addInput(Mr.group(conf, List.of(source("a b", "10\t0"), source("a b", "20\t10"))));
    driver.addInput(Mr.group(conf, List.of(source("été", "7\t7"))));
    driver.addInput(Mr.group(conf, List.of(source("x", "5\t0"))));
    driver
        .withOutput(ClusterReducer.SOURCES, new Text("a b\t30\t10\t0.333333"))
        .withOutput(ClusterReducer.SOURCES, new Text("été\t7\t7\t1.000000"))
        .withOutput(ClusterReducer.SOURCES, new Text("x\t5\t0\t0.000000"))
        .withCounter(ClusterCounters.SOURCES, 3)
        .withCounter(ClusterCounters.SOURCE_DOCUMENTS, 42)
        .withCounter(ClusterCounters.SOURCE_REMOVED, 17)
        .withCounter(ClusterCounters.SOURCES_WIPED_OUT, 1)
        .runTest(true);
  }

  @Test
  void aDocumentThatIsMissingIsAnError() throws IOException {
    Configuration conf = Mr.conf();
    for (var lost :
        List.of(
            List.of(member(7, 8, true, "b")),
            List.of(removed(7, 8, "b\t\t0.800000\t8\tf\t0")),
            List.of(kept(6, "a\t6\tf\t0"), removed(6, 8, "b\t7\t0.800000\t8\tf\t0")))) {
      var driver = reduce(conf);
      driver.addInput(Mr.group(conf, lost));
      assertThatThrownBy(driver::run)
          .isInstanceOf(IOException.class)
          .hasMessage("document 7 is missing");
    }
  }

  @Test
  void clusterChainWritesEverythingInOrder() throws IOException {
    MapReduceDriver<LongWritable, DocumentWritable, GroupedKey, Text, Text, Text> driver =
        MapReduceDriver.newMapReduceDriver(new ClusterMapper(), new ClusterReducer());
    Mr.configure(driver, conf(DECISIONS));
    driver.setKeyGroupingComparator(Mr.comparator(new GroupedKey.Group()));
    for (int c = 0; c < 8; c++) {
      driver.addInput(new LongWritable(c), doc("d" + c, "text"));
    }
    assertThat(driver.run().stream().map(line -> line.getFirst() + ": " + line.getSecond()))
        .containsExactly(
            "part: d1\td1\tremoved",
            "part: d1\td3\tkept",
            "part: d1\td5\tremoved",
            "part: d2\td2\tkept",
            "part: d2\td6\tremoved",
            "removed-by: d6\td2\t1.000000\tpair\t6\t\t0\t2\t\t0\t\t\t",
            "removed-by: d1\td3\t0.900000\tpair\t1\t\t0\t3\t\t0\t\t\t",
            "removed-by: d5\td3\t\tlink\t5\t\t0\t3\t\t0\td1\t1\t0.800000",
            "sources: -\t8\t3\t0.375000");
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.DOCUMENTS)).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 2", "4, 2", "5, 3", "8, 3", "9, 4", "2048, 11", "549755813889, 40"})
  void sizesAreCountedByPowersOfTwo(long documents, int sizeClass) {
    assertThat(ClusterLines.sizeClass(documents)).isEqualTo(sizeClass);
  }

  /** Groups of removals by pairs and by chains, which lead through documents before and after. */
  @Test
  void aRowFindsTheIdOfTheColumnOfItsReason() throws IOException {
    Random random = new Random(5);
    Configuration conf = Mr.conf();
    var driver = reduce(conf);
    List<String> expected = new ArrayList<>();
    for (int group = 0; group < 20; group++) {
      SortedMap<Long, String> ids = new TreeMap<>();
      int size = 1 + random.nextInt(30);
      while (ids.size() < size) {
        long column = random.nextInt(4) == 0 ? random.nextLong(1L << 40) : random.nextInt(100);
        ids.put(column, "é".repeat(random.nextInt(10)) + column);
      }
      List<Long> columns = List.copyOf(ids.keySet());
      List<Pair<GroupedKey, Text>> records = new ArrayList<>(List.of(kept(group, "k\t7\tf\t0")));
      for (long column : columns) {
        if (random.nextInt(5) == 0) { // removed for another
          records.add(other(group, column, ids.get(column)));
          continue;
        }
        long other = columns.get(random.nextInt(size));
        boolean pair = other == column || random.nextInt(3) == 0;
        String id = ids.get(column);
        records.add(
            removed(group, column, id + (pair ? "\t" : "\t" + other) + "\t0.900000\t8\tf\t1"));
        expected.add(
            pair
                ? id + "\tk\t0.900000\tpair\t8\tf\t1\t7\tf\t0\t\t\t"
                : id
                    + "\tk\t\tlink\t8\tf\t1\t7\tf\t0\t"
                    + ids.get(other)
                    + "\t"
                    + other
                    + "\t0.900000");
      }
      driver.addInput(Mr.group(conf, records));
    }
    assertThat(Mr.values(driver.run())).isEqualTo(expected);
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.REMOVED_BY))
        .isEqualTo(expected.size());
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.REMOVED_BY_LINK))
        .isEqualTo(expected.stream().filter(line -> line.contains("\tlink\t")).count());
  }

  @Test
  void aLineThatIsNotOfThirteenFieldsIsRefused() {
    assertThatThrownBy(() -> Removal.parse("a\tb\t1.000000\tpair\t1\t\t0\t2\t\t0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a line of removed-by.tsv: a\tb");
    Removal removal = Removal.parse("a\t\t\tno-shingles\t1\tf\t12\t\t\t\t\t\t");
    assertThat(removal.keptColumn()).isEqualTo(Removal.NONE);
    assertThat(removal.similarity()).isNaN();
    assertThat(removal.reason()).isEqualTo(Removal.NO_SHINGLES);
  }

  /** In any order of their columns, and cut in parts anywhere. */
  @Test
  void groupsOfEachKindArePartitionedInOrder() {
    ClusterReducer.Partitioner partitioner = new ClusterReducer.Partitioner();
    Configuration conf = new Configuration(false);
    ColumnPartition.setColumns(conf, 10_000);
    partitioner.setConf(conf);
    GroupedKey key = new GroupedKey();
    Text value = new Text();
    for (LongFunction<GroupedKey> kind :
        List.<LongFunction<GroupedKey>>of(
            column -> ClusterMapper.setMember(key, column, 3),
            column -> ClusterMapper.setRemoved(key, column, ClusterMapper.OTHER, 3),
            column -> ClusterMapper.setKept(key, column))) {
      PartitionContract.checkEven(
          10_000, (column, parts) -> partitioner.getPartition(kind.apply(column), value, parts));
    }
    List<String> names = List.of("-", "a", "a b", "aaaaaaaa", "aaaaaaaab", "b", "é", "日", "😀");
    PartitionContract.checkMonotone(
        names,
        (name, parts) ->
            partitioner.getPartition(ClusterMapper.setSource(key, name), value, parts));
    assertThat(partitioner.getPartition(ClusterMapper.setSource(key, "日"), value, 100))
        .isGreaterThan(80);
  }

  @Test
  void theWorstSourcesAreThoseOfTheGreatestShares() {
    TopNotes<SourceShare> worst = SourceShare.worst();
    worst.add(new SourceShare("half", 100, 50));
    worst.add(new SourceShare("all", 2, 2));
    worst.add(new SourceShare("all of more", 3, 3));
    worst.add(new SourceShare("all of as many", 3, 3));
    assertThat(worst.list().stream().map(SourceShare::name))
        .containsExactly("all of more", "all of as many", "all", "half");
    for (int i = 0; i < 40; i++) {
      worst.add(new SourceShare("#" + i, 1000, 500 + i));
    }
    assertThat(worst.list()).hasSize(10).doesNotContain(new SourceShare("half", 100, 50));
    assertThat(new SourceShare("a", 3000, 1000).inWords())
        .isEqualTo("a, 33.3% (1,000 of 3,000 documents)");
    assertThat(new SourceShare("a", 1, 1).inWords()).isEqualTo("a, 100.0% (1 of 1 document)");
  }

  @Test
  void theTableOfSourcesIsEmptiedWhenFull() throws Exception {
    List<String> given = new ArrayList<>();
    ClusterMapper.SourceCounts counts =
        new ClusterMapper.SourceCounts(
            (source, documents, removed) -> given.add(source + " " + documents + " " + removed));
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < ClusterMapper.SourceCounts.MAX_SOURCES; i++) {
        counts.add("s" + i, i == 7);
      }
    }
    assertThat(given).isEmpty();
    counts.add("one more", false);
    assertThat(given)
        .hasSize(ClusterMapper.SourceCounts.MAX_SOURCES)
        .startsWith("s0 2 0")
        .contains("s7 2 2");
    counts.flush();
    counts.flush();
    assertThat(given).hasSize(ClusterMapper.SourceCounts.MAX_SOURCES + 1).endsWith("one more 1 0");
  }
}
