package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every verb that writes, with every option, on every kind of folder that is not ours: it is
 * refused as wrong usage, and the folder is as it was, down to the times of its files. So is an
 * output of ours that holds something else, or what is to be read; and one that is not replaced
 * because the run is refused.
 */
class ForeignFoldersTest {

  @TempDir private static Path shared;
  @TempDir private Path folder;

  /**
   * {@code W} is a pipeline's output, {@code P} its input and {@code F} the foreign folder. What
   * ends with + is run with --overwrite, too.
   */
  private static final List<String> COMMANDS =
      List.of(
          "ingest P F",
          "ingest --batch b P F",
          "shingle-sort W/corpus F+",
          "band-bucket W/1-signatures F+",
          "candidate-list W/2-buckets F+",
          "verify W/corpus W/1-signatures W/3-candidates F+",
          "cluster W/corpus W/4-pairs F+",
          "dedup W/corpus W/5-clusters F+",
          "dedup --annotate W/corpus W/5-clusters F+",
          "export --format parquet W/ F+",
          "pipeline P F+",
          "pipeline --resume P F",
          "pipeline --overwrite W/corpus F",
          "audit F",
          "report F",
          "corpus verify F",
          "corpus list F");

  /** Verbs that replace {@code O}, a pipeline's output; {@code K} is a collection. */
  private static final List<String> REPLACING =
      List.of(
          "pipeline --overwrite P O",
          "pipeline --overwrite K O",
          "pipeline --overwrite --tune 0.9 P O",
          "pipeline --overwrite --against K P O",
          "export --overwrite K O",
          "audit --overwrite K O",
          "report --overwrite K O");

  /** What was put into {@code O} by somebody else. */
  private static final List<String> STRANGERS =
      List.of(
          "mine.tsv",
          "mine/thesis.txt",
          "coll/_generations/00001.json",
          "report.html",
          "4-pairs/mine.tsv",
          "5-clusters/mine/mine.tsv",
          "6-dedup/mine.tsv",
          "6-dedup/kept/mine.tsv",
          "corpus/mine.tsv",
          "corpus/batches/mine.tsv",
          "corpus/batches/00000/mine.tsv",
          "stop-shingles/mine.tsv");

  /** Verbs that replace a folder {@code O/…} in which there is a stranger's file. */
  static final List<String> REPLACING_STAGES =
      List.of(
          "shingle-sort --overwrite O/corpus O/1-signatures",
          "band-bucket --overwrite O/1-signatures O/2-buckets",
          "candidate-list --overwrite O/2-buckets O/3-candidates",
          "verify --overwrite O/corpus O/1-signatures O/3-candidates O/4-pairs",
          "cluster --overwrite O/corpus O/4-pairs O/5-clusters",
          "dedup --overwrite O/corpus O/5-clusters O/6-dedup",
          "dedup --annotate --overwrite O/corpus O/5-clusters O/6-dedup",
          "stop-shingles --overwrite -Dneardup.shingle.max-document-share=0.5 O/corpus O/stop");

  /**
   * What reads something in its output, or writes into what it reads. {@code L} is a link to the
   * kept documents in {@code O}, {@code D} a folder with such a link, {@code C} a corpus of them,
   * and {@code X} its results.
   */
  static final List<String> NOT_APART =
      List.of(
          "pipeline --overwrite O/6-dedup/kept O",
          "pipeline --overwrite O/6-dedup/k* O",
          "pipeline --overwrite O/corpus O",
          "pipeline --overwrite O/coll O",
          "pipeline --overwrite L O",
          "pipeline --overwrite D O",
          "pipeline --overwrite C O",
          "pipeline --resume O/6-dedup/kept O",
          "pipeline --resume --overwrite O/6-dedup/kept O",
          "pipeline O O/new",
          "pipeline L O/6-dedup/kept/new",
          "pipeline --overwrite -Dneardup.shingle.stop-list=O/stop/stop-shingles.tsv P O",
          "pipeline --overwrite --against K O/6-dedup/kept O",
          "pipeline --overwrite --against K L O",
          "pipeline --overwrite --against K D O",
          "pipeline --overwrite --against O/coll P O",
          "pipeline --against K P K/new",
          "export --overwrite O/coll O",
          "audit --overwrite O/coll O",
          "report --overwrite O/coll O",
          "export --format parquet O O/4-pairs/tables",
          "ingest O/corpus/batches O/corpus",
          "ingest L O/6-dedup/kept/corpus",
          "add O/coll O/coll",
          "add O O/coll",
          "shingle-sort O/corpus O/corpus/1-signatures",
          "shingle-sort C C/new",
          "verify --overwrite O/corpus O/1-signatures O/3-candidates O/3-candidates/4-pairs",
          "dedup --overwrite C X/5-clusters O/6-dedup",
          "dedup --annotate --overwrite C X/5-clusters O/6-dedup");

