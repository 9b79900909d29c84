package io.neardup.hadoop.stage5cluster.components;

import static io.neardup.hadoop.Refusals.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.neardup.graph.Graphs;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.PairsOutputFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.io.function.IOConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Union–find in the client, and star rounds in embedded jobs, on the same graphs. */
class ComponentsTest {

  private static final String ROUNDS = "neardup.cluster.max-memory-columns=1";

  @TempDir private java.nio.file.Path folder;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private StageContext context(String... settings) throws IOException {
    return new StageContext(
        Pipelines.conf(settings),
        new PrintStream(said, true, StandardCharsets.UTF_8),
        "cluster:",
        false);
  }

  private Path path(String name) {
    return new Path(folder.resolve(name).toUri());
  }

  /** Writes the edges of forests into two files. */
  private void writeForests(List<long[]> pairs) throws IOException {
    Files.createDirectories(folder.resolve("pairs"));
    List<String> lines = pairs.stream().map(pair -> pair[0] + "\t" + pair[1]).toList();
    int middle = lines.size() / 2;
    Files.write(folder.resolve("pairs/forest-r-00000"), lines.subList(0, middle));
    Files.write(folder.resolve("pairs/forest-r-00001"), lines.subList(middle, lines.size()));
  }

  private List<String> find(List<long[]> pairs, String name, String... settings)
      throws IOException {
    writeForests(pairs);
    StageContext context = context(settings);
    said.reset();
    components(context, pairs.size(), name);
    boolean rounds = settings.length > 0 && settings[0].equals(ROUNDS);
    assertThat(said.toString(StandardCharsets.UTF_8).contains("in rounds\n")).isEqualTo(rounds);
    List<String> lines = Pipelines.lines(folder.resolve(name), "part-");
    Map<Long, Long> expected = Graphs.components(pairs);
    assertThat(context.count(ClusterCounters.COLUMNS)).isEqualTo(expected.size());
    assertThat(context.count(ClusterCounters.COMPONENTS))
        .isEqualTo(expected.values().stream().distinct().count());
    return lines;
  }

  private void components(StageContext context, long edges, String output) throws IOException {
    Components.find(context, new VerifiedPairs(path("pairs"), 0, edges), 2_000, path(output));
  }

  private void check(List<long[]> pairs) throws IOException {
    List<String> expected = new ArrayList<>();
    Graphs.components(pairs)
        .forEach((column, root) -> expected.add(column + "\t" + root + " " + root));
    assertThat(find(pairs, "union-find")).isEqualTo(expected);
    assertThat(find(pairs, "rounds", ROUNDS, "mapreduce.job.reduces=3")).isEqualTo(expected);
    assertThat(folder.resolve("rounds-rounds")).doesNotExist();
  }

  @Test
  void aChainOfTwoThousandInRounds() throws IOException {
    check(Graphs.path(2_000));
    // As many rounds as it takes; the last one finds nothing to change.
    assertThat(said.toString(StandardCharsets.UTF_8))
        .endsWith(
            "round 11: 975 changes to 1,999 edges\ncluster: round 12: 0 changes to 1,999 edges\n");
  }

  @Test
  void aChainOfTwoThousandInNoOrder() throws IOException {
    List<Integer> names = new ArrayList<>(IntStream.range(0, 2_000).boxed().toList());
    Collections.shuffle(names, new Random(9));
    List<long[]> chain =
        Graphs.path(2_000).stream()
            .map(pair -> new long[] {names.get((int) pair[0]), names.get((int) pair[1])})
            .map(pair -> new long[] {Math.min(pair[0], pair[1]), Math.max(pair[0], pair[1])})
            .toList();
    check(chain);
  }

  @Test
  void randomGraphsInRounds() throws IOException {
    check(Graphs.random(new Random(11), 1_999, 1_500));
  }

  @Test
  void noPairsAtAll() throws IOException {
    assertThat(find(List.of(), "empty")).isEmpty();
  }

