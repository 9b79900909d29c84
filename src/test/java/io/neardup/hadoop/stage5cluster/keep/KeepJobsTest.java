package io.neardup.hadoop.stage5cluster.keep;

import static io.neardup.hadoop.Docs.doc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.GroupedKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The jobs that find which documents are kept. */
class KeepJobsTest {

  @TempDir private java.nio.file.Path folder;

  private Path write(String name, List<String> lines) throws IOException {
    java.nio.file.Path sub = Files.createDirectories(folder.resolve(name));
    Files.write(sub.resolve("part-r-00000"), lines);
    return new Path(sub.toUri());
  }

  // Ranks

  private static final List<String> COMPONENTS = List.of("1\t1", "2\t2", "3\t1", "5\t1", "6\t2");

  /** 3 and 5 are the longest of their cluster, 2 and 6 equally long. */
  private List<String> ranks(boolean byCluster) throws IOException {
    var driver = MapReduceDriver.newMapReduceDriver(new RankJob.Documents(), new RankJob.Lines());
    Configuration conf = Mr.conf("neardup.cluster.keep=longest");
    RankJob.configure(conf, write("components", COMPONENTS), byCluster);
    Mr.configure(driver, conf);
    driver.setKeyGroupingComparator(Mr.comparator(new GroupedKey.Group()));
    for (int c = 0; c < 8; c++) {
      driver.addInput(new LongWritable(c), doc("d" + c, c == 3 || c == 5 ? "longer" : "text"));
    }
    List<String> lines = Mr.values(driver.run());
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.RANKED)).isEqualTo(5);
    return lines;
  }

  @Test
  void theBestOfEachClusterIsKeptForAllOfIt() throws IOException {
    assertThat(ranks(true)).containsExactly("3\t3", "5\t3", "1\t3", "2\t2", "6\t2");
  }

  @Test
  void ranksAreWrittenByColumn() throws IOException {
    String four = "7ffffffffffffffb";
    String six = "7ffffffffffffff9";
    assertThat(ranks(false))
        .containsExactly("1\t" + four, "2\t" + four, "3\t" + six, "5\t" + six, "6\t" + four);
  }

  private static byte[] ranks(long... ranks) {
    ByteBuffer bytes = ByteBuffer.allocate(ranks.length * Long.BYTES);
    for (long rank : ranks) {
      bytes.putLong(rank);
    }
    return bytes.array();
  }

  // Direct linking

  private static final List<String> PAIRS =
      List.of(
          "1\t2\t0.900000\t\t\t",
          "1\t3\t0.800000\t\t\t",
          "2\t4\t0.850000\t\t\t",
          "3\t4\t0.850000\t\t\t");

  private record Linked(List<String> decisions, Counters counters) {
    long count(ClusterCounters counter) {
      return Mr.count(counters, counter);
    }
  }

  /** Returns the decisions among some lines; the others are their first columns. */
  private static List<String> decisions(List<Pair<Text, Text>> lines) {
    List<String> decisions = new ArrayList<>();
    List<String> columns = new ArrayList<>();
    for (Pair<Text, Text> line : lines) {
      boolean decision = line.getFirst().equals(Decisions.DECISIONS);
      (decision ? decisions : columns).add(line.getSecond().toString());
    }
    assertThat(columns)
        .isEqualTo(decisions.stream().map(line -> line.replaceFirst("( .*?) .*", "$1")).toList());
    return decisions;
  }

  /** Links the columns of some pairs, of one component named by its first column. */
  private Linked link(List<String> pairs, List<String> removed, String... settings)
      throws IOException {
    MapReduceDriver<LongWritable, Text, GroupedKey, ColumnPair, Text, Text> driver =
        MapReduceDriver.newMapReduceDriver(new LinkReducer.Pairs(), new LinkReducer());
    SortedSet<Long> columns = new TreeSet<>();
    for (String pair : pairs) {
      String[] fields = pair.split("\t", -1);
      columns.addAll(List.of(Long.parseLong(fields[0]), Long.parseLong(fields[1])));
      driver.addInput(new LongWritable(0), new Text(pair));
    }
    List<String> components = new ArrayList<>();
    columns.forEach(c -> components.add(c + "\t" + columns.first() + " " + columns.first()));
    Configuration conf = Mr.conf(settings);
    LinkReducer.configure(conf, write("all", components), Optional.of(write("removed", removed)));
    Mr.configure(driver, conf);
    driver.setKeyGroupingComparator(Mr.comparator(new GroupedKey.Group()));
    Linked linked = new Linked(decisions(driver.run()), driver.getCounters());
    assertThat(linked.count(ClusterCounters.COLUMNS_DECIDED)).isEqualTo(columns.size());
    return linked;
  }

  @Test
  void whatMakesAPairWithAnEarlierKeptOneIsRemoved() throws IOException {
    Linked linked = link(PAIRS, List.of());
    // 4 is like 2 and 3 only, which go: for 1, or for 4, if that is more similar.
    assertThat(linked.decisions())
        .containsExactly("1\t1 1", "2\t1 1 1 900000", "3\t4 1 4 850000", "4\t4 1");
    assertThat(linked.count(ClusterCounters.PAIRS_LINKED)).isEqualTo(4);
    assertThat(linked.count(ClusterCounters.LINKED_REMOVED)).isEqualTo(2);
  }

  @Test
  void ofSeveralTheMostSimilarRemovesAndOfEqualOnesTheFirst() throws IOException {
    List<String> pairs =
        List.of(
            "0\t8\t0.800000\t\t\t",
            "1\t8\t0.900000\t\t\t",
            "2\t8\t0.900000\t\t\t",
            "5\t7\t0.800000\t\t\t");
    assertThat(link(pairs, List.of()).decisions())
        .containsExactly(
            "0\t0 0", "1\t1 0", "2\t2 0", "5\t5 0", "7\t5 0 5 800000", "8\t1 0 1 900000");
    // 2 is removed for 0, but as like to 3 and 4, which are kept.
    List<String> later =
        List.of(
            "0\t1\t0.900000\t\t\t",
            "0\t2\t0.800000\t\t\t",
            "2\t3\t0.800000\t\t\t",
            "2\t4\t0.800001\t\t\t",
            "2\t5\t0.800001\t\t\t");
    assertThat(link(later, List.of()).decisions()).contains("2\t4 0 4 800001", "1\t0 0 0 900000");
  }

  @Test
  void similaritiesAreComparedAsQuotients() throws IOException {
    // 799998/999998 < 799999/999999 < 0.8, all 0.799999 or 0.800000 when rounded.
    Linked linked =
        link(
            List.of(
                "0\t8\t0.800000\t799998\t899998\t899998", "1\t8\t0.800000\t799999\t899999\t899999"),
            List.of());
    assertThat(linked.decisions()).contains("8\t1 0 1 800000");
    assertThat(linked.count(ClusterCounters.SHINGLES_OF_REMOVED)).isEqualTo(899_999);
    assertThat(linked.count(ClusterCounters.SHINGLES_NOT_IN_KEPT)).isEqualTo(100_000);
  }

  @Test
  void whatIsRemovedForOthersRemovesNothing() throws IOException {
    Linked linked = link(PAIRS, List.of("1\t9 5 700000 30 3", "4\t8 6 900000 20 2"));
    assertThat(linked.decisions()) // 2 and 3 are like 1 and 4 only
        .containsExactly("1\t9 1 9 700000", "2\t2 1", "3\t3 1", "4\t8 1 8 900000");
    assertThat(linked.count(ClusterCounters.PAIRS_LINKED)).isEqualTo(4);
    assertThat(linked.count(ClusterCounters.LINKED_REMOVED)).isZero();
    assertThat(linked.count(ClusterCounters.SHINGLES_OF_REMOVED)).isEqualTo(50);
    assertThat(linked.count(ClusterCounters.SHINGLES_NOT_IN_KEPT)).isEqualTo(5);
    assertThatThrownBy(() -> link(PAIRS, List.of("5\t9 5 700000 30 3")))
        .isInstanceOf(IOException.class)
        .hasMessage("column 5 is in no component");
  }

  private List<String> links(List<String> pairs, String... ranks) throws IOException {
    MapReduceDriver<LongWritable, Text, GroupedKey, ColumnPair, GroupedKey, ColumnPair> driver =
        MapReduceDriver.newMapReduceDriver(new RankJob.Pairs(), new RankJob.Links());
    Configuration conf = Mr.conf();
    RankJob.setRanks(conf, write("ranks", List.of(ranks)));
    Mr.configure(driver, conf);
    driver.setKeyGroupingComparator(Mr.comparator(new GroupedKey.Group()));
    pairs.forEach(line -> driver.addInput(new LongWritable(0), new Text(line)));
    List<String> links = new ArrayList<>();
    for (Pair<GroupedKey, ColumnPair> link : driver.run()) {
      GroupedKey key = link.getFirst();
      ColumnPair pair = link.getSecond();
      int size = pair.sizeOf(key.groupColumn(), key.column());
      links.add(key + " " + pair.similarity() + " " + pair.intersection() + " of " + size);
    }
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.PAIRS_RANKED))
        .isEqualTo(pairs.size());
    return links;
  }

  private static String link(long rankOfLater, long later, long rankOfEarlier, long earlier) {
    return LinkReducer.setKey(
            new GroupedKey(), ranks(rankOfLater), later, ranks(rankOfEarlier), earlier)
        .toString();
  }

  /** Ranks are unsigned; of equal ones the smaller column is preferred. */
  @Test
  void pairsAreBroughtTogetherWithTheRanksOfBoth() throws IOException {
    assertThat(
            links(
                PAIRS,
                "1\t0000000000000005",
                "2\tffffffffffffffff",
                "3\t0000000000000004",
                "4\t0000000000000004"))
        .containsExactly(
            link(-1, 2, 5, 1) + " 900000 0 of 0",
            link(5, 1, 4, 3) + " 800000 0 of 0",
            link(4, 4, 4, 3) + " 850000 0 of 0",
            link(-1, 2, 4, 4) + " 850000 0 of 0");
    assertThatThrownBy(() -> links(PAIRS, "1\t0000000000000005"))
        .isInstanceOf(IOException.class)
        .hasMessage("column 2 is in a pair but has no rank");
  }

  /**
   * Pairs with the sizes of both sets: 1 and 2 are a short excerpt of 3, and the same but for it.
   */
  private static final List<String> CONTAINED =
      List.of("1\t3\t0.300000\t29\t30\t96", "2\t3\t0.800000\t80\t84\t96");

  @Test
  void aDocumentGoesOnlyForOneThatHoldsEnoughOfIt() throws IOException {
    for (double least : new double[] {0.8, 0.85}) {
      Linked linked =
          link(
              CONTAINED,
              List.of(),
              "neardup.cluster.min-containment=" + least,
              "neardup.cluster.keep=first");
      boolean removed = least == 0.8; // of 3, the share 29 / 96 is in 1, and 80 / 96 in 2
      assertThat(linked.decisions())
          .containsExactly("1\t1 1", "2\t2 1", removed ? "3\t2 1 2 800000" : "3\t3 1");
      assertThat(linked.count(ClusterCounters.PAIRS_LINKED)).isEqualTo(removed ? 1 : 0);
      assertThat(linked.count(ClusterCounters.PAIRS_NOT_CONTAINED)).isEqualTo(removed ? 1 : 2);
    }
  }

  @Test
  void linksHaveTheSizesOfBoth() throws IOException {
    assertThat(
            links(CONTAINED, "1\t0000000000000005", "2\t0000000000000005", "3\t0000000000000004"))
        .containsExactly(
            link(5, 1, 4, 3) + " 300000 29 of 30", link(5, 2, 4, 3) + " 800000 80 of 84");
  }

  // Decisions on components

  private static final List<String> IN_COMPONENTS =
      List.of("1\t1 1", "2\t1 1", "3\t1 1", "4\t1 1", "7\t7 7", "9\t7 7");

  private static final List<String> OF_BOTH =
      List.of(
          "1\t2\t0.850000\t\t\t",
          "1\t3\t0.800000\t\t\t",
          "2\t4\t0.850000\t\t\t",
          "3\t4\t0.990000\t\t\t",
          "7\t9\t1.000000\t\t\t");

  @SafeVarargs
  private static MapReduceDriver<LongWritable, Text, GroupedKey, ColumnPair, Text, Text> driver(
      boolean firstIsKept, List<String>... inputs) {
    MapReduceDriver<LongWritable, Text, GroupedKey, ColumnPair, Text, Text> driver =
        MapReduceDriver.newMapReduceDriver(new DecisionJob.Lines(), new DecisionJob.Columns());
    Configuration conf = Mr.conf();
    DecisionJob.setFirstIsKept(conf, firstIsKept);
    Mr.configure(driver, conf);
    driver.setKeyGroupingComparator(Mr.comparator(new GroupedKey.Group()));
    for (List<String> lines : inputs) {
      lines.forEach(line -> driver.addInput(new LongWritable(0), new Text(line)));
    }
    return driver;
  }

  @Test
  void aRemovedColumnHasThePairWithTheKeptOneOrElseItsMostSimilar() throws IOException {
    // 3 is kept of 1 to 4: 4 and 1 make a pair with it, 2 does not, and is as like 4 as 1.
    var driver =
        driver(
            false, IN_COMPONENTS, OF_BOTH, List.of("4\t3", "3\t3", "2\t3", "1\t3", "9\t7", "9\t8"));
    assertThat(decisions(driver.run()))
        .containsExactly(
            "1\t3 1 3 800000",
            "2\t3 1 1 850000",
            "3\t3 1",
            "4\t3 1 3 990000",
            "7\t7 7", // as nothing says else
            "9\t7 7 7 1000000"); // the smallest of two
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.PAIRS_DECIDED)).isEqualTo(5);
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.COLUMNS_DECIDED)).isEqualTo(6);
  }

  @Test
  void theFirstOfAComponentIsKeptIfNothingElseIsAskedFor() throws IOException {
    assertThat(decisions(driver(true, IN_COMPONENTS, OF_BOTH).run()))
        .containsExactly(
            "1\t1 1",
            "2\t1 1 1 850000",
            "3\t1 1 1 800000",
            "4\t1 1 3 990000",
            "7\t7 7",
            "9\t7 7 7 1000000");
  }

  @Test
  void aRemovedColumnInNoPairOrAColumnInNoComponentIsAnError() {
    assertThatThrownBy(driver(false, IN_COMPONENTS, List.of("1\t2"))::run)
        .isInstanceOf(IOException.class)
        .hasMessage("column 1 is removed, but in no pair");
    assertThatThrownBy(driver(true, List.of("1\t5\t0.900000\t\t\t"))::run)
        .isInstanceOf(IOException.class)
        .hasMessage("column 1 is in no component");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1 2", "1\tx"})
  void anyOtherLineIsAnError(String line) throws IOException {
    MapDriver<LongWritable, Text, GroupedKey, ColumnPair> driver =
        MapDriver.newMapDriver(new DecisionJob.Lines());
    Mr.configure(driver, Mr.conf());
    driver.withInput(new LongWritable(0), new Text(line));
    assertThatThrownBy(driver::run)
        .isInstanceOf(IOException.class)
        .hasMessage("not a pair, a component or a kept column: " + line);
  }
}
