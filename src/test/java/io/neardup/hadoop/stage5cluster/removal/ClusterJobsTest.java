package io.neardup.hadoop.stage5cluster.removal;

import static io.neardup.hadoop.Docs.doc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.neardup.hadoop.KeyContract;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
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
    StageJob.setBeside(conf, ClusterMapper.DECISIONS, both);
    StageJob.setBeside(conf, ClusterMapper.PAIRS, both);
    java.nio.file.Path links = Files.createDirectories(folder.resolve("links"));
    Files.write(links.resolve("part-0"), List.of("1\t3 5"));
    StageJob.setBeside(conf, ClusterMapper.LINKS, new Path(links.toUri()));
    return conf;
  }

  /** 3 is kept of 1, 3 and 5, and 2 of 2 and 6; 5 makes a pair with 1 only. */
  private static final List<String> DECISIONS =
      List.of("1\t3 1 3 900000", "2\t2 2", "3\t3 1", "5\t3 1 1 800000", "6\t2 2 2 1000000");

  private static final List<String> PAIRS =
      List.of("1\t3\t0.900000\t\t\t", "1\t5\t0.800000\t\t\t", "2\t6\t1.000000\t\t\t");

  private static MapReduceDriver<LongWritable, DocumentWritable, GroupedKey, Text, Text, Text>
      chain(Configuration conf) {
    var driver = Mr.chain(new ClusterMapper(), new ClusterReducer(), conf);
    driver.setKeyGroupingComparator(Mr.comparator(new GroupedKey.Group()));
    for (int c = 0; c < 8; c++) {
      driver.addInput(new LongWritable(c), doc("d" + c, "text"));
    }
    return driver;
  }

  @ParameterizedTest
  @ValueSource(strings = {"1\t1", "1\t3 1", "1\t3 1 3"})
  void aDecisionThatIsNotWholeIsAnError(String line) throws IOException {
    var driver = chain(conf(List.of(line)));
    assertThatIOException()
        .isThrownBy(driver::run)
        .withMessageContaining("is not a list of columns");
  }

  private static Pair<GroupedKey, Text> member(long cluster, long column, boolean kept, String id) {
    return new Pair<>(
        ClusterMapper.setMember(new GroupedKey(), cluster, column),
        new Text(id + (kept ? "\t1\t9" : "\t0\t9")));
  }

  private static Pair<GroupedKey, Text> kept(long column, String id) {
    return new Pair<>(ClusterMapper.setKept(new GroupedKey(), column), new Text(id));
  }

  private static Pair<GroupedKey, Text> removed(long kept, long column, String value) {
    return new Pair<>(
        ClusterMapper.setRemoved(new GroupedKey(), kept, column, ClusterMapper.REMOVED),
        new Text(value));
  }

  private static Pair<GroupedKey, Text> link(long kept, long column, long other, String id) {
    return new Pair<>(
        ClusterMapper.setRemoved(new GroupedKey(), kept, column, ClusterMapper.LINK),
        new Text(other + "\t" + id));
  }

  @Test
  void aDocumentThatIsMissingIsAnError() throws IOException {
    Configuration conf = Mr.conf();
    for (var lost :
        List.of(
            List.of(member(7, 8, true, "b")),
            List.of(removed(7, 8, "b\t\t0.800000\t8\tf\t0")),
            List.of(kept(6, "a\t6\tf\t0"), removed(6, 8, "b\t7\t0.800000\t8\tf\t0")),
            List.of(
                kept(6, "a\t6\tf\t0"),
                link(6, 7, 5, "c"),
                removed(6, 8, "b\t7\t0.800000\t8\tf\t0")))) {
      var driver = Mr.reduce(new ClusterReducer(), conf);
      driver.addInput(Mr.group(conf, lost));
      assertThatIOException().isThrownBy(driver::run).withMessage("document 7 is missing");
    }
  }

  @Test
  void clusterChainWritesEverythingInOrder() throws IOException {
    var driver = chain(conf(DECISIONS));
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
            "sources: -\t8\t3\t0.375000",
            "cluster-sources: " + ClusterSources.hash("-") + " 5");
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.DOCUMENTS)).isEqualTo(5);
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.REMOVED_BY)).isEqualTo(3);
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.REMOVED_BY_LINK)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 2", "4, 2", "5, 3", "8, 3", "9, 4", "2048, 11", "549755813889, 40"})
  void sizesAreCountedByPowersOfTwo(long documents, int sizeClass) {
    assertThat(ClusterLines.sizeClass(documents)).isEqualTo(sizeClass);
  }

  @Test
  void aLineThatIsNotOfThirteenFieldsIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Removal.parse("a\tb\t1.000000\tpair\t1\t\t0\t2\t\t0"))
        .withMessageStartingWith("not a line of removed-by.tsv: a\tb");
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
            column -> ClusterMapper.setRemoved(key, column, 3, ClusterMapper.LINK),
            column -> ClusterMapper.setKept(key, column))) {
      KeyContract.checkEven(
          10_000, (column, parts) -> partitioner.getPartition(kind.apply(column), value, parts));
    }
    List<String> names = List.of("-", "a", "a b", "aaaaaaaa", "aaaaaaaab", "b", "é", "日", "😀");
    KeyContract.checkMonotone(
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

  /** A cluster of more sources than a line has, one of them again in the second line. */
  @Test
  void aClusterOfManySourcesIsOneCluster() throws Exception {
    int lines = ClusterSources.MAX_SOURCES + 1;
    List<Pair<GroupedKey, Text>> members = new ArrayList<>();
    for (int i = 0; i <= lines; i++) {
      String source = "s" + (i == lines ? 0 : i);
      members.add(
          new Pair<>(
              ClusterMapper.setMember(new GroupedKey(), 0, i),
              new Text("d" + i + "\t1\t" + ClusterSources.hash(source))));
    }
    Configuration conf = Mr.conf();
    var driver = Mr.reduce(new ClusterReducer(), conf);
    driver.addInput(Mr.group(conf, members));
    java.nio.file.Path file = folder.resolve("cluster-sources");
    Files.write(
        file,
        driver.run().stream()
            .filter(line -> line.getFirst().equals(ClusterSources.LINES))
            .map(line -> line.getSecond().toString())
            .toList());
    assertThat(Files.readAllLines(file)).hasSize(2);
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.IN_SEVERAL_SOURCES))
        .isEqualTo(lines + 1);

    List<ClusteredSource> sources =
        List.of(
            new ClusteredSource("s" + (lines - 1), 4, 1),
            new ClusteredSource("in no cluster", 3, 0),
            new ClusteredSource("s0", 8, 2));
    assertThat(SourceOverlap.of(conf, sources, List.of(new Path(file.toUri()))))
        .containsExactly(
            new SourceOverlap("s0", "s0", 2, 0.25),
            new SourceOverlap("s0", "s" + (lines - 1), 2, 0.25),
            new SourceOverlap("s" + (lines - 1), "s0", 1, 0.25));
  }

  @Test
  void theSourcesThatAreComparedHaveTheMostDocumentsInClusters() {
    TopNotes<ClusteredSource> largest = ClusteredSource.largest();
    for (int i = 0; i < 150; i++) {
      largest.add(new ClusteredSource("s" + i, 1000, i / 2));
    }
    assertThat(largest.list()).hasSize(100).startsWith(new ClusteredSource("s148", 1000, 74));
    assertThat(largest.list()).endsWith(new ClusteredSource("s51", 1000, 25));
  }

  @Test
  void theTableOfSourcesIsEmptiedWhenFull() throws Exception {
    List<String> given = new ArrayList<>();
    ClusterMapper.SourceCounts counts =
        new ClusterMapper.SourceCounts(
            (source, count) ->
                given.add(source + " " + count[0] + " " + count[1] + " " + count[2]));
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < ClusterMapper.SourceCounts.MAX_SOURCES; i++) {
        counts.add("s" + i, i == 7, i < 8);
      }
    }
    assertThat(given).isEmpty();
    counts.add("one more", false, true);
    assertThat(given)
        .hasSize(ClusterMapper.SourceCounts.MAX_SOURCES)
        .startsWith("s0 2 0 2")
        .contains("s7 2 2 2", "s8 2 0 0");
    counts.flush();
    counts.flush();
    assertThat(given)
        .hasSize(ClusterMapper.SourceCounts.MAX_SOURCES + 1)
        .endsWith("one more 1 0 1");
  }
}