  /** Runs rounds on a path; something happens to the files between the first round and the next. */
  private void damage(IOConsumer<java.nio.file.Path> damage) throws IOException {
    writeForests(Graphs.path(200));
    StageContext context =
        new StageContext(
            context("mapreduce.job.reduces=1").conf(),
            new PrintStream(said, true, StandardCharsets.UTF_8) {
              @Override
              public void println(String line) {
                if (line.contains("round 1:")) {
                  try {
                    damage.accept(folder.resolve("rounds/small-star-1/part-r-00000"));
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }
              }
            },
            "cluster:",
            false);
    new StarRounds(context, 200, PairsOutputFormat.forests(path("pairs")), 199, path("rounds"))
        .find(path("out"));
  }

  private static void rewrite(java.nio.file.Path part, List<String> lines) throws IOException {
    Files.delete(part.resolveSibling("." + part.getFileName() + ".crc"));
    Files.write(part, lines);
  }

  @Test
  void whatIsLostBetweenRoundsIsFound() {
    assertFails(
        () ->
            damage(
                part -> {
                  List<String> lines = Files.readAllLines(part);
                  rewrite(part, lines.subList(0, lines.size() - 1));
                }),
        "large-star 2, edges written before and read: 199 against 198");
    assertFails(
        () ->
            damage(
                part -> {
                  // As many edges as before, but one of a column that has no other.
                  List<String> lines = new ArrayList<>(Files.readAllLines(part));
                  lines.set(lines.size() - 1, lines.get(0));
                  rewrite(part, lines);
                }),
        "large-star 2, columns of the first round and met: 200 against 199");
    assertThat(folder.resolve("rounds")).doesNotExist();
  }

  @Test
  void asManyColumnsAreHeldAsTheSettingsSay() throws IOException {
    writeForests(Graphs.path(10));
    components(context("neardup.cluster.max-memory-columns=10"), 9, "fits");
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
    components(context("neardup.cluster.max-memory-columns=9"), 9, "rounds");
    assertThat(said.toString(StandardCharsets.UTF_8))
        .startsWith(
            "cluster: more columns in pairs than neardup.cluster.max-memory-columns: in rounds\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1\t", "\t2", "1\t2\t3", "1 2", "1\t-2", "7\t7", "1\t\t2"})
  void aLineThatIsNoEdgeIsAnError(String line) throws IOException {
    writeForests(List.of());
    Files.writeString(folder.resolve("pairs/forest-r-00001"), "1\t2\n" + line + "\n");
    assertThatIOException()
        .isThrownBy(() -> components(context(), 2, "out"))
        .withMessage("not a pair of columns: " + line);
  }

  /** A lost edge is found by both ways; the message says which numbers differ. */
  @Test
  void lostEdgesAreFound() throws IOException {
    writeForests(Graphs.path(10));
    assertFails(
        () -> components(context(), 10, "out"), "edges of forests written and read: 10 against 9");
    assertFails(
        () -> components(context(ROUNDS, "mapreduce.job.reduces=2"), 10, "out2"),
        "large-star 1, edges written before and read: 10 against 9");
    assertThat(folder.resolve("out2-rounds")).doesNotExist();
  }

  @Test
  void edgesThatAreNoStarsHaveNoLabels() throws IOException {
    for (List<String> edges : List.of(List.of("0\t2", "1\t2"), List.of("0\t1", "1\t2"))) {
      var driver =
          MapReduceDriver.newMapReduceDriver(new StarRounds.Edges(), new StarRounds.Labels());
      Configuration conf = Mr.conf();
      conf.setEnum(StarRounds.OPERATION, StarRounds.Operation.LABELS);
      Mr.configure(driver, conf);
      driver.setKeyOrderComparator(Mr.comparator(new GroupedKey.Order()));
      driver.setKeyGroupingComparator(Mr.comparator(new GroupedKey.Group()));
      edges.forEach(edge -> driver.addInput(new LongWritable(0), new Text(edge)));
      assertThatIOException()
          .isThrownBy(driver::run)
          .withMessageMatching("column [12] belongs to 0 and to 1");
    }
  }
}
