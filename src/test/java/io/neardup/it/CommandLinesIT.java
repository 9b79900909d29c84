package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command line of the README, the pages and the help is run as it stands there. */
@Order(5)
class CommandLinesIT {

  private static final String VERBS =
      "pipeline ingest stop-shingles shingle-sort band-bucket candidate-list verify cluster dedup"
          + " add drop compact list lookup report compare corpus explain tune export audit s-curve keys";

  @TempDir private Path folder;

  /**
   * A folder that looks like the project's, with a {@code hadoop} that runs embedded. The script is
   * a link, so that all tests use one archive of classes, beside the project's jar.
   */
  @BeforeEach
  void prepare() throws IOException {
    for (String entry : List.of("run-pipeline.sh", "target", "src", "jobs", "hdfs-samples")) {
      Files.createSymbolicLink(folder.resolve(entry), Commands.PROJECT.resolve(entry));
    }
    Files.createSymbolicLink(folder.resolve("neardup.jar"), Commands.JAR);
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path hadoop = bin.resolve("hadoop");
    Files.writeString(
        hadoop,
        """
        #!/bin/sh
        [ "$1" = jar ] || exit 99
        shift
        export HADOOP_CLIENT_SKIP_UNJAR=true
        exec '%s' -Xmx512m -XX:+UseSerialGC %s -cp '%s' org.apache.hadoop.util.RunJar "$@"
        """
            .formatted(Commands.java(), Commands.QUICK, Commands.hadoopClasspath()));
    Files.setPosixFilePermissions(hadoop, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> pages = new ArrayList<>();
    StringBuilder json = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      String text = "page " + i / 2 + " says something, and then says it again";
      pages.add("id " + i + "\t" + text);
      json.append("{\"id\": ").append(i).append(", \"text\": \"").append(text).append("\"}\n");
    }
    for (String file : List.of("pages.tsv", "questions.tsv", "training.tsv")) {
      Files.write(folder.resolve(file), pages);
    }
    Files.writeString(folder.resolve("old.txt"), "a page before it was edited");
    Files.writeString(folder.resolve("new.txt"), "a page after it was edited");
    Files.createDirectories(folder.resolve("more-pages"));
    Files.writeString(
        folder.resolve("more-pages/tuesday.tsv"),
        "new\ta page of its own\ncopy\tpage 0 says something, and then says it again\n");
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("pages.jsonl.gz")))) {
      out.write(json.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private Commands.Result shell(String line) throws Exception {
    String settings =
        line.startsWith("hadoop ") ? "PATH=" + folder.resolve("bin") + ":$PATH; " : "";
    return shell(folder, settings + line);
  }

  private static Commands.Result shell(Path where, String line) throws Exception {
    return Commands.run(where, List.of("bash", "-c", line));
  }

  @Test
  void theVerbs() throws Exception {
    // The list above is that of the help, where the first word of such a line is a verb, and that
    // of the script.
    Commands.Result help = shell("hadoop jar neardup.jar --help").assertSucceeded();
    assertThat(help.out().lines().filter(line -> line.matches("  [a-z-]+ {2,}.*")))
        .map(line -> line.strip().split(" ", 2)[0])
        .containsExactlyInAnyOrder(VERBS.split(" ", -1));
    assertThat(shell("./run-pipeline.sh --help").assertSucceeded().out().replace('\n', ' '))
        .contains("Verbs: " + VERBS + ".");
  }

  @Test
  @Tag("large")
  void theExamplesOfTheHelp() throws Exception {
    int run = 0;
    List<String> verbs = new ArrayList<>(List.of(VERBS.split(" ", -1)));
    verbs.remove("add");
    verbs.add(0, "add"); // an example of pipeline compares with the collection of its examples
    for (String verb : verbs) {
      // Without the script they begin with: hadoop jar neardup.jar
      String help = shell("./run-pipeline.sh " + verb + " --help").assertSucceeded().out();
      assertThat(help)
          .contains("usage: ./run-pipeline.sh " + verb)
          .doesNotContain("hadoop jar neardup.jar");
      int examples = 0;
      for (String line : help.lines().toList()) {
        if (line.startsWith("  ./run-pipeline.sh ")) {
          shell(line.strip()).assertSucceeded();
          examples++;
        }
      }
      assertThat(examples).as("examples in the help of " + verb).isPositive();
      run += examples;
    }
    assertThat(run).isGreaterThanOrEqualTo(verbs.size());
    // The two examples of ingest have made two batches, of 20 documents each.
    assertThat(shell("./run-pipeline.sh corpus list corpus").assertSucceeded().out())
        .containsPattern("batch-00000 +jsonl .* 20 ")
        .containsPattern("monday +tsv .* 20 ")
        .containsPattern("all .* 40 ");
  }

  @Test
  void theCommandsOfTheReadme() throws Exception {
    assertThat(run(List.of(Commands.PROJECT.resolve("README.md"))))
        .startsWith("./run-pipeline.sh", "mvn verify")
        .hasSizeGreaterThan(4);
  }

  @Test
  @Tag("long")
  void theCommandsOfThePages() throws Exception {
    List<Path> pages = new ArrayList<>();
    pages.add(Commands.PROJECT.resolve("README.md")); // first: pages use its results
    try (Stream<Path> files = Files.list(Commands.PROJECT.resolve("src/site/markdown"))) {
      files
          .sorted(
              Comparator.comparing((Path page) -> !page.endsWith("inputs.md"))
                  .thenComparing(Comparator.naturalOrder()))
          .forEach(pages::add);
    }
    assertThat(run(pages)).hasSizeGreaterThan(15);
  }

  /** Runs the commands of some pages, and returns them. */
  private List<String> run(List<Path> pages) throws Exception {
    List<String> commands = new ArrayList<>();
    for (Path page : pages) {
      Files.readString(page)
          .lines()
          .filter(line -> line.startsWith("$ "))
          .map(line -> line.substring(2))
          .filter(line -> !line.matches(".*(--cluster|cluster\\.sh).*")) // ClusterIT runs these
          .forEach(commands::add);
    }
    for (String command : commands) {
      if (!command.equals("mvn verify")) { // this test is part of it
        shell(command).assertSucceeded();
      }
    }
    return commands;
  }

  @Test
  @Tag("long")
  void theCommandsOfTheJobsPage() throws Exception {
    Files.createDirectories(folder.resolve("data"));
    Files.move(folder.resolve("pages.tsv"), folder.resolve("data/pages.tsv"));
    int run = 0;
    for (String line : Files.readAllLines(Commands.PROJECT.resolve("jobs/README.md"))) {
      if (line.startsWith("jobs/")) {
        shell(line.replace(" /data/", " data/")).assertSucceeded();
        run++;
      }
    }
    assertThat(run).isEqualTo(7);
    assertThat(folder.resolve("data/nd/6-dedup/_SUCCESS")).exists();
    assertThat(folder.resolve("data/nd/6-dedup/kept/pages.tsv")).exists();
  }

  @Test
  @Tag("long")
  void theScriptInAnyFolderAndWithSpaces() throws Exception {
    Path spaced = Files.createDirectories(folder.resolve("a folder/with spaces"));
    Path input = Files.move(folder.resolve("pages.tsv"), spaced.resolve("my pages.tsv"));
    String script = "'" + Commands.PROJECT.resolve("run-pipeline.sh") + "' ";

    Commands.Result result =
        shell(spaced, script + "-D neardup.banding.bands=10 'my pages.tsv' 'my results'");

    result.assertSucceeded();
    assertThat(result.out()).contains("pairs kept", "my results/6-dedup");
    assertThat(Files.readAllLines(spaced.resolve("my results/6-dedup/kept/my pages.tsv")))
        .hasSize(10);
    assertThat(input).exists();
    Commands.Result again = shell(spaced, script + "'my pages.tsv' 'my results'");
    assertThat(again.status()).isEqualTo(2);
    assertThat(again.err()).contains("exists", "--resume", "--overwrite");
    assertThat(shell(spaced, script + "--no-such-option").status()).isEqualTo(2);
  }
}
