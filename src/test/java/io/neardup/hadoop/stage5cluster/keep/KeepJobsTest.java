package io.neardup.hadoop.stage5cluster.keep;

import static io.neardup.hadoop.Docs.doc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.neardup.graph.Graphs;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.similarity.Measure;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  /** Runs a job on the documents 0 to 7, of which 3 and 5 are the longest. */
  private <K, V>
      MapReduceDriver<LongWritable, DocumentWritable, GroupedKey, ColumnPair, K, V> ranks(
          Reducer<GroupedKey, ColumnPair, K, V> reducer, List<String> pairs) throws IOException {
    Configuration conf = Mr.conf("neardup.cluster.keep=longest");
    StageJob.setBeside(conf, RankJob.COMPONENTS, write("components", COMPONENTS));
    if (!pairs.isEmpty()) {
      Files.write(Files.createDirectories(folder.resolve("pairs")).resolve("columns-0"), pairs);
      StageJob.setBeside(conf, RankJob.PAIRS, new Path(folder.resolve("pairs").toUri()));
    }
    var driver = Mr.chain(new RankJob.Documents(), reducer, conf);
    driver.setKeyGroupingComparator(Mr.comparator(new GroupedKey.Group()));
    for (int c = 0; c < 8; c++) {
      driver.addInput(new LongWritable(c), doc("d" + c, c == 3 || c == 5 ? "longer" : "text"));
    }
    return driver;
  }

  @Test
  void theBestOfEachClusterIsKeptForAllOfIt() throws IOException {
    var driver = ranks(new RankJob.Best(), List.of());
    assertThat(Mr.values(driver.run()))
        .containsExactly("3\t3", "5\t3", "1\t3", "2\t2", "6\t2"); // 2 and 6 are equally long
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.RANKED)).isEqualTo(5);
  }

  @Test
  void pairsAreBroughtTogetherWithTheRanksOfBoth() throws IOException {
    var driver =
        ranks(
            new RankJob.Links(),
            List.of(
                "1\t3\t0.300000\t29\t30\t96",
                "1\t5\t0.800000\t80\t96\t84",
                "2\t6\t0.900000\t\t\t"));
    List<String> links = new ArrayList<>();
    for (Pair<GroupedKey, ColumnPair> link : driver.run()) {
      GroupedKey key = link.getFirst();
      int size = link.getSecond().sizeOf(key.groupColumn(), key.column());
      links.add(key + " " + link.getSecond().intersection() + " of " + size);
    }
    String four = "7ffffffffffffffb";
    String six = "7ffffffffffffff9";
    assertThat(links)
        .containsExactly(
            four + "0000000001" + six + "0000000003 29 of 30",
            four + "0000000001" + six + "0000000005 80 of 96",
            four + "0000000006" + four + "0000000002 0 of 0"); // of equal ones the first is better
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.PAIRS_RANKED)).isEqualTo(3);
    assertThatIOException()
        .isThrownBy(ranks(new RankJob.Links(), List.of("1\t9\t0.300000\t29\t30\t96"))::run)
        .withMessage("column 9 is in a pair but has no rank");
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
      if (line.getFirst().equals(DecisionWriter.DECISIONS)) {
        decisions.add(line.getSecond().toString());
      } else if (line.getFirst().equals(DecisionWriter.COLUMNS)) { // the others are links
        columns.add(line.getSecond().toString());
      }
    }
    assertThat(columns)
        .isEqualTo(decisions.stream().map(line -> line.replaceFirst("( .*?) .*", "$1")).toList());
    return decisions;
  }

  /** Links the columns of some pairs, of one component named by its first column. */
  private Linked link(List<String> pairs, List<String> removed, String... settings)
      throws IOException {
    return link(new LinkReducer.Pairs(), pairs, removed, settings);
  }

  private Linked link(
      Mapper<LongWritable, Text, GroupedKey, ColumnPair> mapper,
      List<String> pairs,
      List<String> removed,
      String... settings)
      throws IOException {
    SortedSet<Long> columns = new TreeSet<>();
    for (String pair : pairs) {
      String[] fields = pair.split("\t", -1);
      columns.addAll(List.of(Long.parseLong(fields[0]), Long.parseLong(fields[1])));
    }
    List<String> components = new ArrayList<>();
    columns.forEach(c -> components.add(c + "\t" + columns.first() + " " + columns.first()));
    Configuration conf = Mr.conf(settings);
    StageJob.setBeside(conf, LinkReducer.COMPONENTS, write("all", components));
    StageJob.setBeside(conf, LinkReducer.REMOVED, write("removed", removed));
    var driver = Mr.chain(mapper, new LinkReducer(), conf);
    driver.setKeyGroupingComparator(Mr.comparator(new GroupedKey.Group()));
    pairs.forEach(pair -> driver.addInput(new LongWritable(0), new Text(pair)));
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
    assertThatIOException()
        .isThrownBy(() -> link(PAIRS, List.of("5\t9 5 700000 30 3")))
        .withMessage("column 5 is in no component");
  }

  /** Of twins, most make a pair with the first only. */
  @ParameterizedTest
  @CsvSource({
    "100 100 100, 95 100 100, 2\t0 0 0 904762", // equal: the same pair as 1
    "999 1000 1000, 950 1000 1000, 2\t0 0 1 998002", // surely similar: by the pair with 1
    "999 1000 1000, 900 1000 1000, 2\t2 0" // 1 and 0 are 0.18 apart
  })
  void whatIsLikeAKeptOneThroughARemovedOneGoesIfThatIsCertain(
      String ofTwins, String ofKept, String expected) throws IOException {
    List<String> pairs =
        List.of(line(0, 1, ofKept), line(1, 2, ofTwins), line(2, 3, "1000 1000 1000"));
    boolean goes = !expected.startsWith("2\t2");
    assertThat(link(pairs, List.of()).decisions())
        .contains("0\t0 0", expected, goes ? expected.replace("2\t", "3\t") : "3\t2 0 2 1000000");
    List<String> twins = List.of(line(1, 2, ofTwins));
    Linked linked = link(twins, List.of("1\t9 " + (Measure.EXACT_ONE / 10 * 9) + " 900000 100 5"));
    assertThat(linked.decisions().get(1)).startsWith("2\t9 1 ");
    assertThat(linked.count(ClusterCounters.LINKED_TO_OTHERS)).isEqualTo(1);
  }

  /** Returns lines of pairs of 1: with 0, then with 2, 3 … */
  private static List<String> pairsOfOne(String... numbers) {
    List<String> pairs = new ArrayList<>();
    for (String its : numbers) {
      pairs.add(pairs.isEmpty() ? line(0, 1, its) : line(1, 1 + pairs.size(), its));
    }
    return pairs;
  }

  /** 2 to 5 make a pair with 1 only, which 0 removes; 5 is too far from it. */
  @Test
  void ofDocumentsNearTheSameRemovedOneTheFirstIsKept() throws IOException {
    String near = "980 1000 1000";
    List<String> pairs = pairsOfOne("900 1000 1000", near, near, near, "910 1000 1000");
    assertThat(link(pairs.subList(0, 3), List.of()).decisions()).contains("3\t2 0 1 960784");
    Linked linked = link(pairs, List.of());
    assertThat(linked.decisions())
        .containsExactly(
            "0\t0 0", "1\t2 0 2 960784", "2\t2 0", "3\t2 0 1 960784", "4\t2 0 1 960784", "5\t5 0");
    assertThat(linked.count(ClusterCounters.SHINGLES_NOT_IN_KEPT)).isEqualTo(20 + 40 + 40);
    pairs.add(line(3, 6, "950 1000 1000")); // 3 stays, as 6 goes for it
    assertThat(link(pairs, List.of()).decisions())
        .contains("2\t2 0", "3\t3 0", "4\t2 0 1 960784", "6\t3 0 3 904762");
  }

  /** 2 to 4 make a pair with 1 only. 2 surely has 960 shingles of 3, and 940 of 4. */
  @Test
  void theFirstNearARemovedOneMustSurelyHoldEnough() throws IOException {
    String near = "980 1000 1000";
    List<String> pairs = pairsOfOne("960 1000 1000", near, near, "960 1000 1000");
    assertThat(link(pairs, List.of(), "neardup.cluster.min-containment=0.95").decisions())
        .containsExactly("0\t0 0", "1\t2 0 2 960784", "2\t2 0", "3\t2 0 1 960784", "4\t4 0");
  }

  /** 2 goes with 1 for 0, but 3, which is kept, makes a pair with it. */
  @Test
  void aPairWithAKeptOneIsMoreThanALink() throws IOException {
    List<String> pairs =
        List.of(
            line(0, 1, "950 1000 1000"), line(1, 2, "999 1000 1000"), line(2, 3, "900 1000 1000"));
    assertThat(link(pairs, List.of()).decisions())
        .containsExactly("0\t0 0", "1\t0 0 0 904762", "2\t3 0 3 818182", "3\t3 0");
    List<String> others = List.of("1\t9 " + (Measure.EXACT_ONE / 10 * 9) + " 900000 100 5");
    Linked linked = link(pairs.subList(1, 3), others);
    assertThat(linked.decisions()).containsExactly("1\t9 1 9 900000", "2\t3 1 3 818182", "3\t3 1");
    assertThat(linked.count(ClusterCounters.LINKED_TO_OTHERS)).isZero();
  }

  /** The last of equal documents is preferred, and all make a pair with the first only. */
  @Test
  void equalDocumentsGoForThePreferredOneOfThem() throws IOException {
    List<String> pairs =
        List.of(line(0, 1, "50 50 50"), line(0, 2, "50 50 50"), line(0, 3, "50 50 50"));
    assertThat(link(new LastFirst(), pairs, List.of()).decisions())
        .containsExactly("0\t3 0 3 1000000", "1\t3 0 3 1000000", "2\t3 0 3 1000000", "3\t3 0");
  }

  /** Prefers larger columns. */
  private static final class LastFirst extends Mapper<LongWritable, Text, GroupedKey, ColumnPair> {
    private final ColumnPair pair = new ColumnPair();
    private final GroupedKey key = new GroupedKey();

    @Override
    protected void map(LongWritable position, Text line, Context context)
        throws IOException, InterruptedException {
      pair.parse(line);
      byte[] later = {(byte) (100 - pair.smaller())};
      byte[] earlier = {(byte) (100 - pair.larger())};
      LinkReducer.setKey(key, later, pair.smaller(), earlier, pair.larger());
      context.write(key, pair);
    }
  }

  /** The line of a pair of which the intersection and both sizes are known. */
  private static String line(long i, long j, String numbers) {
    int[] of = Stream.of(numbers.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
    double similarity = (double) of[0] / (of[1] + of[2] - of[0]);
    return String.format(
        Locale.ROOT, "%d\t%d\t%.6f\t%s", i, j, similarity, numbers.replace(' ', '\t'));
  }

  /** In order, the best column that is left is kept, and its neighbours are removed. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void randomGraphsAreLinkedAsDefined(long seed) throws IOException {
    Random random = new Random(seed);
    SortedMap<Long, SortedMap<Long, Integer>> neighbours = new TreeMap<>();
    List<String> lines = new ArrayList<>();
    for (long[] pair : Graphs.random(random, 150, 100 + random.nextInt(300))) {
      if (!neighbours.getOrDefault(pair[0], new TreeMap<>()).containsKey(pair[1])) {
        int similarity = 800_000 + random.nextInt(4);
        neighbours.computeIfAbsent(pair[0], c -> new TreeMap<>()).put(pair[1], similarity);
        neighbours.computeIfAbsent(pair[1], c -> new TreeMap<>()).put(pair[0], similarity);
        lines.add(pair[0] + "\t" + pair[1] + "\t0." + similarity + "\t\t\t");
      }
    }
    Set<Long> kept = new TreeSet<>(neighbours.keySet());
    neighbours.forEach((c, its) -> kept.removeAll(kept.contains(c) ? its.keySet() : Set.of()));
    long first = neighbours.firstKey();
    List<String> expected = new ArrayList<>();
    neighbours.forEach(
        (c, its) -> {
          Map<Long, Integer> left = new TreeMap<>(its);
          left.keySet().retainAll(kept);
          expected.add(
              left.entrySet().stream()
                  .min(
                      Map.Entry.<Long, Integer>comparingByValue(Comparator.reverseOrder())
                          .thenComparing(Map.Entry.comparingByKey()))
                  .map(
                      by ->
                          String.format("%d\t%d %d %2$d %d", c, by.getKey(), first, by.getValue()))
                  .orElse(c + "\t" + c + " " + first));
        });
    assertThat(link(lines, List.of()).decisions()).isEqualTo(expected);
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

  private MapReduceDriver<LongWritable, Text, GroupedKey, ColumnPair, Text, Text> driver(
      boolean firstIsKept, List<String> pairs, String... kept) throws IOException {
    Configuration conf = Mr.conf();
    conf.setBoolean(DecisionJob.FIRST, firstIsKept);
    StageJob.setBeside(conf, DecisionJob.COMPONENTS, write("components", IN_COMPONENTS));
    var driver = Mr.chain(new DecisionJob.Lines(), new DecisionJob.Columns(), conf);
    driver.setKeyGroupingComparator(Mr.comparator(new GroupedKey.Group()));
    Stream.concat(pairs.stream(), Stream.of(kept))
        .forEach(line -> driver.addInput(new LongWritable(0), new Text(line)));
    return driver;
  }

  @Test
  void aRemovedColumnHasThePairWithTheKeptOneOrElseItsMostSimilar() throws IOException {
    // 3 is kept of 1 to 4: 4 and 1 make a pair with it, 2 does not, and is as like 4 as 1.
    var driver = driver(false, OF_BOTH, "4\t3", "3\t3", "2\t3", "1\t3", "9\t7", "9\t8");
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
  void aRemovedColumnInNoPairOrAColumnInNoComponentIsAnError() throws IOException {
    assertThatIOException()
        .isThrownBy(driver(false, List.of(), "1\t2")::run)
        .withMessage("column 1 is removed, but in no pair");
    assertThatIOException()
        .isThrownBy(driver(true, List.of("5\t7\t0.900000\t\t\t"))::run)
        .withMessage("column 5 is in no component");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1 2", "1\tx", "1\t2 2"})
  void anyOtherLineIsAnError(String line) throws IOException {
    assertThatIOException()
        .isThrownBy(driver(false, List.of(), line)::run)
        .withMessage("not a pair or a kept column: " + line);
  }
}