  /** What is refused, or fails, once it looks at its input. */
  static final List<String> WRONG =
      List.of(
          "pipeline --overwrite O/../nothing.tsv O",
          "pipeline --overwrite -Dneardup.ingest.format=parquet P O",
          "pipeline --overwrite -Dneardup.ingest.text-field=nothing P O",
          "pipeline --overwrite -Dneardup.cluster.source-field=nothing O/../other.tsv O",
          "pipeline --overwrite -Dneardup.shingle.stop-list=O/../nothing P O",
          "pipeline --overwrite -Dneardup.similarity.threshold=2 P O",
          "pipeline --resume --overwrite -Dneardup.ingest.text-field=nothing P O",
          "pipeline --overwrite --against K O/../nothing.tsv O",
          "pipeline --overwrite --against K -Dneardup.ingest.format=parquet P O",
          "pipeline --overwrite --against K -Dneardup.similarity.threshold=0.9 P O",
          "pipeline --overwrite --against O/../nothing P O",
          "export --overwrite K@7 O",
          "export --overwrite -Dneardup.similarity.threshold=0.9 K O",
          "cluster --overwrite -Dneardup.shingle.size=4 O/corpus O/4-pairs O/5-clusters");

  /** Kinds of folders that are not ours, with their files. */
  enum Kind {
    DOCUMENTS("thesis.txt more/chapter.txt"),
    FINISHED_JOB("part-r-00000 _SUCCESS"),
    RUNNING_JOB("_temporary/1/_temporary/attempt/part-r-00000"),
    FAILED_JOB("_temporary/1/task/part-r-00000 precious.txt"),
    FOLDER_CALLED_BATCHES("batches/monday/a.txt _work/plan.txt"),
    BATCHES_THAT_LOOK_LIKE_OURS("batches/00000/a.txt"),
    FILES_WITH_OUR_NAMES("_owner.json _neardup.json _pipeline.json _work/precious.txt _lock"),
    ONLY_AN_OWNER_FILE("_owner.json"),
    ONLY_A_LOCK("_lock-of-mine"),
    MARK_OF_ANOTHER_FOLDER("precious.txt"),
    LINK("thesis.txt"),
    FILE(".");

    private final String files;

    Kind(String files) {
      this.files = files;
    }
  }

