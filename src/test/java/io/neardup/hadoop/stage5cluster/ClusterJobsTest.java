package io.neardup.hadoop.stage5cluster;

import static io.neardup.hadoop.Docs.doc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.graph.Graphs;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.io.ColumnPairKey;
import io.neardup.hadoop.io.DocumentWritable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterJobsTest {

  private static final NullWritable NULL = NullWritable.get();

  @TempDir private java.nio.file.Path folder;

  private static MapReduceDriver<
          LongWritable, Text, ColumnPairKey, NullWritable, NullWritable, Text>
      unionFind(List<long[]> pairs, String... settings) {
    MapReduceDriver<LongWritable, Text, ColumnPairKey, NullWritable, NullWritable, Text> driver =
        MapReduceDriver.newMapReduceDriver(new UnionFindMapper(), new UnionFindReducer());
    Mr.configure(driver, Mr.conf(settings));
    for (long[] pair : pairs) {
      driver.addInput(new LongWritable(0), new Text(pair[0] + "\t" + pair[1]));
    }
    return driver;
  }

  @Test
  void unionFindChainGivesEachColumnTheSmallestOfItsComponent() throws IOException {
    List<long[]> pairs = Graphs.random(new Random(3), 200, 150);
    var driver = unionFind(pairs);
    List<String> expected = new ArrayList<>();
    var components = Graphs.components(pairs);
    components.forEach((column, root) -> expected.add(column + "\t" + root));
    assertThat(Mr.values(driver.run())).isEqualTo(expected);
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, ClusterCounters.PAIRS)).isEqualTo(pairs.size());
    assertThat(Mr.count(counters, ClusterCounters.COLUMNS)).isEqualTo(components.size());
    assertThat(Mr.count(counters, ClusterCounters.COMPONENTS))
        .isEqualTo(components.values().stream().distinct().count())
        .isGreaterThan(5);
  }

  @Test
  void unionFindIsGivenUpWhereTheColumnsDoNotFit() throws IOException {
    List<long[]> pairs = Graphs.path(10);
    var fits = unionFind(pairs, "neardup.cluster.max-memory-columns=10");
    assertThat(fits.run()).hasSize(10);
    var tooMany = unionFind(pairs, "neardup.cluster.max-memory-columns=9");
    assertThat(tooMany.run()).isEmpty();
    Counters counters = tooMany.getCounters();
    assertThat(Mr.count(counters, ClusterCounters.UNION_FINDS_GIVEN_UP)).isEqualTo(1);
    assertThat(Mr.count(counters, ClusterCounters.COLUMNS)).isZero();
    assertThat(Mr.count(counters, ClusterCounters.COMPONENTS)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1\t", "\t2", "1\t2\t3", "1 2", "1\t-2", "7\t7", "1\t\t2"})
  void aLineThatIsNoPairIsAnError(String line) throws IOException {
    MapDriver<LongWritable, Text, ColumnPairKey, NullWritable> driver =
        MapDriver.newMapDriver(new UnionFindMapper());
    driver.withInput(new LongWritable(0), new Text(line));
    assertThatThrownBy(driver::run)
        .isInstanceOf(IOException.class)
        .hasMessage("not a pair of columns: " + line);
  }

  /** A configuration whose components are the given lines. */
  private Configuration conf(List<String> components, String... settings) throws IOException {
    java.nio.file.Path part = folder.resolve("part-r-00000");
    Files.write(part, components);
    Configuration conf = Mr.conf(settings);
    ClusterMapper.setComponents(conf, new Path(folder.toUri()));
    return conf;
  }

  private static final List<String> COMPONENTS = List.of("1\t1", "2\t2", "3\t1", "5\t1", "6\t2");

  private static String render(Pair<ClusterKey, Text> pair) {
    ClusterKey key = pair.getFirst();
    return key.cluster()
        + (key.isMember() ? " member " : " eligible ")
        + key.column()
        + " "
        + pair.getSecond();
  }

  private static MapDriver<LongWritable, DocumentWritable, ClusterKey, Text> map(
      Configuration conf) {
    MapDriver<LongWritable, DocumentWritable, ClusterKey, Text> driver =
        MapDriver.newMapDriver(new ClusterMapper());
    Mr.configure(driver, conf);
    for (int c = 0; c < 8; c++) {
      driver.addInput(new LongWritable(c), doc("d" + c, "text"));
    }
    return driver;
  }

  @Test
  void clusterMapperSendsTheIdsOfDocumentsInClusters() throws IOException {
    var driver = map(conf(COMPONENTS));
    assertThat(driver.run().stream().map(ClusterJobsTest::render))
        .containsExactly(
            "1 member 1 d1", "2 member 2 d2", "1 member 3 d3", "1 member 5 d5", "2 member 6 d6");
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.DOCUMENTS)).isEqualTo(5);
  }

  @Test
  void clusterMapperSendsWhatIsRankedTwice() throws IOException {
    var driver = map(conf(List.of("4\t4", "5\t4"), "neardup.cluster.keep=longest"));
    assertThat(driver.run().stream().map(ClusterJobsTest::render))
        .containsExactly("4 eligible 4 ", "4 member 4 d4", "4 eligible 5 ", "4 member 5 d5");
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.DOCUMENTS)).isEqualTo(2);
  }

  private static Pair<ClusterKey, Text> eligible(long cluster, long rank, long column) {
    return new Pair<>(new ClusterKey().setEligible(cluster, rank, column), new Text());
  }

  private static Pair<ClusterKey, Text> member(long cluster, long column, String id) {
    return new Pair<>(new ClusterKey().setMember(cluster, column), new Text(id));
  }

  private static ReduceDriver<ClusterKey, Text, NullWritable, Text> reduce(Configuration conf) {
    ReduceDriver<ClusterKey, Text, NullWritable, Text> driver =
        ReduceDriver.newReduceDriver(new ClusterReducer());
    Mr.configure(driver, conf);
    return driver;
  }

  @Test
  void clusterReducerKeepsTheFirstUnlessOneIsRanked() throws IOException {
    Configuration conf = Mr.conf("neardup.cluster.max-documents=2");
    var driver = reduce(conf);
    driver.addInput(Mr.group(conf, List.of(member(1, 1, "é"), member(1, 4, "b"))));
    driver.addInput(
        Mr.group(
            conf,
            List.of(
                eligible(2, 10, 5),
                eligible(2, 10, 6),
                eligible(2, 11, 2),
                member(2, 2, "c"),
                member(2, 5, "a longer id"),
                member(2, 6, "e"))));
    driver
        .withOutput(NULL, new Text("é\té\tkept"))
        .withOutput(NULL, new Text("é\tb\tremoved"))
        .withOutput(NULL, new Text("c\tc\tremoved"))
        .withOutput(NULL, new Text("c\ta longer id\tkept"))
        .withOutput(NULL, new Text("c\te\tremoved"))
        .withCounter(ClusterCounters.CLUSTERS, 2)
        .withCounter(ClusterCounters.KEPT, 2)
        .withCounter(ClusterCounters.REMOVED, 3)
        .withCounter(ClusterCounters.LARGE_CLUSTERS, 1)
        .runTest(true);
  }

  @Test
  void aClusterWithoutItsFirstDocumentIsAnError() throws IOException {
    Configuration conf = Mr.conf();
    var driver = reduce(conf);
    driver.addInput(Mr.group(conf, List.of(member(1, 4, "b"))));
    assertThatThrownBy(driver::run)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("document 1 is missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"first", "longest"})
  void clusterChainWritesEveryClusterInOrder(String keep) throws IOException {
    MapReduceDriver<LongWritable, DocumentWritable, ClusterKey, Text, NullWritable, Text> driver =
        MapReduceDriver.newMapReduceDriver(new ClusterMapper(), new ClusterReducer());
    Mr.configure(driver, conf(COMPONENTS, "neardup.cluster.keep=" + keep));
    driver.setKeyOrderComparator(Mr.comparator(new ClusterKey.Order()));
    driver.setKeyGroupingComparator(Mr.comparator(new ClusterKey.Cluster()));
    for (int c = 0; c < 8; c++) { // 3 and 5 are the longest of the first, 2 and 6 equally long
      driver.addInput(new LongWritable(c), doc("d" + c, c == 3 || c == 5 ? "longer" : "text"));
    }
    boolean first = keep.equals("first");
    assertThat(Mr.values(driver.run()))
        .containsExactly(
            "d1\td1\t" + (first ? "kept" : "removed"),
            "d1\td3\t" + (first ? "removed" : "kept"),
            "d1\td5\tremoved",
            "d2\td2\tkept",
            "d2\td6\tremoved");
  }

  @Test
  void theLargestClustersAreTheFirstOfThoseAdded() {
    LargestClusters largest = new LargestClusters();
    assertThat(largest.list()).isEmpty();
    for (int i = 0; i < 40; i++) {
      largest.add(i % 13, new Text("#" + i));
    }
    assertThat(largest.lines())
        .startsWith("12\t#12\n12\t#25\n12\t#38\n11\t#11\n")
        .endsWith("\n9\t#9\n");
    LargestClusters merged = new LargestClusters();
    merged.addLines(List.of("3\ta b", "4\tc"));
    merged.addLines(largest.lines().lines().toList());
    assertThat(merged.lines()).isEqualTo(largest.lines());
  }
}
