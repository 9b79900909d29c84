package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every verb that writes, with every option, on every kind of folder that is not ours: it is
 * refused as wrong usage, and the folder is as it was, down to the times of its files.
 */
class ForeignFoldersTest {

  @TempDir private static Path shared;
  @TempDir private Path folder;

  /** {@code W} is a pipeline's output, {@code P} its input and {@code F} the foreign folder. */
  private static final List<String> COMMANDS =
      List.of(
          "ingest P F",
          "ingest --batch b P F",
          "shingle-sort W/corpus F",
          "shingle-sort --overwrite W/corpus F",
          "band-bucket W/1-signatures F",
          "band-bucket --overwrite W/1-signatures F",
          "candidate-list W/2-buckets F",
          "candidate-list --overwrite W/2-buckets F",
          "verify W/corpus W/1-signatures W/3-candidates F",
          "verify --overwrite W/corpus W/1-signatures W/3-candidates F",
          "cluster W/corpus W/4-pairs F",
          "cluster --overwrite W/corpus W/4-pairs F",
          "dedup W/corpus W/5-clusters F",
          "dedup --overwrite W/corpus W/5-clusters F",
          "dedup --annotate W/corpus W/5-clusters F",
          "dedup --annotate --overwrite W/corpus W/5-clusters F",
          "export --format parquet W/ F",
          "export --format parquet --overwrite W/ F",
          "pipeline P F",
          "pipeline --overwrite P F",
          "pipeline --resume P F",
          "pipeline --overwrite W/corpus F",
          "audit F",
          "report F",
          "corpus verify F",
          "corpus list F");

  /** Kinds of folders that are not ours. */
  enum Kind {
    DOCUMENTS,
    FINISHED_JOB,
    RUNNING_JOB,
    FAILED_JOB,
    FOLDER_CALLED_BATCHES,
    BATCHES_THAT_LOOK_LIKE_OURS,
    FILES_WITH_OUR_NAMES,
    ONLY_AN_OWNER_FILE,
    ONLY_A_LOCK,
    MARK_OF_ANOTHER_FOLDER,
    LINK,
    FILE
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
    assertThat(Neardup.run(pipeline)).isZero();
  }

  static Stream<Arguments> cases() {
    return COMMANDS.stream()
        .flatMap(command -> Stream.of(Kind.values()).map(kind -> Arguments.of(command, kind)));
  }

  private void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Path make(Kind kind) throws IOException {
    Path foreign = folder.resolve("foreign");
    switch (kind) {
      case DOCUMENTS -> {
        write(foreign.resolve("thesis.txt"), "years of work");
        write(foreign.resolve("more/chapter.txt"), "more years");
      }
      case FINISHED_JOB -> {
        write(foreign.resolve("part-r-00000"), "a result");
        write(foreign.resolve("_SUCCESS"), "");
      }
      case RUNNING_JOB ->
          write(foreign.resolve("_temporary/1/_temporary/attempt/part-r-00000"), "half");
      case FAILED_JOB -> {
        write(foreign.resolve("_temporary/1/task/part-r-00000"), "half");
        write(foreign.resolve("precious.txt"), "precious");
      }
      case FOLDER_CALLED_BATCHES -> {
        write(foreign.resolve("batches/monday/a.txt"), "a");
        write(foreign.resolve("_work/plan.txt"), "a plan");
      }
      case BATCHES_THAT_LOOK_LIKE_OURS -> write(foreign.resolve("batches/00000/a.txt"), "a");
      case FILES_WITH_OUR_NAMES -> {
        write(foreign.resolve("_owner.json"), "{\"owner\": \"somebody\"}");
        write(foreign.resolve("_neardup.json"), "{}");
        write(foreign.resolve("_pipeline.json"), "{}");
        write(foreign.resolve("_work/precious.txt"), "precious");
        write(foreign.resolve("_lock"), "theirs");
      }
      case ONLY_AN_OWNER_FILE -> write(foreign.resolve("_owner.json"), "{\"owner\": \"me\"}");
      case ONLY_A_LOCK -> write(foreign.resolve("_lock-of-mine"), "mine");
      case MARK_OF_ANOTHER_FOLDER -> {
        Files.createDirectories(foreign);
        Files.copy(shared.resolve("whole/4-pairs/_owner.json"), foreign.resolve("_owner.json"));
        write(foreign.resolve("precious.txt"), "precious");
      }
      case LINK -> {
        write(folder.resolve("target/thesis.txt"), "years of work");
        Files.createSymbolicLink(foreign, folder.resolve("target"));
      }
      case FILE -> write(foreign, "years of work");
      default -> throw new IllegalArgumentException(kind.name());
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

  private static String run(String command, int expectedStatus) throws Exception {
    PrintStream oldErr = System.err;
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    int status;
    try {
      status = Neardup.run(command.split(" ", -1));
    } finally {
      System.setErr(oldErr);
    }
    String said = err.toString(StandardCharsets.UTF_8);
    assertThat(status).as("%s: %s", command, said).isEqualTo(expectedStatus);
    return said;
  }

  private static String words(String command, Path foreign) {
    return command
        .replace(" W/", " " + shared.resolve("whole") + "/")
        .replace(" P ", " " + shared.resolve("pages.jsonl") + " ")
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
    PrintStream oldOut = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      run("corpus list " + corpus, 0);
    } finally {
      System.setOut(oldOut);
    }
    assertThat(out.toString(StandardCharsets.UTF_8))
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
