package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.hadoop.collection.index.StoredIndex;
import io.neardup.hadoop.generation.WorkFolders;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.stage0ingest.Ingests;
import io.neardup.reference.ComparedResults;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.SequenceFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code add --fail-if} and {@code add --resume}: what is published and what is not, and that an
 * addition that is continued after any of its steps makes the same bytes as one that was not
 * interrupted.
 */
class ResumedAdditionTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CROSSING = "documents.in>=0";
  private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  @TempDir private static Path folder;

  private static String out;
  private static String err;

  /** Makes the collection {@code whole}, of two batches, and {@code begun}, of the first. */
  @BeforeAll
  static void collections() throws Exception {
    Random random = new Random(1);
    pages("first.tsv", random, 0, 40);
    pages("second.tsv", random, 30, 40);
    for (int i = 0; i < 9; i++) {
      pages("day-" + i + ".tsv", random, 10 * i, 4);
    }
    run(0, "add D/first.tsv D/whole");
    run(0, "add --batch second D/second.tsv D/whole");
    run(0, "add D/first.tsv D/begun");
  }

  /** Writes documents of which many are like one of the same number modulo 60. */
  private static void pages(String name, Random random, int from, int documents)
      throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < from + documents; i++) {
      lines.append(name).append(i).append('\t');
      Random text = new Random(i % 60);
      for (int word = 0; word < 60; word++) {
        lines.append(' ').append(text.nextInt(1_000));
      }
      lines.append(' ').append(random.nextInt(1_000)).append('\n');
    }
    lines.append(name).append("\ta text that is in all files\n");
    Files.writeString(folder.resolve(name), lines);
  }

  /** Leaves of the collection {@code begun} only the first generation. */
  @BeforeEach
  void onlyTheFirstGeneration() throws IOException {
    Path begun = folder.resolve("begun");
    Files.deleteIfExists(begun.resolve("generations/0000002.json"));
    String first = Files.readString(begun.resolve("generations/0000001.json"));
    for (Path work : Pipelines.files(begun.resolve("work"), "")) {
      if (!first.contains(work.getFileName().toString())) {
        FileUtil.fullyDelete(work.toFile());
      }
    }
  }

  /** Runs a command, in which {@code D} is the folder of the test. */
  private static void run(int status, String command) throws Exception {
    Said said = Said.by(folder, command);
    out = said.out();
    err = said.err();
    assertThat(said.status()).as("%s%n%s%s", command, out, err).isEqualTo(status);
  }

  /** Adds the second batch so that a condition is crossed, and returns its work folder. */
  private static Path stopped() throws Exception {
    run(3, "add --batch second --fail-if " + CROSSING + " D/second.tsv D/begun");
    return unnamed("begun");
  }

  private static JsonNode generation(String collection, int number) throws IOException {
    return JSON.readTree(
        folder.resolve(collection).resolve("generations/000000" + number + ".json").toFile());
  }

  /** Returns the only work folder that no generation names. */
  private static Path unnamed(String collection) throws IOException {
    List<Path> unnamed = unnamedFolders(collection);
    assertThat(unnamed).hasSize(1);
    return unnamed.get(0);
  }

  private static List<Path> unnamedFolders(String collection) throws IOException {
    return WorkFolders.leftovers(new Configuration(), Ingests.path(folder.resolve(collection)))
        .stream()
        .map(left -> Path.of(left.folder().toUri().getPath()))
        .toList();
  }

  /** Returns the folder of a generation's results. */
  private static Path work(String collection, int number) throws IOException {
    return folder
        .resolve(collection)
        .resolve(generation(collection, number).at("/index/dedup").asText())
        .getParent();
  }

  /** Returns what a generation says, without times and names of folders. */
  private static String comparable(JsonNode generation) throws IOException {
    ObjectNode rest = generation.deepCopy();
    rest.remove(List.of("created", "parent", "files"));
    return JSON.writeValueAsString(rest).replaceAll(UUID, "UUID");
  }

  /** Returns all files of a work folder with their content, except times and the owner's mark. */
  private static SortedMap<String, String> files(Path work) throws IOException {
    SortedMap<String, String> files = ComparedResults.tree(work);
    for (Map.Entry<String, String> file : files.entrySet()) {
      String name = file.getKey();
      if (name.matches("(.*/)?(_owner|_add|_neardup|summary)\\.json|(.*/)?_files\\.tsv")) {
        file.setValue("");
      } else if (name.matches("corpus/.*/(catalog|texts)/part-[0-9]+/(data|index)")) {
        file.setValue(records(work.resolve(name))); // between marks that are made at random
      }
    }
    return files;
  }

  private static String records(Path file) throws IOException {
    Configuration conf = new Configuration();
    StringBuilder records = new StringBuilder();
    try (SequenceFile.Reader in =
        new SequenceFile.Reader(
            conf, SequenceFile.Reader.file(new org.apache.hadoop.fs.Path(file.toUri())))) {
      DataOutputBuffer key = new DataOutputBuffer();
      SequenceFile.ValueBytes value = in.createValueBytes();
      while (in.nextRaw(key, value) != -1) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(key.getData(), 0, key.getLength());
        value.writeUncompressedBytes(new DataOutputStream(bytes));
        records.append(bytes.toString(StandardCharsets.ISO_8859_1)).append('\n');
        key.reset();
      }
    }
    return records.toString();
  }

  /** Makes sure that the second generation of a collection is that of an uninterrupted run. */
  private static void requireEqual(String collection, String whole, int number) throws Exception {
    assertThat(comparable(generation(collection, number)))
        .isEqualTo(comparable(generation(whole, number)));
    assertThat(files(work(collection, number))).isEqualTo(files(work(whole, number)));
    assertThat(named(collection, number)).isEqualTo(named(whole, number));
    List<String> ofRun = List.of("cost", "crossed");
    assertThat(summary(work(collection, number)).remove(ofRun))
        .isEqualTo(summary(work(whole, number)).remove(ofRun));
    assertThat(unnamedFolders(collection)).isEmpty();
    assertThat(Pipelines.names(folder.resolve(collection)))
        .doesNotContain("_work")
        .noneMatch(name -> name.startsWith("_lock-"));
  }

  /** Returns the names of a generation's files, in an order of their own. */
  private static List<String> named(String collection, int number) throws IOException {
    return StreamSupport.stream(generation(collection, number).get("files").spliterator(), false)
        .map(file -> file.get("file").asText().replaceAll(UUID, "UUID"))
        .sorted()
        .toList();
  }

  private static ObjectNode summary(Path work) throws IOException {
    return (ObjectNode) JSON.readTree(work.resolve("summary.json").toFile());
  }

  @Test
  void aBatchThatCrossesAConditionIsNotPublished() throws Exception {
    byte[] list = list("begun").getBytes(StandardCharsets.UTF_8);
    run(
        3,
        "add --batch=second --fail-if=changes.nowRemoved>0 --fail-if documents.removed.count>=1"
            + " --fail-if=collection.documents=82 D/second.tsv D/begun");

    Path work = unnamed("begun");
    assertThat(out)
        .contains(folder.resolve("begun") + ", generation 2, not published\n")
        .contains("  crossed: --fail-if 'documents.removed.count>=1': documents.removed.count is ")
        .contains("  summary: file:" + work.resolve("summary.json") + "\n");
    assertThat(err)
        .contains(
            "\nneardup add: --fail-if 'collection.documents=82': collection.documents is 82\n")
        .endsWith(
            "neardup add: nothing was published; add --resume --accept file:"
                + folder.resolve("begun")
                + " publishes it; any other change of the collection deletes it\n")
        .doesNotContain("changes.nowRemoved");
    assertThat(folder.resolve("begun/generations/0000002.json")).doesNotExist();
    assertThat(summary(work).get("crossed")).hasSize(2);
    assertThat(summary(work).get("generation").asInt()).isEqualTo(2);
    assertThat(list("begun")).contains("not finished").contains(work.toString());
    assertThat(list("begun")).startsWith(new String(list, StandardCharsets.UTF_8).stripTrailing());
  }

  private static String list(String collection) throws Exception {
    run(0, "list D/" + collection);
    return out;
  }

  @Test
  void acceptPublishesAndSaysWhatWasCrossed() throws Exception {
    stopped();
    run(0, "add --resume --accept D/begun");
    assertThat(out).contains(", generation 2\n").contains("  crossed: --fail-if '" + CROSSING);
    assertThat(err).endsWith("neardup add: --fail-if '" + CROSSING + "': documents.in is 41\n");
    assertThat(summary(work("begun", 2)).get("crossed"))
        .map(JsonNode::asText)
        .containsExactly("--fail-if '" + CROSSING + "': documents.in is 41");
    requireEqual("begun", "whole", 2);
    run(2, "add --resume --accept D/begun");
  }

  /** For a scheduler: one path, whatever the generation. */
  @Test
  void theCollectionHasTheSummaryOfTheLastAdditionThatWasPublished() throws Exception {
    Path fixed = folder.resolve("fresh/summary.json");
    run(3, "add --fail-if documents.in>0 D/day-0.tsv D/fresh");
    assertThat(fixed).doesNotExist();
    run(0, "add --resume --accept D/fresh");
    assertThat(out).contains("  summary: file:" + fixed + "\n");
    requirePublished(1);

    run(3, "add --fail-if documents.in>0 D/day-1.tsv D/fresh"); // nothing is published
    run(2, "add D/missing.tsv D/fresh");
    Files.writeString(folder.resolve("bad.tsv"), "no tab in this line, and no id\n");
    run(1, "add -Dneardup.ingest.format=tsv -Dneardup.ingest.max-bad-records=0 D/bad.tsv D/fresh");
    requirePublished(1);

    run(0, "add D/day-1.tsv D/fresh");
    requirePublished(2);
    run(0, "drop --batch batch-00000 D/fresh");
    run(0, "compact D/fresh");
    requirePublished(2); // the figures of an addition stay what they are
    run(0, "add D/day-2.tsv D/fresh");
    requirePublished(4);

    for (String foreign : List.of("{\"mine\": 1}", "mine")) {
      Files.deleteIfExists(folder.resolve("fresh/.summary.json.crc"));
      Files.writeString(fixed, foreign);
      run(2, "add D/day-3.tsv D/fresh");
      assertThat(err).contains("fresh/summary.json was not made by neardup and is left alone");
      assertThat(fixed).hasContent(foreign);
    }
  }

  private static void requirePublished(int number) throws IOException {
    Path collection = folder.resolve("fresh");
    assertThat(summary(collection)).isEqualTo(summary(work("fresh", number)));
    assertThat(summary(collection).get("generation").asInt()).isEqualTo(number);
    assertThat(Pipelines.names(collection)).doesNotContain("_work", ".summary.json.crc");
  }

  @Test
  void resumeJudgesAgain() throws Exception {
    Path work = stopped();
    run(3, "add --resume D/begun"); // by the conditions of the first run
    assertThat(err).contains("--fail-if '" + CROSSING);
    run(3, "add --resume --fail-if=documents.in=41 D/second.tsv D/begun"); // by another
    assertThat(err).contains("--fail-if 'documents.in=41'").doesNotContain(CROSSING);
    run(3, "add --resume D/begun"); // by those of the first run still
    assertThat(err).contains("--fail-if '" + CROSSING);
    assertThat(unnamed("begun")).isEqualTo(work);
    run(0, "add --resume --batch=second --fail-if=documents.in>41 D/begun");
    assertThat(err).doesNotContain("--fail-if");
    assertThat(out).contains(", generation 2\n").doesNotContain("crossed");
    assertThat(summary(work("begun", 2)).get("crossed")).isEmpty();
    requireEqual("begun", "whole", 2);
  }

  @Test
  void anotherChangeDeletesWhatCrossedACondition() throws Exception {
    String deleting = "deleting file:" + stopped() + ": batch second, which was not published";
    run(0, "add --batch=second D/second.tsv D/begun");
    assertThat(err).contains(deleting);
    requireEqual("begun", "whole", 2);

    onlyTheFirstGeneration();
    deleting = "deleting file:" + stopped() + ": batch second, which was not published";
    run(0, "compact D/begun");
    assertThat(err).contains(deleting);
    assertThat(unnamedFolders("begun")).isEmpty();
  }

  @Test
  void anAdditionThatWasKilledIsDeletedSilently() throws Exception {
    Path work = stopped();
    Files.delete(work.resolve("summary.json"));
    run(0, "add --batch=second D/second.tsv D/begun");
    assertThat(err).doesNotContain("deleting").doesNotContain("already complete");
    requireEqual("begun", "whole", 2);
  }

  @Test
  void whatIsNotTheSameIsRefusedAndTheAdditionStays() throws Exception {
    Path work = stopped();
    SortedMap<String, String> before = files(work);
    String add = Files.readString(work.resolve("_add.json"));
    run(2, "add --resume D/first.tsv D/begun");
    assertThat(err).contains("the interrupted add reads file:" + folder.resolve("second.tsv"));
    run(2, "add --resume --batch=third D/begun");
    assertThat(err).contains("the interrupted add makes the batch second, not third");
    run(2, "add --resume -Dneardup.ingest.format=csv D/begun");
    assertThat(err).contains("neardup.ingest.format: made with tsv, now set to csv");
    run(2, "add --resume -Dneardup.banding.bands=5 D/begun");
    assertThat(err).contains("neardup.banding.bands: made with 20, now set to 5");
    assertThat(files(work)).isEqualTo(before);
    assertThat(work.resolve("_add.json")).hasContent(add);
    run(0, "add --resume --accept D/begun");
    requireEqual("begun", "whole", 2);
  }

  @Test
  void anAdditionToAnotherGenerationIsNotContinued() throws Exception {
    Path work = stopped();
    Path record = work.resolve("_add.json");
    String add = Files.readString(record);
    String hash = JSON.readTree(add).at("/parent/hash").asText();
    Files.deleteIfExists(work.resolve("._add.json.crc"));
    Files.writeString(record, add.replace(hash, hash.replace(hash.charAt(0), 'x')));
    run(2, "add --resume D/begun");
    assertThat(err).contains("has no interrupted add: nothing to resume");
    assertThat(work.resolve("6-dedup/_SUCCESS")).exists();
  }

  @Test
  void ofSeveralTheNewestIsContinued() throws Exception {
    Path work = stopped();
    Path older =
        Files.createDirectories(work.resolveSibling("00000000-0000-0000-0000-000000000000"));
    Path record = Files.copy(work.resolve("_add.json"), older.resolve("_add.json"));
    Files.setLastModifiedTime(record, java.nio.file.attribute.FileTime.fromMillis(1_000_000));
    run(0, "add --resume --accept D/begun");
    assertThat(err).contains("of 2 interrupted adds, the newest is continued: file:" + work);
    assertThat(older).doesNotExist();
    requireEqual("begun", "whole", 2);
  }

  /** The first batch of a collection is continued like any other. */
  @Test
  void aCollectionWithoutAGeneration() throws Exception {
    run(3, "add --fail-if " + CROSSING + " D/first.tsv D/daily-first");
    assertThat(folder.resolve("daily-first/generations")).doesNotExist();
    run(2, "list D/daily-first");
    // The collection has no settings yet; the steps have.
    run(2, "add --resume --accept -Dneardup.banding.bands=5 D/daily-first");
    assertThat(err).contains("neardup.banding.bands: made with 20, now set to 5");
    Files.delete(unnamed("daily-first").resolve("summary.json"));
    run(2, "add --resume -Dneardup.similarity.threshold=0.5 D/daily-first");
    assertThat(err)
        .contains("[4/7] candidate-list: already complete")
        .contains("4-pairs was made with another configuration")
        .contains("neardup.similarity.threshold: made with 0.8, now set to 0.5");
    run(0, "add --resume --accept D/daily-first");
    requireEqual("daily-first", "whole", 1);
  }

  /**
   * A part of the work folder is incomplete or missing, and what was made after it is still there:
   * all from it on is made again.
   */
  @ParameterizedTest
  @CsvSource({
    "corpus/batches/00001/_SUCCESS, 0",
    "corpus, 0",
    "1-signatures/_SUCCESS, 1",
    "2-buckets/_SUCCESS, 2",
    "3-candidates/_neardup.json, 3",
    "4-pairs/_SUCCESS, 4",
    "5-clusters/_SUCCESS, 5",
    "decisions, 7",
    "6-dedup/_SUCCESS, 6",
    "summary.json, 7"
  })
  @Tag("long")
  void anAdditionIsContinuedAfterItsLastCompleteStep(String missing, int complete)
      throws Exception {
    Path work = stopped();
    Files.delete(work.resolve("summary.json"));
    if (complete < 3) {
      Files.writeString(work.resolve("2-buckets/_twins/part-r-00009"), "of a task that was killed");
    }
    Path left = Files.createDirectories(work.resolve("touched/columns"));
    Files.writeString(left.resolve("part-r-00000"), "of a task that was killed");
    if (Files.isDirectory(work.resolve(missing))) {
      FileUtil.fullyDelete(work.resolve(missing).toFile());
    } else {
      Files.deleteIfExists(work.resolve(missing));
    }

    run(0, "add --resume --accept D/begun");

    assertThat(err.lines().filter(line -> line.endsWith("already complete"))).hasSize(complete);
    assertThat(work("begun", 2)).isEqualTo(work);
    requireEqual("begun", "whole", 2);
  }

  @Test
  void anAdditionThatWasKilledWhilePublishing() throws Exception {
    Path work = stopped();
    StoredIndex.deleteBesideRuns(
        new Configuration(), new org.apache.hadoop.fs.Path(work.resolve("2-buckets").toUri()));
    FileUtil.fullyDelete(work.resolve("3-candidates").toFile());
    Files.delete(work.resolve("changes/removed-by.tsv"));
    Files.delete(work.resolve("changes/.removed-by.tsv.crc"));
    Files.writeString(work.resolve("_generation.json"), "{");

    run(0, "add --resume --accept D/begun");

    assertThat(err.lines().filter(line -> line.endsWith("already complete"))).hasSize(2);
    requireEqual("begun", "whole", 2);
  }

  @Test
  void aKeptStepThatWasChangedIsRefused() throws Exception {
    Path work = stopped();
    Path file =
        Collections.max(
            Pipelines.files(work.resolve("4-pairs"), "part-"),
            Comparator.comparingLong(part -> part.toFile().length()));
    Files.writeString(file, "cut\n");
    run(2, "add --resume --accept D/begun");
    assertThat(err).contains(file.getFileName().toString());
    assertThat(folder.resolve("begun/generations/0000002.json")).doesNotExist();
    run(0, "add --batch=second D/second.tsv D/begun"); // and that begins again
    requireEqual("begun", "whole", 2);
  }

  /** The ninth batch merges runs of pairs. */
  @Test
  @Tag("long")
  void anAdditionThatMergesPairs() throws Exception {
    for (int day = 0; day < 9; day++) {
      run(0, "add --batch=d" + day + " D/day-" + day + ".tsv D/daily-whole");
      if (day < 8) {
        run(0, "add --batch=d" + day + " D/day-" + day + ".tsv D/daily");
      }
    }
    assertThat(work("daily-whole", 9).resolve("merged-pairs/_SUCCESS")).exists();
    assertThat(work("daily-whole", 9).resolve("4-pairs")).doesNotExist();
    run(3, "add --batch=d8 --fail-if " + CROSSING + " D/day-8.tsv D/daily");
    Path work = unnamed("daily");
    Files.delete(work.resolve("summary.json"));
    Files.delete(work.resolve("merged-pairs/_SUCCESS"));
    run(3, "add --resume D/daily");
    assertThat(err.lines().filter(line -> line.endsWith("already complete"))).hasSize(7);
    FileUtil.fullyDelete(work.resolve("4-pairs").toFile()); // as if killed while publishing
    run(0, "add --resume --accept D/daily");
    requireEqual("daily", "daily-whole", 9);
  }
}
