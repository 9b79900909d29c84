package io.neardup.reference;

import static io.neardup.reference.RandomCollection.hadoop;
import static io.neardup.reference.RandomCollection.nowhere;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Settings;
import io.neardup.hadoop.collection.add.Addition;
import io.neardup.hadoop.collection.add.Comparison;
import io.neardup.hadoop.collection.drop.Drop;
import io.neardup.hadoop.output.HadoopSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code pipeline --against} decides as its definition says, and leaves the collection as it is, to
 * the byte. The corpora are random, and so are the sizes of collection and input; a failure names
 * the seed, and {@code -Dneardup.test.seed=SEED} runs it again. {@code -Dneardup.test.rounds=N}
 * runs each case with N seeds.
 */
class AgainstEqualsReferenceTest {

  private static final long SEED =
      Long.getLong("neardup.test.seed", System.currentTimeMillis() % 1_000_000);

  private static final int ROUNDS = Integer.getInteger("neardup.test.rounds", 0);

  /** How many cases are run where no number of rounds is set: others with each seed. */
  private static final int SOME = 4;

  private static final String STANDARD =
      "banding.bands=8 banding.rows=2 similarity.threshold=0.4 verify.max-miss-rate=0.01";

  private static final List<String> CASES =
      List.of(
          "reducers=2 cluster.linking=components bucket.max-columns=6 candidate.max-twins=2",
          "reducers=5 similarity.threshold=0.6 cluster.max-memory-columns=3",
          "reducers=3 cluster.linking=components cluster.keep=longest similarity.threshold=0.7",
          "reducers=1 cluster.linking=direct bucket.max-columns=20 similarity.threshold=0.75",
          "reducers=3 cluster.linking=direct cluster.keep=longest similarity.threshold=0.7",
          "reducers=2 cluster.min-containment=0.9 similarity.threshold=0.6",
          "reducers=2 ingest.format=jsonl cluster.linking=components cluster.keep=priority,last"
              + " cluster.priority-field=weight similarity.threshold=0.6",
          "reducers=3 ingest.format=jsonl cluster.keep=source,priority,last"
              + " cluster.source-field=site cluster.source-order=3,1 cluster.priority-field=weight"
              + " similarity.threshold=0.7",
          "reducers=2 cluster.keep=longest,last similarity.threshold=0.7",
          "reducers=4 ingest.format=jsonl cluster.linking=direct cluster.keep=priority"
              + " cluster.priority-field=weight similarity.threshold=0.8",
          "reducers=2 cluster.linking=components shingle.unit=word similarity.threshold=0.7",
          "reducers=3 ingest.format=sets verify=signature similarity.threshold=0.7",
          "reducers=2 ingest.format=sets cluster.linking=direct cluster.keep=longest");

  @TempDir private Path folder;

