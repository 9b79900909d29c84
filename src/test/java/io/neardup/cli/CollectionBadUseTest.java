package io.neardup.cli;

import static io.neardup.hadoop.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.hadoop.collection.CollectionIndex;
import io.neardup.hadoop.generation.CollectionPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What users do wrong with a collection, and what has happened to its files: the message says what
 * is wrong and what to do, the exit status is 2, and nothing is changed.
 */
class CollectionBadUseTest {

  @TempDir private static Path folder;

  private static String out;
  private static String err;

  /**
   * Commands that are refused, and what they say. {@code D} is the folder of the test, {@code D/c}
   * a collection of two generations.
   */
  private static final String REFUSED =
      """
      # arguments
      add | INPUT... COLLECTION
      add D/new.tsv | INPUT... COLLECTION
      compact | COLLECTION
      list | COLLECTION
      compact --expire 3 D/c | --expire 3: a time is a whole number and d, h, m or s
      compact --expire 3w D/c | --expire 3w: a time is
      compact --expire -3d D/c | --expire -3d: a time is
      compact --expire 99999999999999999d D/c | --expire 99999999999999999d: that is too long
      add -Dneardup.banding.band=3 D/new.tsv D/c | did you mean neardup.banding.bands?
      drop --ids D/missing D/c | the list of ids file:D/missing does not exist
      drop --ids D/foreign D/c | the list of ids file:D/foreign is a folder
      # looking up
      lookup D/c | Missing required parameter: 'FILE...'
      lookup D/c D/missing.tsv | D/missing.tsv does not exist
      lookup D/c@9 D/new.tsv | generation 9 of file:D/c does not exist
      lookup D/empty D/new.tsv | D/empty is not a collection: it has no generation
      lookup -Dneardup.shingle.size=5 D/c D/new.tsv | neardup.shingle.size: made with
      # conditions
      add --fail-if clusters.large>0 D/new.tsv D/c | clusters.large is a figure of the verb pipeline
      pipeline --fail-if changes.nowKept>0 D/new.tsv D/out | there is no figure changes.nowKept
      # continuing
      add --resume | INPUT... COLLECTION
      add --accept D/new.tsv D/c | --accept publishes what an earlier add has left: give --resume too
      add --resume D/c | file:D/c has no interrupted add: nothing to resume
      add --resume D/new.tsv D/c | file:D/c has no interrupted add: nothing to resume
      add --resume --accept --batch new D/c | file:D/c has no interrupted add: nothing to resume
      add --resume D/missing | D/missing does not exist: nothing to resume
      add --resume D/empty | D/empty is not a collection: nothing to resume
      add --resume D/corpus | D/corpus is the output of neardup ingest, not a collection; it is left alone
      add --resume D/foreign | D/foreign exists and was not made by neardup; it is left alone
      add --resume D/c@1 | D/c@1 names a generation, which never changes
      add --resume D/copy | D/copy is a collection that was copied or moved
      add --resume --fail-if documents.inn=1 D/c | did you mean documents.in?
      # settings
      add -Dneardup.banding.bands=10 D/new.tsv D/c | D/c was made with another configuration | neardup.banding.bands: made with 20, now set to 10
      compact -Dneardup.similarity.threshold=0.5 D/c | neardup.similarity.threshold: made with 0.8, now set to 0.5
      export -Dneardup.similarity.threshold=0.5 D/c D/out | neardup.similarity.threshold: made with 0.8, now set to 0.5
      pipeline -Dneardup.similarity.threshold=0.5 D/c D/out | neardup.similarity.threshold: made with 0.8, now set to 0.5
      pipeline -Dneardup.banding.rows=3 D/c@1 D/out | neardup.banding.rows: made with 5, now set to 3
      pipeline --tune 0.9 D/c D/out | --tune cannot be used with a collection, which has its bands and rows
      shingle-sort -Dneardup.shingle.size=5 D/c D/out | neardup.shingle.size: made with 9, now set to 5
      add -Dneardup.verify=none D/new.tsv D/c | neardup.verify=none: a collection needs verified pairs
      add -Dneardup.verify=none D/new.tsv D/out | neardup.verify=none: a collection needs verified pairs
      # batches
      add --batch monday D/new.tsv D/c | D/c already has a batch monday; give another name with --batch, such as monday-2: a batch keeps its name when its documents are dropped
      add --batch again D/monday.tsv D/c | D/monday.tsv is already in batch monday of file:D/c
      add D/other.jsonl D/c | batch tuesday has the format tsv; here, 1 of 1 file begins with a JSON object with `text`, `id`
      # places
      add D/new.tsv D/corpus | D/corpus is the output of neardup ingest, not a collection; it is left alone
      add D/new.tsv D/results | D/results is the output of neardup pipeline, not a collection; it is left alone
      add D/new.tsv D/foreign | D/foreign exists and was not made by neardup; it is left alone
      add D/new.tsv D/monday.tsv | D/monday.tsv exists and was not made by neardup; it is left alone
      add D/new.tsv D/c@1 | D/c@1 names a generation, which never changes; to change the collection, write file:D/c
      compact D/c@1 | D/c@1 names a generation, which never changes
      add D/new.tsv D/c@9 | generation 9 of file:D/c does not exist: it has generations 1 to 2
      add D/c/generations D/c | input file:D/c/generations is inside output file:D/c
      add D/* D/c | output file:D/c is inside input file:D/c
      add D D/c | output file:D/c is inside input file:D
      add D/foreign D/foreign/out | output file:D/foreign/out is inside input file:D/foreign
      pipeline --overwrite D/new.tsv D/c | D/c is a collection, not of pipeline; it is left alone
      ingest D/new.tsv D/c | D/c is a collection, not of ingest; it is left alone
      compact D/missing | D/missing does not exist; run add to make a collection
      compact D/corpus | D/corpus is the output of neardup ingest, not a collection
      compact D/foreign | D/foreign exists and was not made by neardup
      compact D/empty | D/empty is not a collection: it has no generation; run add to make one
      list D/missing | D/missing does not exist; run add to make a collection
      list D/corpus | D/corpus is not a collection
      list D/foreign | D/foreign is not a collection
      list D/monday.tsv | D/monday.tsv is not a collection
      list D/c@3 | generation 3 of file:D/c does not exist: it has generations 1 to 2
      # copies
      add D/new.tsv D/copy | D/copy is a collection that was copied or moved. It can be read (list, export), but not changed. Move it back to file:D/c or change the collection there
      compact D/copy | D/copy is a collection that was copied or moved
      pipeline D/c D/new.tsv D/out | file:D/c is a collection, which cannot be combined with other inputs; add them to it, or use --against
      pipeline D/new.tsv D/c@1 D/out | file:D/c@1 is a collection, which cannot be combined
      # exports
      export D/c D/results | D/results exists; --overwrite replaces it, or name another output
      export D/c D/foreign | D/foreign exists and was not made by neardup
      export D/c D/corpus | D/corpus is the output of neardup ingest, not of pipeline
      export D/c D/c/out | output file:D/c/out is inside input file:D/c
      export D/c D/c | output file:D/c is inside input file:D/c
      export D/copy D/c | D/c is a collection, not of pipeline; it is left alone
      export --overwrite D/copy D/c | D/c is a collection, not of pipeline; it is left alone
      export D/corpus D/out | D/corpus is not a collection
      export D/missing D/out | D/missing does not exist
      # forecasts
      explain --add-documents 0 D/c | --add-documents must be 1 to 1e12
      explain --add-documents many D/c | --add-documents
      explain --add-documents 5 --documents 9 D/c | --documents is for a pipeline over all documents, --add-documents for the next batch of a collection: set one of them
      explain --add-documents 5 D/c@3 | generation 3 of file:D/c does not exist: it has generations 1 to 2
      explain --add-documents 5 D/missing | D/missing does not exist
      explain --add-documents 5 -Dneardup.banding.bands=10 D/c | neardup.banding.bands: made with 20, now set to 10
      # reports and audits
      report D/c | D/c is a collection: name a folder for its results, which are exported first: report D/c OUTPUT
      report D/c@1 | D/c@1 is a collection: name a folder for its results, which are exported first: report D/c@1 OUTPUT
      report D/c@3 D/out | generation 3 of file:D/c does not exist: it has generations 1 to 2
      report D/missing D/out | D/missing does not exist
      report D/results D/out | D/results is not a collection, and only a collection is exported to another folder: report D/results
      report --overwrite D/results | D/results is not a collection: --overwrite is for the OUTPUT of a collection
      report D/c D/out-${user.name} | choose another
      report -Dneardup.similarity.threshold=0.5 D/c D/out | neardup.similarity.threshold: made with 0.8, now set to 0.5
      audit D/c | D/c is a collection: name a folder for its results, which are exported first: audit D/c OUTPUT
      audit --documents 0 D/c D/out | --documents must be 1 to 1000000
      audit --fail-if recall.pair.low<1 D/c D/out | there is no figure recall.pair.low
      """;

