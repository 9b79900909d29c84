package io.neardup.hadoop.stage5cluster.removal;

import static io.neardup.hadoop.Docs.doc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterJobsTest {

  @TempDir private java.nio.file.Path folder;

  /** A configuration whose decisions are the given lines. */
  private Configuration conf(List<String> decisions, String... settings) throws IOException {
    Files.write(folder.resolve("part-r-00000"), decisions);
    Files.write(folder.resolve("columns-r-00000"), PAIRS);
    Configuration conf = Mr.conf(settings);
    conf.set("neardup-internal.source-format", "tsv");
    ClusterMapper.setDecisions(conf, new Path(folder.toUri()));
    ClusterMapper.setVerified(conf, new Path(folder.toUri()));
    return conf;
  }

  /** 3 is kept of 1, 3 and 5, and 2 of 2 and 6; 5 makes a pair with 1 only. */
  private static final List<String> DECISIONS =
      List.of("1\t3 1 3 900000", "2\t2 2", "3\t3 1", "5\t3 1 1 800000", "6\t2 2 2 1000000");

  private static final List<String> PAIRS =
      List.of("1\t3\t0.900000\t\t\t", "1\t5\t0.800000\t\t\t", "2\t6\t1.000000\t\t\t");

  private static String render(Pair<BytesWritable, Text> pair) {
    BytesWritable key = pair.getFirst();
    String what =
        switch (ClusterKey.kind(key)) {
          case ClusterKey.MEMBER ->
              "member " + ClusterKey.column(key) + (ClusterKey.isKept(key) ? " kept" : "");
          case ClusterKey.REMOVAL ->
              ClusterKey.isOfKept(key) ? "kept" : "removed " + ClusterKey.removedColumn(key);
          default -> "source";
        };
    boolean source = ClusterKey.kind(key) == ClusterKey.SOURCE;
    return what + (source ? " " : " of " + ClusterKey.group(key) + " ") + pair.getSecond();
  }

  private static MapDriver<LongWritable, DocumentWritable, BytesWritable, Text> map(
      Configuration conf) {
    MapDriver<LongWritable, DocumentWritable, BytesWritable, Text> driver =
        MapDriver.newMapDriver(new ClusterMapper());
    Mr.configure(driver, conf);
    for (int c = 0; c < 8; c++) {
      driver.addInput(new LongWritable(c), doc("d" + c, "text"));
    }
    return driver;
  }

  @Test
  void clusterMapperSendsTheIdsOfDocumentsInClustersAndCountsAll() throws IOException {
    var driver = map(conf(DECISIONS));
    assertThat(driver.run().stream().map(ClusterJobsTest::render))
        .containsExactly(
            "member 1 of 1 d1\t2\t800000\t5",
            "removed 1 of 3 d1\t\t0.900000\t1\t\t0",
            "member 2 kept of 2 d2\t1\t1000000\t6",
            "kept of 2 d2\t2\t\t0",
            "member 3 kept of 1 d3",
            "kept of 3 d3\t3\t\t0",
            "member 5 of 1 d5",
            "removed 5 of 3 d5\t1\t0.800000\t5\t\t0",
            "member 6 of 2 d6",
            "removed 6 of 2 d6\t\t1.000000\t6\t\t0",
            "source 8\t3");
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.DOCUMENTS)).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1\t1", "1\t3 1", "1\t3 1 3"})
  void aDecisionThatIsNotWholeIsAnError(String line) throws IOException {
    var driver = map(conf(List.of(line)));
    assertThatThrownBy(driver::run)
        .isInstanceOf(IOException.class)
        .hasMessage("the decision of column 1 is not whole");
  }

  private static Pair<BytesWritable, Text> member(
      long cluster, long column, boolean kept, String id) {
    BytesWritable key = new BytesWritable();
    ClusterKey.setMember(key, cluster, column, kept);
    return new Pair<>(key, new Text(id));
  }

  private static Pair<BytesWritable, Text> kept(long column, String id) {
    BytesWritable key = new BytesWritable();
    ClusterKey.setKept(key, column);
    return new Pair<>(key, new Text(id));
  }

  private static Pair<BytesWritable, Text> removed(long kept, long column, String value) {
    BytesWritable key = new BytesWritable();
    ClusterKey.setRemoved(key, kept, column);
    return new Pair<>(key, new Text(value));
  }

  private static Pair<BytesWritable, Text> other(long kept, long column, String id) {
    BytesWritable key = new BytesWritable();
    ClusterKey.setOther(key, kept, column);
    return new Pair<>(key, new Text(id + "\t"));
  }

  private static Pair<BytesWritable, Text> source(String name, String counts) {
    BytesWritable key = new BytesWritable();
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    ClusterKey.setSource(key, bytes, bytes.length);
    return new Pair<>(key, new Text(counts));
  }

  private static ReduceDriver<BytesWritable, Text, Text, Text> reduce(Configuration conf) {
    ReduceDriver<BytesWritable, Text, Text, Text> driver =
        ReduceDriver.newReduceDriver(new ClusterReducer());
    Mr.configure(driver, conf);
    return driver;
  }

  private static final Text CLUSTERS = ClusterReducer.CLUSTERS;

  @Test
  void clusterReducerNamesClustersByTheirFirstDocuments() throws IOException {
    Configuration conf = Mr.conf("neardup.cluster.max-documents=2");
    var driver = reduce(conf);
    driver.addInput(Mr.group(conf, List.of(member(1, 1, true, "é"), member(1, 4, false, "b"))));
    driver.addInput(
        Mr.group(
            conf,
            List.of(
                member(2, 2, false, "c"),
                member(2, 5, true, "a longer id"),
                member(2, 6, true, "e"))));
    driver
        .withOutput(CLUSTERS, new Text("é\té\tkept"))
        .withOutput(CLUSTERS, new Text("é\tb\tremoved"))
        .withOutput(CLUSTERS, new Text("c\tc\tremoved"))
        .withOutput(CLUSTERS, new Text("c\ta longer id\tkept"))
        .withOutput(CLUSTERS, new Text("c\te\tkept"))
        .withCounter(ClusterCounters.CLUSTERS, 2)
        .withCounter(ClusterCounters.KEPT, 3)
        .withCounter(ClusterCounters.REMOVED, 2)
        .withCounter(ClusterCounters.LARGE_CLUSTERS, 1)
        .runTest(true);
  }

  @Test
  void clusterReducerSaysForWhichDocumentOthersAreRemoved() throws IOException {
    Configuration conf = Mr.conf();
    var driver = reduce(conf);
    driver.addInput(
        Mr.group(
            conf,
            List.of(
                kept(4, "a kept one\t4\tf\t7"),
                removed(4, 2, "é\t\t0.812500\t2\te\t0"),
                removed(4, 9, "a longer id\t2\t1.000000\t9\tg h\t1"),
                removed(4, 10, "b\t12\t0.900000\t10\tg\t2"),
                other(4, 12, "removed for another"))));
    driver.addInput(Mr.group(conf, List.of(kept(5, "of nothing\t5\tf\t9"))));
    driver
        .withOutput(
            ClusterReducer.REMOVED_BY,
            new Text("é\ta kept one\t0.812500\tpair\t2\te\t0\t4\tf\t7\t\t\t"))
        .withOutput(
            ClusterReducer.REMOVED_BY,
            new Text("a longer id\ta kept one\t\tlink\t9\tg h\t1\t4\tf\t7\té\t2\t1.000000"))
        .withOutput(
            ClusterReducer.REMOVED_BY,
            new Text("b\ta kept one\t\tlink\t10\tg\t2\t4\tf\t7\tremoved for another\t12\t0.900000"))
        .withCounter(ClusterCounters.REMOVED_BY, 3)
        .withCounter(ClusterCounters.REMOVED_BY_LINK, 2)
        .withCounter(ClusterCounters.KEPT, 0)
        .runTest(true);
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
    MapReduceDriver<LongWritable, DocumentWritable, BytesWritable, Text, Text, Text> driver =
        MapReduceDriver.newMapReduceDriver(new ClusterMapper(), new ClusterReducer());
    Mr.configure(driver, conf(DECISIONS));
    driver.setKeyGroupingComparator(Mr.comparator(new ClusterKey.Group()));
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
  }

  @Test
  void sizesAreCountedByPowersOfTwo() {
    ClusterSizes sizes = new ClusterSizes();
    assertThat(sizes.lines()).isEmpty();
    for (long size : new long[] {2, 2, 3, 4, 5, 8, 9, 1025, 2048, 1L << 39, (1L << 39) + 1}) {
      sizes.add(size);
    }
    assertThat(sizes.lines())
        .containsExactly(
            "2\t2\t2\t4",
            "3\t4\t2\t7",
            "5\t8\t2\t13",
            "9\t16\t1\t9",
            "1025\t2048\t2\t3073",
            "274877906945\t549755813888\t1\t549755813888",
            "549755813889\t1099511627776\t1\t549755813889");
    ClusterSizes merged = new ClusterSizes();
    merged.add(6);
    merged.addLines(sizes.lines());
    assertThat(merged.lines()).contains("5\t8\t3\t19").hasSize(7);
    merged.addLines(sizes.lines());
    assertThat(merged.lines()).startsWith("2\t2\t4\t8");
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
    SourceCounts counts =
        new SourceCounts(
            (source, documents, removed) -> given.add(source + " " + documents + " " + removed));
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < SourceCounts.MAX_SOURCES; i++) {
        counts.add("s" + i, i == 7);
      }
    }
    assertThat(given).isEmpty();
    counts.add("one more", false);
    assertThat(given).hasSize(SourceCounts.MAX_SOURCES).startsWith("s0 2 0").contains("s7 2 2");
    counts.flush();
    counts.flush();
    assertThat(given).hasSize(SourceCounts.MAX_SOURCES + 1).endsWith("one more 1 0");
  }
}
