package io.neardup.reference;

import static io.neardup.reference.RandomCollection.hadoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.config.Settings;
import io.neardup.gate.Gates;
import io.neardup.hadoop.collection.AdditionFigures;
import io.neardup.hadoop.collection.add.Addition;
import io.neardup.hadoop.collection.add.Comparison;
import io.neardup.hadoop.collection.drop.Drop;
import io.neardup.hadoop.collection.lookup.Lookup;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.pipeline.Pipelines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code pipeline --against} decides as its definition says, and leaves the collection as it is, to
 * the byte.
 */
class AgainstEqualsReferenceTest {

  private static final List<String> CASES =
      """
      reducers=2 cluster.linking=components bucket.max-columns=6 candidate.max-twins=2
      reducers=5 similarity.threshold=0.6 cluster.max-memory-columns=3
      reducers=3 cluster.linking=components cluster.keep=longest similarity.threshold=0.7
      reducers=1 cluster.linking=direct bucket.max-columns=20 similarity.threshold=0.75
      reducers=3 cluster.linking=direct cluster.keep=longest similarity.threshold=0.7
      reducers=2 cluster.min-containment=0.9 similarity.threshold=0.6
      reducers=2 ingest.format=jsonl cluster.linking=components cluster.keep=priority,last \
      cluster.priority-field=weight similarity.threshold=0.6
      reducers=3 ingest.format=jsonl cluster.keep=source,priority,last \
      cluster.source-field=site cluster.source-order=3,1 cluster.priority-field=weight similarity.threshold=0.7
      reducers=2 cluster.keep=longest,last similarity.threshold=0.7
      reducers=4 ingest.format=jsonl cluster.linking=direct cluster.keep=priority \
      cluster.priority-field=weight similarity.threshold=0.8
      reducers=2 cluster.linking=components shingle.unit=word similarity.threshold=0.7
      reducers=3 ingest.format=sets verify=signature similarity.threshold=0.7
      reducers=2 ingest.format=sets cluster.linking=direct cluster.keep=longest
      reducers=3 candidate.measure=containment candidate.min-shingles=16 bucket.max-columns=6 \
      candidate.max-twins=2 similarity.threshold=0.7
      reducers=2 candidate.measure=containment candidate.min-shingles=20 shingle.unit=word \
      similarity.threshold=0.8
      reducers=1 candidate.measure=containment candidate.min-shingles=16 ingest.format=sets \
      similarity.threshold=0.6
      """
          .lines()
          .toList();

  /** A line of a pair by containment, with the first and last shingle of the passage. */
  private static final Pattern PASSAGE = Pattern.compile("^((?:[^\t]*\t){7}[^\t]*)\t\\d+\t\\d+$");

  @TempDir private Path folder;