  static Stream<String> cases() {
    List<String> all = new ArrayList<>();
    List<String> some = new ArrayList<>(CASES);
    if (ROUNDS == 0) {
      Collections.shuffle(some, new Random(SEED));
      some = some.subList(0, SOME);
    }
    for (int round = 0; round < Math.max(1, ROUNDS); round++) {
      for (String options : some) {
        all.add((SEED + 100L * round + CASES.indexOf(options)) + " " + options);
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("cases")
  void decidesAsDefined(String seedAndOptions) throws IOException {
    long seed = Long.parseLong(seedAndOptions.split(" ", -1)[0]);
    String options = seedAndOptions.substring(seedAndOptions.indexOf(' ') + 1);
    try {
      compare(seed, options);
    } catch (IOException | RuntimeException | AssertionError e) {
      throw new AssertionError("-Dneardup.test.seed, corpus " + seedAndOptions, e);
    }
  }

  private void compare(long seed, String options) throws IOException {
    Random random = new Random(seed);
    int documents = 60 + random.nextInt(80);
    RandomCorpus corpus = new RandomCorpus(seed, documents);
    corpus.shuffle();
    Settings settings = HadoopSettings.of(configuration(STANDARD + " " + options));
    ReferencePipeline reference = new ReferencePipeline(settings, options.contains("=sets"), null);
    int first = 3 + random.nextInt(15);
    int[] ends = {first, first + random.nextInt(15), documents};
    for (int batch = 0; batch < 2; batch++) {
      Path input = write(corpus, reference, options, batch == 0 ? 0 : ends[batch - 1], ends[batch]);
      Configuration conf = configuration(batch == 0 ? STANDARD + " " + options : ofIngest(options));
      add(input, conf, null);
    }
    long firstInput = reference.columns();
    Path input = write(corpus, reference, options, ends[1], documents);
    SortedMap<String, String> before = tree(folder.resolve("collection"));

    Comparison.Figures figures =
        compare(
            collection().toString(),
            input,
            "out",
            ofIngest(options) + " reducers=" + (1 + random.nextInt(4)));

    assertThat(tree(folder.resolve("collection"))).as("the collection").isEqualTo(before);
    check(figures, new ReferenceAgainst(settings, reference, firstInput), firstInput);
  }

  /** What a collection has already can be compared with it, and an earlier generation too. */
  @Test
  void filesThatAreInTheCollection() throws IOException {
    RandomCorpus corpus = new RandomCorpus(1, 30); // not all of the second are in the first
    Path first = write(corpus, null, "", 0, 20);
    Path second = write(corpus, null, "", 20, 30);
    add(first, configuration(STANDARD), "b0");
    add(second, configuration(""), "b1");

    Comparison.Figures newest = compare(collection().toString(), second, "newest");
    Comparison.Figures earlier = compare(collection() + "@1", second, "earlier");
    Comparison.Figures same = compare(collection() + "@1", first, "same");

    long withoutShingles = newest.kept();
    assertThat(newest.inCollection()).isEqualTo(10 - withoutShingles);
    assertThat(newest.removedForInput()).isZero();
    assertThat(earlier.inCollection()).isLessThan(newest.inCollection());
    assertThat(same.inCollection() + same.kept()).isEqualTo(20);
    Drop.batch(configuration(""), nowhere(), collection(), "b1");
    assertThat(compare(collection().toString(), second, "dropped")).isEqualTo(earlier);
    assertThat(Files.readString(folder.resolve("newest/6-dedup/removed-by.tsv")))
        .contains("\tone.tsv\t", "\tb1/one.tsv\t");
  }

  private void add(Path input, Configuration conf, String batch) throws IOException {
    Addition.run(
        conf,
        nowhere(),
        List.of(hadoop(input)),
        collection(),
        batch,
        RandomCollection.noConditions());
  }

  private Comparison.Figures compare(String collection, Path input, String output)
      throws IOException {
    return compare(collection, input, output, "");
  }

  private Comparison.Figures compare(String collection, Path input, String output, String options)
      throws IOException {
    return Comparison.run(
            configuration(options),
            nowhere(),
            collection,
            List.of(hadoop(input)),
            hadoop(folder.resolve(output)),
            false)
        .figures();
  }

  /** A file is a document if each file of the collection is one. */
  @Test
  void aFileIsReadAsThoseOfTheCollection() throws IOException {
    Path laws = Files.createDirectories(folder.resolve("laws"));
    Files.writeString(laws.resolve("1.txt"), "the first law\nhas two lines\n");
    Files.writeString(laws.resolve("2.txt"), "the second law\n");
    add(laws, configuration(STANDARD), null);
    Path one = Files.copy(laws.resolve("1.txt"), folder.resolve("one.txt"));
    assertThat(compare(collection().toString(), one, "out"))
        .isEqualTo(new Comparison.Figures(1, 1, 0, 0, 0, 0, 0));
  }

  /** How files are read may differ between the collection and the input. */
  @Test
  void filesOfAnotherFormat() throws IOException {
    Path first = write(new RandomCorpus(SEED, 20), null, "", 0, 20);
    add(first, configuration(STANDARD), null);
    Path input = folder.resolve("input");
    Files.createDirectories(input);
    Files.writeString(
        input.resolve("new.jsonl"),
        """
        {"name": "a", "text": "qwertzuiopasdf"}
        {"name": "b", "text": "qwertzuiopasdf"}
        """);
    String options = "ingest.format=jsonl ingest.id-field=name";
    assertThat(compare(collection().toString(), input, "out", options))
        .isEqualTo(new Comparison.Figures(2, 0, 0, 1, 0, 1, 0));
    assertThat(Files.readString(folder.resolve("out/6-dedup/removed-by.tsv"))).startsWith("b\ta\t");
  }

  /** Neither an empty input nor one without pairs removes anything. */
  @Test
  void inputsWithoutPairs() throws IOException {
    Path first = write(new RandomCorpus(SEED, 20), null, "", 0, 20);
    add(first, configuration(STANDARD), null);
    Path input = folder.resolve("input");
    Files.createDirectories(input);

    Files.writeString(input.resolve("empty.tsv"), "");
    assertThat(compare(collection().toString(), input, "of-nothing"))
        .isEqualTo(new Comparison.Figures(0, 0, 0, 0, 0, 0, 0));
    Files.writeString(input.resolve("new.tsv"), "1\t98765432109876\n2\t\n3\tqwertzuiop\n");
    assertThat(compare(collection().toString(), input, "new"))
        .isEqualTo(new Comparison.Figures(3, 0, 0, 0, 0, 3, 0));
  }

  /** Writes an input of two files. */
  private Path write(
      RandomCorpus corpus, ReferencePipeline reference, String options, int from, int to)
      throws IOException {
    String format =
        options.contains("=jsonl") ? "jsonl" : options.contains("=sets") ? "sets" : "tsv";
    String ending = format.equals("jsonl") ? ".jsonl" : ".tsv";
    Path input = folder.resolve("input-" + from + "-" + to);
    Files.createDirectories(input);
    int middle = (from + to) / 2;
    corpus.write(input.resolve("one" + ending), format, from, middle, reference);
    corpus.write(input.resolve("two" + ending), format, middle, to, reference);
    return input;
  }

  /** Returns the options of ingest, which are not inherited. */
  private static String ofIngest(String options) {
    return String.join(
        " ",
        Stream.of(options.split(" ", -1)).filter(option -> option.startsWith("ingest.")).toList());
  }

  private void check(Comparison.Figures figures, ReferenceAgainst expected, long firstInput)
      throws IOException {
    Path out = folder.resolve("out");
    assertThat(lines(out.resolve("4-pairs"))).as("pairs").isEqualTo(expected.pairLines());
    List<String> removed = Files.readAllLines(out.resolve("6-dedup/removed-by.tsv"));
    assertThat(removed.stream().map(AgainstEqualsReferenceTest::withoutPlaces))
        .as("removals")
        .isEqualTo(expected.removedByLines());
    assertThat(Files.readAllLines(out.resolve("5-clusters/removed-by.tsv"))).isEqualTo(removed);
    assertThat(decisions(out)).as("decisions").isEqualTo(expected.decisions());
    assertThat(figures)
        .isEqualTo(
            new Comparison.Figures(
                expected.kept().size() + expected.removed(),
                expected.inCollection(),
                expected.linked(),
                expected.removed() - expected.inCollection() - expected.linked(),
                0,
                expected.kept().size(),
                0));
    assertThat(removed.stream().map(line -> line.split("\t", -1)[4]))
        .allMatch(column -> Long.parseLong(column) >= firstInput);
  }

  private static String withoutPlaces(String line) {
    List<String> fields = new ArrayList<>(List.of(line.split("\t", -1)));
    assertThat(fields).hasSize(13);
    for (int place : new int[] {9, 8, 6, 5}) {
      fields.remove(place);
    }
    return String.join("\t", fields);
  }

  private static Map<Long, Long> decisions(Path out) throws IOException {
    Map<Long, Long> decisions = new HashMap<>();
    for (String line : lines(out.resolve("5-clusters/columns"))) {
      String[] fields = line.split("[\t ]", -1);
      decisions.put(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
    }
    return decisions;
  }

  /** Returns the lines of the part files of a folder. */
  private static List<String> lines(Path in) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> found = Files.list(in)) {
      for (Path part :
          found.filter(p -> p.getFileName().toString().startsWith("part-")).sorted().toList()) {
        lines.addAll(Files.readAllLines(part));
      }
    }
    return lines;
  }

  /** Returns all files and folders, with the content and the time of change of files. */
  private static SortedMap<String, String> tree(Path top) throws IOException {
    SortedMap<String, String> tree = new TreeMap<>();
    try (Stream<Path> found = Files.walk(top)) {
      for (Path path : found.toList()) {
        tree.put(
            top.relativize(path).toString(),
            Files.getLastModifiedTime(path)
                + (Files.isDirectory(path)
                    ? ""
                    : new String(Files.readAllBytes(path), ISO_8859_1)));
      }
    }
    return tree;
  }

  private org.apache.hadoop.fs.Path collection() {
    return hadoop(folder.resolve("collection"));
  }

  private Configuration configuration(String options) throws IOException {
    return RandomCollection.configuration(folder, "ingest.max-bad-records=100% " + options);
  }
}
