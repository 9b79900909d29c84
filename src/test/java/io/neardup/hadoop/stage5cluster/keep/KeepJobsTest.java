package io.neardup.hadoop.stage5cluster.keep;

import static io.neardup.hadoop.Docs.doc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.GroupedKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
  private List<String> ranks(
      Reducer<GroupedKey, NullWritable, NullWritable, Text> reducer, boolean byCluster)
      throws IOException {
    var driver = MapReduceDriver.newMapReduceDriver(new RankJob.Documents(), reducer);
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
    assertThat(ranks(new RankJob.Best(), true))
        .containsExactly("3\t3", "5\t3", "1\t3", "2\t2", "6\t2");
  }

  @Test
  void ranksAreWrittenByColumn() throws IOException {
    String four = "7ffffffffffffffb";
    String six = "7ffffffffffffff9";
    assertThat(ranks(new RankJob.Ranks(), false))
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

  private static MapReduceDriver<LongWritable, Text, GroupedKey, ColumnPair, NullWritable, Text>
      link(int columns, List<String> pairs, String... settings) {
    MapReduceDriver<LongWritable, Text, GroupedKey, ColumnPair, NullWritable, Text> driver =
        MapReduceDriver.newMapReduceDriver(new LinkReducer.Pairs(), new LinkReducer());
    Configuration conf = Mr.conf(settings);
    ColumnPartition.setColumns(conf, columns);
    Mr.configure(driver, conf);
    driver.setKeyGroupingComparator(Mr.comparator(new GroupedKey.Group()));
    pairs.forEach(line -> driver.addInput(new LongWritable(0), new Text(line)));
    return driver;
  }

  @Test
  void whatMakesAPairWithAnEarlierKeptOneIsRemoved() throws IOException {
    var driver = link(5, PAIRS);
    // 4 is like 2 and 3 only, which go; they might go for 4, too.
    assertThat(partners(driver.run()))
        .containsExactly("2\t1 0 900000", "3\t1 0 800000", "2\t4 3 850000", "3\t4 3 850000");
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.PAIRS_LINKED)).isEqualTo(4);
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.LINKED_REMOVED)).isEqualTo(2);
  }

  @Test
  void ofSeveralTheMostSimilarRemovesAndOfEqualOnesTheFirst() throws IOException {
    var driver =
        link(
            9,
            List.of(
                "0\t8\t0.800000\t\t\t",
                "1\t8\t0.900000\t\t\t",
                "2\t8\t0.900000\t\t\t",
                "5\t7\t0.800000\t\t\t"));
    assertThat(partners(driver.run())).containsExactly("7\t5 0 800000", "8\t1 0 900000");
  }

  @Test
  void similaritiesAreComparedAsQuotients() throws IOException {
    // 799998/999998 < 799999/999999 < 0.8, all 0.799999 or 0.800000 when rounded.
    var driver =
        link(
            9,
            List.of(
                "0\t8\t0.800000\t799998\t899998\t899998",
                "1\t8\t0.800000\t799999\t899999\t899999"));
    assertThat(partners(driver.run())).containsExactly("8\t1 0 800000");
  }

  @Test
  void whatIsExcludedRemovesNothingAndIsRemovedForNothing() throws IOException {
    var driver = link(5, PAIRS);
    LinkReducer.setExcluded(
        driver.getConfiguration(), write("excluded", List.of("1\t9 8", "4\t9")));
    assertThat(partners(driver.run())).isEmpty(); // 2 and 3 are like 1 and 4 only
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.PAIRS_LINKED)).isEqualTo(4);
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.LINKED_REMOVED)).isZero();
  }

  /** Returns lines of partners, without their exact similarities and shingles. */
  private static List<String> partners(List<Pair<NullWritable, Text>> lines) {
    return Mr.values(lines).stream()
        .map(line -> line.replaceFirst("\t\t(\\d+) \\d+ (\\d+) .*", " $1 $2"))
        .toList();
  }

  private List<String> links(List<String> pairs, String... ranks) throws IOException {
    MapReduceDriver<LongWritable, Text, GroupedKey, ColumnPair, GroupedKey, ColumnPair> driver =
        MapReduceDriver.newMapReduceDriver(new RankedLinks.Pairs(), new RankedLinks.Links());
    Configuration conf = Mr.conf();
    RankedLinks.configure(conf, write("ranks", List.of(ranks)));
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
      var driver =
          link(
              5,
              CONTAINED,
              "neardup.cluster.min-containment=" + least,
              "neardup.cluster.keep=first");
      boolean removed = least == 0.8; // of 3, the share 29 / 96 is in 1, and 80 / 96 in 2
      assertThat(partners(driver.run())).isEqualTo(removed ? List.of("3\t2 0 800000") : List.of());
      assertThat(Mr.count(driver.getCounters(), ClusterCounters.PAIRS_LINKED))
          .isEqualTo(removed ? 1 : 0);
      assertThat(Mr.count(driver.getCounters(), ClusterCounters.PAIRS_NOT_CONTAINED))
          .isEqualTo(removed ? 1 : 2);
    }
  }

  @Test
  void linksHaveTheSizesOfBoth() throws IOException {
    assertThat(
            links(CONTAINED, "1\t0000000000000005", "2\t0000000000000005", "3\t0000000000000004"))
        .containsExactly(
            link(5, 1, 4, 3) + " 300000 29 of 30", link(5, 2, 4, 3) + " 800000 80 of 84");
  }
}
