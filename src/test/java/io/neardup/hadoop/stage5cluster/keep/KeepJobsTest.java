package io.neardup.hadoop.stage5cluster.keep;

import static io.neardup.hadoop.Docs.doc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.ColumnPartition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
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
  private MapReduceDriver<LongWritable, DocumentWritable, RankKey, NullWritable, NullWritable, Text>
      ranks(Reducer<RankKey, NullWritable, NullWritable, Text> reducer, boolean byCluster)
          throws IOException {
    MapReduceDriver<LongWritable, DocumentWritable, RankKey, NullWritable, NullWritable, Text>
        driver = MapReduceDriver.newMapReduceDriver(new RankMapper(), reducer);
    Configuration conf = Mr.conf("neardup.cluster.keep=longest");
    RankMapper.configure(conf, write("components", COMPONENTS), byCluster);
    Mr.configure(driver, conf);
    for (int c = 0; c < 8; c++) {
      driver.addInput(new LongWritable(c), doc("d" + c, c == 3 || c == 5 ? "longer" : "text"));
    }
    return driver;
  }

  @Test
  void theBestOfEachClusterIsKeptForAllOfIt() throws IOException {
    var driver = ranks(new BestReducer(), true);
    driver.setKeyGroupingComparator(Mr.comparator(new RankKey.Group()));
    assertThat(Mr.values(driver.run())).containsExactly("3\t3", "5\t3", "1\t3", "2\t2", "6\t2");
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.RANKED)).isEqualTo(5);
  }

  @Test
  void ranksAreWrittenByColumn() throws IOException {
    var driver = ranks(new RankReducer(), false);
    String four = String.valueOf(Long.MAX_VALUE - 4);
    String six = String.valueOf(Long.MAX_VALUE - 6);
    assertThat(Mr.values(driver.run()))
        .containsExactly("1\t" + four, "2\t" + four, "3\t" + six, "5\t" + six, "6\t" + four);
  }

  @Test
  void ranksAreUnsigned() throws IOException {
    Configuration conf = Mr.conf();
    ReduceDriver<RankKey, NullWritable, NullWritable, Text> driver =
        ReduceDriver.newReduceDriver(new RankReducer());
    byte[] rank = ranks(-1, 0, 7);
    Pair<RankKey, NullWritable> last =
        new Pair<>(new RankKey().set(3, rank, 3), NullWritable.get());
    driver.addInput(Mr.group(conf, List.of(last)));
    String line = "3\t18446744073709551615 0 7";
    assertThat(Mr.values(driver.run())).containsExactly(line);
    Ranks.configure(conf, write("ranks", List.of(line, "4\t7 1 0")));
    try (Ranks ranks = new Ranks(conf)) {
      assertThat(ranks.of(3)).isEqualTo(rank);
      assertThat(ranks.of(3)).isEqualTo(rank);
      assertThat(ranks.of(4)).isEqualTo(ranks(7, 1, 0));
      assertThatThrownBy(() -> ranks.of(5))
          .isInstanceOf(IOException.class)
          .hasMessage("column 5 is in a pair but has no rank");
    }
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

  private static MapReduceDriver<LongWritable, Text, LinkKey, ColumnPair, NullWritable, Text> link(
      int columns, List<String> pairs) {
    MapReduceDriver<LongWritable, Text, LinkKey, ColumnPair, NullWritable, Text> driver =
        MapReduceDriver.newMapReduceDriver(new LinkMapper(), new LinkReducer());
    Configuration conf = Mr.conf();
    ColumnPartition.setColumns(conf, columns);
    Mr.configure(driver, conf);
    driver.setKeyGroupingComparator(Mr.comparator(new LinkKey.Later()));
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

  @Test
  void pairsAreBroughtTogetherWithTheRanksOfBoth() throws IOException {
    MapReduceDriver<LongWritable, Text, ColumnPairKey, RankedLink, LinkKey, ColumnPair> driver =
        MapReduceDriver.newMapReduceDriver(new RankedLinkMapper(), new RankedLinkReducer());
    Configuration conf = Mr.conf();
    Ranks.configure(
        conf, write("ranks", List.of("1\t5", "2\t18446744073709551615", "3\t4", "4\t4")));
    Mr.configure(driver, conf);
    driver.setKeyGroupingComparator(Mr.comparator(new ColumnPairKey.First()));
    PAIRS.forEach(line -> driver.addInput(new LongWritable(0), new Text(line)));
    assertThat(links(driver.run()))
        .containsExactly(
            new Pair<>(new LinkKey().set(ranks(-1), 2, ranks(5), 1), "900000 0 of 0"),
            new Pair<>(new LinkKey().set(ranks(5), 1, ranks(4), 3), "800000 0 of 0"),
            new Pair<>(new LinkKey().set(ranks(-1), 2, ranks(4), 4), "850000 0 of 0"),
            new Pair<>(new LinkKey().set(ranks(4), 4, ranks(4), 3), "850000 0 of 0"));
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.PAIRS_RANKED)).isEqualTo(4);
  }

  private static List<Pair<LinkKey, String>> links(List<Pair<LinkKey, ColumnPair>> links) {
    return links.stream()
        .map(
            pair -> {
              ColumnPair link = pair.getSecond();
              LinkKey key = pair.getFirst();
              int size = link.sizeOf(key.later(), key.earlier());
              String text = link.similarity() + " " + link.intersection() + " of " + size;
              return new Pair<>(key, text);
            })
        .toList();
  }

  /**
   * Pairs with the sizes of both sets: 1 and 2 are a short excerpt of 3, and the same but for it.
   */
  private static final List<String> CONTAINED =
      List.of("1\t3\t0.300000\t29\t30\t96", "2\t3\t0.800000\t80\t84\t96");

  @Test
  void aDocumentGoesOnlyForOneThatHoldsEnoughOfIt() throws IOException {
    for (double least : new double[] {0.8, 0.85}) {
      MapReduceDriver<LongWritable, Text, LinkKey, ColumnPair, NullWritable, Text> driver =
          MapReduceDriver.newMapReduceDriver(new LinkMapper(), new LinkReducer());
      Configuration conf = Mr.conf();
      conf.set("neardup.cluster.min-containment", String.valueOf(least));
      conf.set("neardup.cluster.keep", "first");
      ColumnPartition.setColumns(conf, 5);
      Mr.configure(driver, conf);
      driver.setKeyGroupingComparator(Mr.comparator(new LinkKey.Later()));
      CONTAINED.forEach(line -> driver.addInput(new LongWritable(0), new Text(line)));
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
    MapReduceDriver<LongWritable, Text, ColumnPairKey, RankedLink, LinkKey, ColumnPair> driver =
        MapReduceDriver.newMapReduceDriver(new RankedLinkMapper(), new RankedLinkReducer());
    Configuration conf = Mr.conf();
    Ranks.configure(conf, write("ranks", List.of("1\t5", "2\t5", "3\t4")));
    Mr.configure(driver, conf);
    driver.setKeyGroupingComparator(Mr.comparator(new ColumnPairKey.First()));
    CONTAINED.forEach(line -> driver.addInput(new LongWritable(0), new Text(line)));
    assertThat(links(driver.run()))
        .containsExactly(
            new Pair<>(new LinkKey().set(ranks(5), 1, ranks(4), 3), "300000 29 of 30"),
            new Pair<>(new LinkKey().set(ranks(5), 2, ranks(4), 3), "800000 80 of 84"));
  }
}