  @BeforeAll
  static void prepare() throws Exception {
    write("monday.tsv", "a\tone page, and what it says\nb\tone page, and what it says\n");
    write("tuesday.tsv", "c\tone page, and what it says\nd\tanother page\n");
    write("new.tsv", "e\tone page, and what it says\n");
    write("other.jsonl", "{\"id\":\"f\",\"text\":\"x\"}\n");
    write("foreign/file.tsv", "not\tours\n");
    Files.createDirectories(folder.resolve("empty"));
    for (String command :
        List.of(
            "add --batch monday D/monday.tsv D/c",
            "add --batch tuesday D/tuesday.tsv D/c",
            "ingest D/new.tsv D/corpus",
            "pipeline D/new.tsv D/results")) {
      assertThat(run(command)).as("%s%n%s", command, err).isZero();
    }
    FileUtils.copyDirectory(folder.resolve("c").toFile(), folder.resolve("copy").toFile());
  }

  private static void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static int run(String command) throws Exception {
    Said said = Said.by(folder, command);
    out = said.out();
    err = said.err();
    return said.status();
  }

  /** Runs a command that is refused: with a message, and without changing anything. */
  private static void refuse(String command, String... said) throws Exception {
    SortedMap<String, String> before = Said.files(folder);
    int status = run(command);
    assertThat(status).as("status of %s; it said:%n%s%s", command, out, err).isEqualTo(2);
    for (String part : said) {
      assertThat(err)
          .contains(part.replace("D/", folder + "/").replaceAll("D$", folder.toString()));
    }
    assertThat(err).doesNotContain("\tat ").doesNotContain("Exception");
    assertThat(Said.files(folder)).isEqualTo(before);
  }