  @BeforeAll
  static void makeOutput() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      lines.append("{\"id\": ").append(i).append(", \"text\": \"this is page ").append(i / 2);
      lines.append(", which says what it says\"}\n");
    }
    Files.writeString(shared.resolve("pages.jsonl"), lines);
    String[] pipeline = {
      "pipeline", shared.resolve("pages.jsonl").toString(), shared.resolve("whole").toString()
    };
    assertThat(Driver.run(pipeline, true)).isZero();
    String[] add = {"add", pipeline[1], shared.resolve("store").toString()};
    assertThat(Driver.run(add, true)).isZero();
  }

  static Stream<Arguments> cases() {
    return COMMANDS.stream()
        .flatMap(
            command ->
                command.endsWith("+")
                    ? Stream.of("", " --overwrite")
                        .map(
                            option -> command.replaceAll("^([a-z-]+)(.*)[+]", "$1" + option + "$2"))
                    : Stream.of(command))
        .flatMap(command -> Stream.of(Kind.values()).map(kind -> Arguments.of(command, kind)));
  }

  private void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Path make(Kind kind) throws IOException {
    Path foreign = folder.resolve("foreign");
    Path place = kind == Kind.LINK ? folder.resolve("target") : foreign;
    for (String name : kind.files.split(" ", -1)) {
      String text = name.endsWith(".json") ? "{\"owner\": \"me\"}" : "years of work";
      write(place.resolve(name).normalize(), text);
    }
    if (kind == Kind.LINK) {
      Files.createSymbolicLink(foreign, place);
    } else if (kind == Kind.MARK_OF_ANOTHER_FOLDER) {
      Files.copy(shared.resolve("whole/4-pairs/_owner.json"), foreign.resolve("_owner.json"));
    }
    return foreign;
  }

  /** Returns every file and folder with its content and times. */
  private List<String> all() throws IOException {
    List<String> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted().toList()) {
        if (!file.equals(folder)) {
          all.add(
              file
                  + " "
                  + new TreeMap<>(Files.readAttributes(file, "*", LinkOption.NOFOLLOW_LINKS))
                      .entrySet().stream()
                          .filter(attribute -> !attribute.getKey().equals("lastAccessTime"))
                          .toList()
                  + (Files.isRegularFile(file) ? Arrays.toString(Files.readAllBytes(file)) : ""));
        }
      }
    }
    return all;
  }

  /** Runs a command; returns what it says on standard error. */
  private static String run(String command, int... expected) throws Exception {
    Said said = Said.by(command.split(" ", -1));
    assertThat(said.status())
        .as("%s: %s", command, said.err())
        .isIn(Arrays.stream(expected).boxed().toList());
    return said.err();
  }

  private static String words(String command, Path foreign) {
    return command
        .replace(" W/", " " + shared.resolve("whole") + "/")
        .replace(" P ", " " + shared.resolve("pages.jsonl") + " ")
        .replaceAll(" K(?=[ @/])", " " + shared.resolve("store"))
        .replaceAll(" F$", " " + foreign);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isLeftAsItWas(String command, Kind kind) throws Exception {
    Path foreign = make(kind);
    List<String> before = all();

    String said = run(words(command, foreign), VerbTool.USAGE);

    assertThat(said).contains(foreign.toString()).doesNotContain("\tat ");
    assertThat(all()).isEqualTo(before);
  }

  /** Makes a copy that counts as made where it is. */
  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.sorted().toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        String name = file.getFileName().toString();
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else if (name.equals("_owner.json") || name.equals("_pipeline.json")) {
          Files.writeString(copy, Files.readString(file).replace(from.toString(), to.toString()));
        } else if (!name.endsWith("_owner.json.crc") && !name.endsWith("_pipeline.json.crc")) {
          Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  /** Makes {@code O} of the commands above and what belongs to it; returns its path. */
  private Path makeOurs(String command) throws Exception {
    Path ours = folder.resolve("ours");
    copy(shared.resolve("whole"), ours);
    if (command.contains("O/coll")) {
      run(words("add P F", ours.resolve("coll")), 0);
    }
    if (command.contains("O/stop")) {
      run(
          onOurs("stop-shingles -Dneardup.shingle.max-document-share=0.5 O/corpus O/stop", ours),
          0);
    }
    if (command.contains(" L ")) {
      Files.createSymbolicLink(folder.resolve("link"), ours.resolve("6-dedup/kept"));
    }
    if (command.contains(" D ")) {
      write(folder.resolve("docs/some.jsonl"), "{\"id\": \"a\", \"text\": \"some text\"}\n");
      Files.createSymbolicLink(folder.resolve("docs/more"), ours.resolve("6-dedup/kept"));
    }
    if (command.contains(" C ")) {
      run("ingest " + ours.resolve("6-dedup/kept") + " " + folder.resolve("corpus"), 0);
    }
    if (command.contains(" X/")) {
      run(onOurs("pipeline C X", ours), 0);
    }
    if (command.contains("/../other.tsv")) {
      write(folder.resolve("other.tsv"), "a\tsome text\nb\tmore text\n");
    }
    return ours;
  }

  private String onOurs(String command, Path ours) {
    return words(command + " ", ours)
        .replaceAll(" O(?=[ /])", " " + ours)
        .replace("=O/", "=" + ours + "/")
        .replace(" L ", " " + folder.resolve("link") + " ")
        .replace(" D ", " " + folder.resolve("docs") + " ")
        .replaceAll(" C(?=[ /])", " " + folder.resolve("corpus"))
        .replaceAll(" X(?=[ /])", " " + folder.resolve("results"))
        .strip();
  }

  /** Returns every file with its content; a folder may have been made for a lock. */
  private static Map<String, String> files(Path folder) throws IOException {
    Map<String, String> files = Said.files(folder);
    files.values().removeIf("folder"::equals);
    return files;
  }

  private String requireUnchanged(String command, Path ours, int... statuses) throws Exception {
    Map<String, String> before = files(folder);
    Map<String, String> store = files(shared.resolve("store"));

    String said = run(onOurs(command, ours), statuses);

    assertThat(files(folder)).isEqualTo(before);
    assertThat(files(shared.resolve("store"))).isEqualTo(store);
    return said;
  }

  static Stream<Arguments> strangers() {
    Stream<Arguments> whole =
        REPLACING.stream()
            .flatMap(verb -> STRANGERS.stream().map(stranger -> Arguments.of(verb, stranger)));
    Stream<Arguments> stages =
        REPLACING_STAGES.stream()
            .map(verb -> Arguments.of(verb, verb.replaceAll(".* O/", "") + "/mine.tsv"));
    return Stream.concat(whole, stages);
  }

  @ParameterizedTest
  @MethodSource("strangers")
  void whatIsNotOursInAnOutputIsNamedAndLeftAlone(String command, String stranger)
      throws Exception {
    Path ours = makeOurs(command);
    write(ours.resolve(stranger), "years of work");

    String said = requireUnchanged(command, ours, VerbTool.USAGE);

    assertThat(said)
        .contains(ours + "/" + stranger.replaceFirst("^(mine|coll|stop-shingles)/.*", "$1"))
        .contains("was not made by neardup and is left alone");
  }

  @ParameterizedTest
  @FieldSource("NOT_APART")
  @Tag("long")
  void whatIsReadIsNeverReplaced(String command) throws Exception {
    Path ours = makeOurs(command);
    assertThat(requireUnchanged(command, ours, VerbTool.USAGE))
        .contains(" is inside ", " input ", " output ");
  }

  @ParameterizedTest
  @FieldSource("WRONG")
  void whatIsRefusedReplacesNothing(String command) throws Exception {
    requireUnchanged(command, makeOurs(command), VerbTool.USAGE, VerbTool.FAILURE);
  }

  @ParameterizedTest
  @FieldSource("REPLACING_STAGES")
  void aStageReplacesItsOwnOutput(String command) throws Exception {
    run(onOurs(command, makeOurs(command)), 0);
  }

  @Test
  @Tag("long")
  void eachVerbReplacesWhatTheOthersHaveMade() throws Exception {
    Path ours = makeOurs(REPLACING.get(0));
    for (String command : REPLACING) {
      run(onOurs(command, ours), 0);
    }
    run(onOurs(REPLACING.get(0), ours), 0);
    assertThat(files(ours).keySet())
        .containsAll(
            Stream.of("_SUCCESS", "_files.tsv", "removed-by.tsv")
                .map(name -> ours + "/6-dedup/" + name)
                .toList());
  }

  @Test
  void whatWasMovedIsReadAndNeverReplaced() throws Exception {
    Path moved = Files.move(makeOurs(""), folder.resolve("moved"));
    run("audit " + moved, 0);
    run("report " + moved, 0);
    assertThat(moved.resolve("audit.json")).exists();
    for (String option : List.of("--overwrite", "--resume")) {
      assertThat(run(onOurs("pipeline " + option + " P O", moved), VerbTool.USAGE))
          .contains("was copied or moved");
    }
    assertThat(moved.resolve("report.html")).exists();
  }

  @Test
  void whatIsOursIsReplacedByItsOwnVerbAlone() throws Exception {
    Path ours = folder.resolve("ours");
    run(words("shingle-sort W/corpus F", ours), 0);
    assertThat(run(words("shingle-sort W/corpus F", ours), VerbTool.USAGE)).contains("exists");
    assertThat(run(words("cluster --overwrite W/corpus W/4-pairs F", ours), VerbTool.USAGE))
        .contains("is the output of neardup shingle-sort, not of cluster");
    assertThat(run(words("pipeline --overwrite P F", ours), VerbTool.USAGE))
        .contains("is the output of neardup shingle-sort, not of pipeline");
    assertThat(run(words("ingest P F", ours), VerbTool.USAGE))
        .contains("is the output of neardup shingle-sort, not of ingest");
    run(words("shingle-sort --overwrite W/corpus F", ours), 0);
  }

  @Test
  void corpusListTellsOfWhatAnInterruptedIngestLeft() throws Exception {
    Path corpus = folder.resolve("corpus");
    run(words("ingest P F", corpus), 0);
    write(corpus.resolve("_work/batch/files/copy"), "12345");
    assertThat(Said.by("corpus", "list", corpus.toString()).out())
        .contains("not finished: 5 bytes in " + corpus + "/_work");
  }

  @Test
  void aCorpusIsNeverReplaced() throws Exception {
    Path corpus = folder.resolve("corpus");
    run(words("ingest P F", corpus), 0);
    List<String> before = all();
    run(words("shingle-sort --overwrite W/corpus F", corpus), VerbTool.USAGE);
    run(words("pipeline --overwrite P F", corpus), VerbTool.USAGE);
    assertThat(all()).isEqualTo(before);
  }
}