  static List<SeededCase> cases() {
    return SeededCase.of(CASES, 2);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void decidesAsDefined(SeededCase of) {
    of.run(() -> compare(of.seed(), of.options()));
  }

  private void compare(long seed, String options) throws IOException {
    Random random = new Random(seed);
    int documents = 60 + random.nextInt(80);
    RandomCorpus corpus = new RandomCorpus(seed, documents);
    corpus.shuffle();
    Settings settings = HadoopSettings.of(configuration(RandomCollection.STANDARD + " " + options));
    boolean sets = RandomCollection.format(options).equals("sets");
    ReferencePipeline reference = new ReferencePipeline(settings, sets, null);
    int first = 3 + random.nextInt(15);
    int[] ends = {first, first + random.nextInt(15), documents};
    for (int batch = 0; batch < 2; batch++) {
      Path input = write(corpus, reference, options, batch == 0 ? 0 : ends[batch - 1], ends[batch]);
      Configuration conf =
          configuration(batch == 0 ? RandomCollection.STANDARD + " " + options : ofIngest(options));
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
    check(figures, new ReferenceAgainst(reference, firstInput), firstInput);
    if (!sets && !options.contains(" candidate.max-twins") && !options.contains("max-columns")) {
      checkLookup(input, options, "out", firstInput);
    }
  }

  /**
   * Looks the documents of an input up: those that make a pair with a document of the collection
   * are found, each with the most similar one. Buckets that are not listed in full would differ.
   */
  private void checkLookup(Path input, String options, String output, long firstInput)
      throws IOException {
    Map<Long, Double> most = new TreeMap<>();
    Map<Long, Long> columns = new TreeMap<>();
    for (String line : Pipelines.lines(folder.resolve(output).resolve("4-pairs"), "columns-")) {
      String[] fields = line.split("\t", -1);
      long column = Long.parseLong(fields[0]);
      double similarity = Double.parseDouble(fields[2]);
      long of = Long.parseLong(fields[1]);
      if (column < firstInput && similarity > most.getOrDefault(of, 0.0)) {
        most.put(of, similarity);
        columns.put(of, column);
      }
    }
    List<Long> found = new ArrayList<>();
    List<Double> similarities = new ArrayList<>();
    lookUp(
        input,
        options,
        answer -> {
          found.add(answer.match().map(Lookup.Match::column).orElse(-1L));
          similarities.add(answer.match().map(Lookup.Match::similarity).orElse(0.0));
        });
    for (int i = 0; i < found.size(); i++) {
      long column = firstInput + i;
      assertThat(found.get(i)).as("column %s", column).isEqualTo(columns.getOrDefault(column, -1L));
      assertThat(similarities.get(i)).isCloseTo(most.getOrDefault(column, 0.0), within(1e-6));
    }
    assertThat(found).hasSizeGreaterThanOrEqualTo(columns.size());
  }

  private void lookUp(Path input, String options, ConsumerRaisingIOE<Lookup.Answer> answers)
      throws IOException {
    Lookup.run(
        configuration(ofIngest(options)),
        Pipelines.NOWHERE,
        collection().toString(),
        List.of(hadoop(input)),
        answers,
        (file, record) -> {});
  }

  /**
   * With buckets and twins of which few are listed, a document is looked up as if it were alone.
   */
  @Test
  void aDocumentIsLookedUpAsItWouldBeAddedAlone() throws IOException {
    RandomCorpus corpus = new RandomCorpus(SeededCase.SEED, 80);
    corpus.shuffle();
    String options = "bucket.max-columns=3 candidate.max-twins=2";
    add(
        write(corpus, null, "", 0, 70),
        configuration(RandomCollection.STANDARD + " " + options),
        "b0");
    for (int document = 70; document < 80; document += 2) {
      Path one = write(corpus, null, "", document, document + 1);
      String output = "out-" + document;
      compare(collection().toString(), one, output);
      checkLookup(one, "", output, 70);
    }
  }

  @Test
  void whatIsLookedUpIsKeptOrRemoved() throws IOException {
    Path input = folder.resolve("input.tsv");
    Files.writeString(
        input, "a b\tsome words that are alike\nc\tsome words that are alike\nd\tothers\n");
    add(input, configuration(RandomCollection.STANDARD), "b0");
    Path asked = folder.resolve("asked.tsv");
    Files.writeString(asked, "x\tsome words that are alike\ny\tothers\nz\tnew\nno tab\n");
    List<String> answers = new ArrayList<>();
    lookUp(asked, "", answer -> answers.add(answer.toString()));
    assertThat(answers)
        .containsExactly(
            "Answer[id=x, match=Optional[Match[similarity=1.0, isKept=true, id=a b, column=0]]]",
            "Answer[id=y, match=Optional[Match[similarity=1.0, isKept=true, id=d, column=2]]]",
            "Answer[id=z, match=Optional.empty]");
  }

  /** By containment, in both directions, and not within the collection. */
  @Test
  void whatContainsADocumentOfTheCollectionOrIsContainedInOneGoes() throws IOException {
    Random random = new Random(5);
    String question = letters(random, 120);
    String book = letters(random, 3_000);
    Path questions = folder.resolve("questions.tsv");
    Files.writeString(questions, "q\t" + question + "\nb\t" + book + "\n");
    add(questions, configuration("candidate.measure=containment"), null);
    Path input = folder.resolve("training.tsv");
    String page = letters(random, 1_000) + question + letters(random, 1_000);
    String chapter = book.substring(1_000, 1_500);
    Files.writeString(
        input,
        String.join("\n", "page\t" + page, "chapter\t" + chapter, "new\t" + letters(random, 900)));
    assertThat(compare(collection().toString(), input, "out"))
        .isEqualTo(new Comparison.Figures(3, 2, 0, 0, 0, 1, 0));
    assertThat(Files.readString(folder.resolve("out/6-dedup/removed-by.tsv")))
        .contains("page\tq\t", "chapter\tb\t");
    assertThat(Pipelines.lines(folder.resolve("out/4-pairs"), "part-"))
        .as("the first and last shingle of the passage, with k = 9")
        .anyMatch(line -> line.matches("q\tpage\t.*\t1000\t1111"))
        .anyMatch(line -> line.matches("b\tchapter\t.*\t0\t491"));
    List<String> answers = new ArrayList<>();
    lookUp(
        input,
        "",
        answer -> answers.add(answer.id() + answer.match().map(Lookup.Match::id).orElse("")));
    assertThat(answers).containsExactly("pageq", "chapterb", "new");
  }

  private static String letters(Random random, int number) {
    StringBuilder text = new StringBuilder();
    random.ints(number, 'a', 'z' + 1).forEach(text::appendCodePoint);
    return text.toString();
  }

  /** What a collection has already can be compared with it, and an earlier generation too. */
  @Test
  void filesThatAreInTheCollection() throws IOException {
    RandomCorpus corpus = new RandomCorpus(1, 30); // not all of the second are in the first
    Path first = write(corpus, null, "", 0, 20);
    Path second = write(corpus, null, "", 20, 30);
    add(first, configuration(RandomCollection.STANDARD), "b0");
    add(second, configuration(""), "b1");

    Comparison.Figures newest = compare(collection().toString(), second, "newest");
    Comparison.Figures earlier = compare(collection() + "@1", second, "earlier");
    Comparison.Figures same = compare(collection() + "@1", first, "same");

    long withoutShingles = newest.kept();
    assertThat(newest.inCollection()).isEqualTo(10 - withoutShingles);
    assertThat(newest.removedForInput()).isZero();
    assertThat(earlier.inCollection()).isLessThan(newest.inCollection());
    assertThat(same.inCollection() + same.kept()).isEqualTo(20);
    Drop.batch(configuration(""), Pipelines.NOWHERE, collection(), "b1");
    assertThat(compare(collection().toString(), second, "dropped")).isEqualTo(earlier);
    assertThat(Files.readString(folder.resolve("newest/6-dedup/removed-by.tsv")))
        .contains("\tone.tsv\t", "\tb1/one.tsv\t");
  }

  private void add(Path input, Configuration conf, String batch) throws IOException {
    Addition.run(
        conf,
        Pipelines.NOWHERE,
        List.of(hadoop(input)),
        collection(),
        batch,
        Gates.of(List.of(), AdditionFigures.names()));
  }

  private Comparison.Figures compare(String collection, Path input, String output)
      throws IOException {
    return compare(collection, input, output, "");
  }

  private Comparison.Figures compare(String collection, Path input, String output, String options)
      throws IOException {
    return Comparison.run(
            configuration(options),
            Pipelines.NOWHERE,
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
    add(laws, configuration(RandomCollection.STANDARD), null);
    Path one = Files.copy(laws.resolve("1.txt"), folder.resolve("one.txt"));
    assertThat(compare(collection().toString(), one, "out"))
        .isEqualTo(new Comparison.Figures(1, 1, 0, 0, 0, 0, 0));
  }

  /** How files are read may differ between the collection and the input. */
  @Test
  void filesOfAnotherFormat() throws IOException {
    Path first = write(new RandomCorpus(SeededCase.SEED, 20), null, "", 0, 20);
    add(first, configuration(RandomCollection.STANDARD), null);
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
    Path first = write(new RandomCorpus(SeededCase.SEED, 20), null, "", 0, 20);
    add(first, configuration(RandomCollection.STANDARD), null);
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
    Path input = folder.resolve("input-" + from + "-" + to);
    String format = RandomCollection.format(options);
    corpus.write(input, format, List.of("one", "two"), from, to, reference);
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
    assertThat(
            ComparedResults.parts(out.resolve("4-pairs"))
                .lines()
                .map(line -> PASSAGE.matcher(line).replaceFirst("$1")))
        .as("pairs")
        .isEqualTo(expected.pairLines());
    List<String> removed = Files.readAllLines(out.resolve("6-dedup/removed-by.tsv"));
    assertThat(removed.stream().map(ComparedResults::withoutPlaces))
        .as("removals")
        .isEqualTo(expected.removedByLines());
    assertThat(Files.readAllLines(out.resolve("5-clusters/removed-by.tsv"))).isEqualTo(removed);
    assertThat(ComparedResults.decisions(out)).as("decisions").isEqualTo(expected.decisions());
    assertThat(figures).isEqualTo(expected.figures());
    assertThat(removed.stream().map(line -> line.split("\t", -1)[4]))
        .allMatch(column -> Long.parseLong(column) >= firstInput);
  }

  /** Returns all files and folders, with the content and the time of change. */
  private static SortedMap<String, String> tree(Path top) throws IOException {
    SortedMap<String, String> tree = ComparedResults.tree(top);
    try (Stream<Path> found = Files.walk(top)) {
      for (Path path : found.toList()) {
        tree.put(path.toString(), Files.getLastModifiedTime(path).toString());
      }
    }
    return tree;
  }

  private org.apache.hadoop.fs.Path collection() {
    return hadoop(folder.resolve("collection"));
  }

  private static Configuration configuration(String options) throws IOException {
    return RandomCollection.conf("ingest.max-bad-records=100% " + options);
  }
}