  static Stream<String> refused() {
    return REFUSED.lines().filter(line -> !line.startsWith("#"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void refusedWithAMessage(String row) throws Exception {
    String[] cells = row.split(" \\| ", -1);
    refuse(cells[0], Arrays.copyOfRange(cells, 1, cells.length));
  }

  private static Path newest() {
    return folder.resolve("c/generations/0000002.json");
  }

  /** Returns the first file of a part of the newest generation that holds something. */
  private static Path fileOf(String part) throws IOException {
    for (var file : new ObjectMapper().readTree(newest().toFile()).get("files")) {
      String name = file.get("file").asText();
      if (name.contains("/" + part + "/part-") && file.get("length").asLong() > 0) {
        return folder.resolve("c").resolve(name);
      }
    }
    throw new AssertionError("no file of " + part);
  }

  /** Changes or deletes a file, which is put back: no verb takes the collection. */
  private static void refuseAll(Path file, byte[] content, String... said) throws Exception {
    byte[] whole = Files.readAllBytes(file);
    if (content == null) {
      Files.delete(file);
    } else {
      Files.write(file, content);
    }
    try {
      for (String command :
          List.of("add D/new.tsv D/c", "compact --expire 0s D/c", "export D/c D/out")) {
        refuse(command, said);
      }
    } finally {
      Files.write(file, whole);
    }
  }

  @Test
  void filesOfTheIndexThatAreMissingOrChanged() throws Exception {
    String put = "Put the file back";
    for (String part : List.of("_bands", "_twins", "1-signatures", "4-pairs")) {
      Path file = fileOf(part);
      String missing = file + " is missing: something other than neardup has changed";
      refuseAll(file, null, missing, put);
      byte[] edited = Files.readAllBytes(file);
      edited[edited.length / 2] ^= 1;
      refuseAll(file, edited, file + " has another checksum", put);
      refuseAll(file, Arrays.copyOf(edited, edited.length - 1), file + " has ", "not ", put);
    }
  }

  @Test
  void aFileOfWhichAllDocumentsWereDroppedCanBeAddedAgain() throws Exception {
    assertThat(run("add --batch monday D/monday.tsv D/again")).as(err).isZero();
    refuse("add D/monday.tsv D/again", "D/monday.tsv is already in batch monday");
    assertThat(run("drop --batch monday D/again")).as(err).isZero();
    assertThat(run("add --batch monday-2 D/monday.tsv D/again")).as(err).isZero();
    assertThat(run("export D/again D/again-results")).as(err).isZero();
    Path kept = folder.resolve("again-results/6-dedup/kept");
    assertThat(kept.resolve("monday-2/monday.tsv")).exists();
    assertThat(kept.resolve("monday")).doesNotExist();
  }

  @Test
  void aFileOfWhichOnlyRecordsSetAsideAreLeftIsRefusedWithTheReason() throws Exception {
    write("aside.tsv", "a\tone page, and what it says\n\nb\tanother page\n");
    assertThat(run("add D/aside.tsv D/aside")).as(err).isZero();
    write("ids", "a\n");
    assertThat(run("drop --ids D/ids D/aside")).as(err).isZero();
    refuse(
        "add D/aside.tsv D/aside", "D/aside.tsv is already in batch batch-00000 of file:D/aside\n");
    assertThat(run("drop --batch batch-00000 D/aside")).as(err).isZero();
    refuse(
        "add D/aside.tsv D/aside",
        "aside.tsv is already in batch batch-00000 of file:D/aside: its documents were dropped, but"
            + " the records that were set aside remain (");
  }

  @Test
  void idsToDropThatNoDocumentHasAreCountedAndNamed() throws Exception {
    write("ids", "\ufeffa\r\nx\nc\ny\nf\n\nd\nx\ne\n");
    assertThat(run("add D/monday.tsv D/dropped")).isZero();
    assertThat(run("drop --ids D/ids D/dropped")).as(err).isZero();
    assertThat(out)
        .containsPattern("dropped +1  of 2 documents")
        .containsPattern("ids not found +6  c, d, e, f, x …\n");
    assertThat(run("drop --ids D/ids D/dropped")).isZero();
    assertThat(out)
        .contains("There is no such document")
        .containsPattern("ids not found +7  a, c, d, e, f …\n");
    assertThat(run("corpus list D/dropped")).as(err).isZero();
    assertThat(out)
        .containsPattern("batch-00000 +tsv +1 +\\d+ +0 +1 +0\n")
        .containsPattern("all +1 +\\d+ +1 +0\n");
    write("none", "\n");
    assertThat(run("drop --ids D/none D/dropped")).isZero();
    assertThat(out).contains("The list of ids is empty. Nothing was published");
    assertThat(run("drop --batch batch-00000 D/dropped")).isZero();
    assertThat(run("drop --batch batch-00000 D/dropped")).isZero();
    assertThat(out).contains("The batch has no documents any more. Nothing was published");
  }

  @Test
  void aGenerationThatExpiresWhileItIsRead() throws Exception {
    assertThat(run("add D/monday.tsv D/expiring")).as(err).isZero();
    Configuration conf = new Configuration();
    CollectionIndex first = CollectionIndex.of(conf, CollectionPath.of(conf, folder + "/expiring"));
    assertThat(run("add D/tuesday.tsv D/expiring")).as(err).isZero();
    assertThat(run("drop --batch batch-00000 D/expiring")).as(err).isZero();
    assertThat(run("compact --expire 0s D/expiring")).as(err).isZero();
    assertRefused(
        () -> first.use(conf),
        "compact --expire has deleted generation 1 of file:" + folder,
        "/expiring meanwhile; the newest is 3");
  }

  @Test
  void otherAlgorithms() throws Exception {
    ObjectMapper json = new ObjectMapper();
    ObjectNode tree = (ObjectNode) json.readTree(newest().toFile());
    ((ObjectNode) tree.get("provenance")).put("version of verify", "0");
    refuseAll(
        newest(),
        json.writerWithDefaultPrettyPrinter().writeValueAsBytes(tree),
        "D/c was made by neardup ",
        "version of verify: made with 0, now ",
        "use what it was made with, or make a new collection");
  }

  @Test
  void aCollectionIsExportedAndThenReportedOrAudited() throws Exception {
    assertThat(run("report D/c D/reported")).as(err).isZero();
    assertThat(err).contains("[6/6] dedup");
    assertThat(out)
        .contains("results: ", "report: file:" + folder.resolve("reported/report.html"))
        .containsOnlyOnce("report.html");
    String page = Files.readString(folder.resolve("reported/report.html"));
    assertThat(page).contains("/c@2</bdi>").doesNotContain("<h3>Audit</h3>");
    assertThat(run("report --overwrite D/c@1 D/reported")).as(err).isZero();
    assertThat(Files.readString(folder.resolve("reported/report.html"))).contains("/c@1</bdi>");

    assertThat(run("audit --fail-if recall.pairs.of<1 --fail-if documents.in>9 D/c D/audited"))
        .as(err)
        .isZero();
    assertThat(folder.resolve("audited/audit.json")).exists();
    assertThat(out).contains("compared with all", "report:  file:");
    assertThat(Files.readString(folder.resolve("audited/report.html")))
        .contains("<h3>Audit</h3>", "/c@2</bdi>");
    assertThat(
            run("audit -Dneardup.report=false --overwrite --fail-if documents.in>2 D/c D/audited"))
        .isEqualTo(3);
    assertThat(err).contains("documents.in>2");
    assertThat(folder.resolve("audited/audit.json")).exists();
    assertThat(folder.resolve("audited/report.html")).doesNotExist();
    FileUtil.fullyDelete(folder.resolve("reported").toFile());
    FileUtil.fullyDelete(folder.resolve("audited").toFile());
  }

  @Test
  @Tag("long")
  void whatIsNotBadUse() throws Exception {
    write("empty.tsv", "");
    List<String> commands = new ArrayList<>();
    commands.add("add D/empty.tsv D/first-empty"); // and then some documents
    commands.add("add D/new.tsv D/first-empty");
    commands.add("compact D/first-empty");
    commands.add("add D/tuesday.tsv D/empty"); // a folder that exists
    commands.add("list D/copy");
    commands.add("list D/c@1");
    commands.add("explain --add-documents 1e9 D/c");
    commands.add("explain --add-documents 1 D/c@1");
    commands.add("explain --add-documents 1 D/copy");
    commands.add("export D/copy D/of-copy");
    commands.add("export D/c D/of-c");
    commands.add("export --overwrite D/c@1 D/of-c@1");
    commands.add("export --overwrite D/c D/of-c@1");
    for (String command : commands) {
      assertThat(run(command)).as("%s%n%s", command, err).isZero();
    }
    for (String name : List.of("4-pairs/part-r-00000", "6-dedup/removed-by.tsv")) {
      assertThat(folder.resolve("of-copy").resolve(name))
          .hasSameBinaryContentAs(folder.resolve("of-c").resolve(name));
      assertThat(folder.resolve("of-c@1").resolve(name))
          .hasSameBinaryContentAs(folder.resolve("of-c").resolve(name));
    }
    assertThat(run("list D/first-empty")).isZero();
    assertThat(out).containsPattern("2 +add .* 1 +1\n").containsPattern("batch-00000 +0 +0 +0\n");
    FileUtil.fullyDelete(folder.resolve("first-empty").toFile());
    FileUtil.fullyDelete(folder.resolve("empty").toFile());
    Files.createDirectories(folder.resolve("empty"));
  }
}
