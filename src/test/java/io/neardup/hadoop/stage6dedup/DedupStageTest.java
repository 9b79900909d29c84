package io.neardup.hadoop.stage6dedup;

import static io.neardup.hadoop.Refusals.assertRefused;
import static io.neardup.hadoop.Refusals.assertThrown;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.Sources;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.stage0ingest.Ingests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes in comes out: kept, removed or set aside, byte for byte, under its own name. */
class DedupStageTest {

  @TempDir private Path folder;
  private Path input;
  private Path output;
  private Path result;

  @BeforeEach
  void folders() throws IOException {
    input = Files.createDirectories(folder.resolve("input"));
    output = folder.resolve("output");
    result = output.resolve(Stage.DEDUP.folder());
  }

  private static final Sources FILES = new Sources(SourceFormat.FILES);

  private static String content(Path file) throws IOException {
    return new String(FILES.plain(file.toString(), Files.readAllBytes(file)), UTF_8);
  }

  private static void write(Path file, String content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, FILES.compressed(file.toString(), content.getBytes(UTF_8)));
  }

  /** Returns the contents of all files below a folder by name. */
  private static Map<String, String> contents(Path folder) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          contents.put(folder.relativize(file).toString(), content(file));
        }
      }
    }
    return contents;
  }

  private Map<Stage, StageMetadata> run(Path input, Path output, String... settings)
      throws IOException {
    Map<Stage, StageMetadata> stages = Pipelines.run(input, output, settings).stages();
    assertThat(wrongFiles(input, output, settings)).isEmpty();
    return stages;
  }

  private static StageMetadata annotate(Path of, Path target, String... settings)
      throws IOException {
    return DedupStage.annotate(
        Ingests.context(settings),
        Ingests.path(of.resolve("corpus")),
        Ingests.path(of.resolve("5-clusters")),
        Ingests.path(target));
  }

  /** Returns what the check of the collection finds. */
  private List<String> wrongFiles(Path input, Path output, String... settings) throws IOException {
    StageContext context = Ingests.context(settings);
    Path inside = output.resolve("corpus");
    org.apache.hadoop.fs.Path clusters = Ingests.path(output.resolve(Stage.CLUSTER.folder()));
    Corpus corpus =
        Corpus.open(
            context,
            Ingests.path(Files.exists(inside) ? inside : input),
            clusters,
            context.inherit(clusters, Stage.CLUSTER));
    CollectionCheck check =
        new CollectionCheck(
            context, corpus, clusters, Ingests.path(output.resolve(Stage.DEDUP.folder())));
    if (corpus.ofSets()) {
      return List.of();
    }
    org.apache.hadoop.fs.Path notes =
        Ingests.path(folder.resolve("notes" + System.identityHashCode(check)));
    List<String> wrong = new ArrayList<>(check.run(notes));
    if (check.moreFiles() != 0) {
      wrong.add(check.moreFiles() + " more files");
    }
    return wrong;
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    Random words = new Random(random.nextInt(12)); // twelve different texts
    for (int w = 0; w < 20; w++) {
      text.append(Integer.toString(words.nextInt(40_000), 36)).append(w % 5 == 4 ? "  " : " ");
    }
    return text + "é日";
  }

  private static String record(String format, String id, String text) {
    return switch (format) {
      case "tsv" -> id + "\t" + text;
      case "jsonl" -> "{ \"b\":1.50,\"text\":\"" + text + "\",\"id\":\"" + id + "\", \"z\":null } ";
      default -> text;
    };
  }

  /** Writes files of records, with bad, empty and long ones between them; returns the contents. */
  private Map<String, String> writeFiles(String format, Random random) throws IOException {
    Map<String, String> written = new TreeMap<>();
    for (int file = 0; file < 9; file++) {
      StringBuilder content = new StringBuilder(file == 4 ? "\uFEFF" : "");
      int records = 15 + random.nextInt(30);
      for (int r = 0; r < records; r++) {
        String end = r % 7 == 3 ? "\r\n" : "\n";
        content.append(record(format, file + "-" + r, text(random))).append(end);
        if (r % 10 == 2) {
          content.append(end);
        }
        if (r == 4 && !format.equals("lines")) {
          content.append("neither one nor the other").append(end);
        }
        if (r == 6) {
          content.append(record(format, "long", "long ".repeat(2000))).append(end);
        }
      }
      if (file % 2 == 0) {
        content.setLength(content.length() - 1); // the last line without its end
      }
      String name =
          (file % 3 == 0 ? "sub dir/é" : "")
              + file
              + (format.equals("lines") ? ".txt" : "." + format)
              + (file % 4 == 1 ? ".gz" : "");
      Path target = input.resolve(name);
      Files.createDirectories(target.getParent());
      write(target, content.toString());
      written.put(name, content.toString());
    }
    return written;
  }

  private static List<String> lines(String content) {
    String[] lines = content.replaceFirst("^\uFEFF", "").split("(?<=\n)");
    return new ArrayList<>(content.isEmpty() ? List.of() : List.of(lines));
  }

  /** Puts the parts {@code a-00001.tsv} of files together again; each has the byte order mark. */
  private static Map<String, String> joined(Map<String, String> contents) {
    return contents.entrySet().stream()
        .collect(
            toMap(
                file -> file.getKey().replaceFirst("-\\d{5}(\\.\\w+)$", "$1"),
                Map.Entry::getValue,
                (file, part) -> file + part.replaceFirst("^\uFEFF", ""),
                TreeMap::new));
  }

  @ParameterizedTest
  @CsvSource({"tsv, 0", "tsv, 1000", "jsonl, 0", "lines, 700", "lines, 0"})
  void recordsAreDividedAndNothingElse(String format, int partBytes) throws IOException {
    Map<String, String> written = writeFiles(format, new Random(format.hashCode()));

    Map<Stage, StageMetadata> stages =
        run(
            input,
            output,
            "neardup.ingest.format=" + format,
            "neardup.ingest.range-bytes=500",
            "neardup.ingest.max-bad-records=50%",
            "neardup.document.max-bytes=4000",
            "neardup.dedup.part-bytes=" + partBytes,
            "neardup.document.split-bytes=3000");

    StageMetadata dedup = stages.get(Stage.DEDUP);
    Map<String, String> kept = joined(contents(result.resolve("kept")));
    Map<String, String> removed = joined(contents(result.resolve("removed")));
    Map<String, String> skipped = joined(contents(result.resolve("skipped")));
    assertThat(kept.keySet()).isSubsetOf(written.keySet());
    long documents = 0;
    for (Map.Entry<String, String> file : written.entrySet()) {
      List<String> left = lines(kept.getOrDefault(file.getKey(), ""));
      List<String> right = lines(removed.getOrDefault(file.getKey(), ""));
      List<String> aside = lines(skipped.getOrDefault(file.getKey(), ""));
      documents += left.size() + right.size();
      for (String line : lines(file.getValue())) { // in each of them the order of the input
        if (!left.isEmpty() && left.get(0).equals(line)) {
          left.remove(0);
        } else if (!right.isEmpty() && right.get(0).equals(line)) {
          right.remove(0);
        } else {
          assertThat(aside).as("%s of %s", line, file.getKey()).isNotEmpty();
          assertThat(aside.remove(0)).isEqualTo(line);
        }
      }
      assertThat(List.of(left, right, aside)).as(file.getKey()).allMatch(List::isEmpty);
    }
    assertThat(dedup.count(DedupCounters.DOCUMENTS_REMOVED)).isPositive();
    assertThat(dedup.count(DedupCounters.UNREAD_KEPT)).isEqualTo(9);
    assertThat(dedup.count(DedupCounters.RECORDS_SET_ASIDE)).isPositive();
    assertThat(documents)
        .isEqualTo(
            dedup.count(DedupCounters.DOCUMENTS_KEPT)
                + dedup.count(DedupCounters.DOCUMENTS_REMOVED)
                + dedup.count(DedupCounters.UNREAD_KEPT));
    if (partBytes > 0) {
      assertThat(contents(result.resolve("kept")).keySet())
          .anyMatch(name -> name.matches(".*-(?!00000)\\d{5}\\..*"));
    }
    // Twelve texts, each kept once; what is removed is removed for one that is kept.
    assertThat(dedup.count(DedupCounters.DOCUMENTS_KEPT)).isEqualTo(12);
    assertThat(Files.readAllLines(result.resolve("removed-by.tsv")))
        .hasSize((int) dedup.count(DedupCounters.DOCUMENTS_REMOVED))
        .allSatisfy(line -> assertPlaces(line, format, written));
    assertThat(Files.readAllLines(result.resolve("skipped.tsv")))
        .hasSize(
            (int)
                (dedup.count(DedupCounters.RECORDS_SET_ASIDE)
                    + dedup.count(DedupCounters.UNREAD_KEPT)));
  }

  /** Both documents of a line of removed-by.tsv lie where it says. */
  private static void assertPlaces(String line, String format, Map<String, String> written) {
    assertThat(line).matches("[^\t]+\t[^\t]+\t1\\.000000\tpair(\t\\d+\t[^\t]+\t\\d+){2}\t\t\t");
    String[] fields = line.split("\t", -1);
    for (int document = 0; document < 2; document++) {
      byte[] file = written.get(fields[5 + 3 * document]).getBytes(UTF_8);
      int position = Integer.parseInt(fields[6 + 3 * document]);
      String there = new String(file, position, file.length - position, UTF_8).split("\n", 2)[0];
      String before = new String(file, 0, position, UTF_8).replace("\uFEFF", "");
      assertThat(before)
          .satisfiesAnyOf(b -> assertThat(b).isEmpty(), b -> assertThat(b).endsWith("\n"));
      switch (format) {
        case "tsv" -> assertThat(there).startsWith(fields[document] + "\t");
        case "jsonl" -> assertThat(there).contains("\"id\":\"" + fields[document] + "\"");
        default ->
            assertThat(fields[document])
                .isEqualTo(fields[5 + 3 * document] + ":" + (before.lines().count() + 1));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 100", "40, 100", "40, 0"})
  void documentsWithoutShinglesAreRemovedIfAskedFor(int splitBytes, int partBytes)
      throws IOException {
    Files.writeString(input.resolve("a.tsv"), "1\tsome text\n2\t \n3\tsome text\n4\t\n");
    Files.writeString(input.resolve("b.tsv"), "5\t\u00a0\n");
    Files.writeString(input.resolve("c.tsv"), "6\tanother one\n7\t\n");
    String remove = "neardup.dedup.documents-without-shingles=remove";
    String[] settings = {
      "neardup.document.split-bytes=" + splitBytes,
      "neardup.ingest.range-bytes=4",
      "neardup.dedup.part-bytes=" + partBytes,
      remove
    };
    Map<Stage, StageMetadata> stages = run(input, output, settings);
    assertThat(contents(result.resolve("kept")))
        .isEqualTo(Map.of("a.tsv", "1\tsome text\n", "c.tsv", "6\tanother one\n"));
    assertThat(contents(result.resolve("removed")))
        .isEqualTo(
            Map.of("a.tsv", "2\t \n3\tsome text\n4\t\n", "b.tsv", "5\t\u00a0\n", "c.tsv", "7\t\n"));
    assertThat(Files.readAllLines(result.resolve("removed-by.tsv")))
        .containsExactly(
            "3\t1\t1.000000\tpair\t2\ta.tsv\t16\t0\ta.tsv\t0\t\t\t",
            "2\t\t\tno-shingles\t1\ta.tsv\t12\t\t\t\t\t\t",
            "4\t\t\tno-shingles\t3\ta.tsv\t28\t\t\t\t\t\t",
            "5\t\t\tno-shingles\t4\tb.tsv\t0\t\t\t\t\t\t",
            "7\t\t\tno-shingles\t6\tc.tsv\t14\t\t\t\t\t\t");
    try (Stream<Path> files = Files.list(result)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.contains("shingles"));
    }
    StageMetadata dedup = stages.get(Stage.DEDUP);
    assertThat(dedup.count(DedupCounters.DOCUMENTS_REMOVED)).isEqualTo(5);
    assertThat(dedup.count(DedupCounters.REMOVED_WITHOUT_SHINGLES)).isEqualTo(4);
    assertThat(dedup.deciding())
        .containsEntry("neardup.dedup.documents-without-shingles", "remove");
  }

  @Test
  void theCleanCollectionHasNoCopiesAndFilesOfDocumentsOnly() throws IOException {
    writeFiles("jsonl", new Random(3));
    String[] settings = {"neardup.ingest.max-bad-records=50%", "neardup.document.max-bytes=4000"};
    run(input, output, settings);
    Path kept = output.resolve("6-dedup/kept");
    for (Path clean : List.of(kept, kept.resolveSibling("removed"))) {
      assertThat(contents(clean).keySet())
          .isNotEmpty()
          .allMatch(name -> name.matches("(sub dir/é)?\\d\\.jsonl(\\.gz)?"), "of the input");
    }
    assertThat(run(kept, folder.resolve("second"), settings).get(Stage.DEDUP))
        .satisfies(second -> assertThat(second.count(DedupCounters.DOCUMENTS_REMOVED)).isZero());
    assertThat(contents(folder.resolve("second/6-dedup/kept"))).isEqualTo(contents(kept));
    // Another tool may change a file: no checksum says that it is damaged.
    Path changed = kept.resolve("sub dir/é0.jsonl");
    Files.writeString(changed, Files.readString(changed).replace("text", "other"));
    run(kept, folder.resolve("again"), "neardup.ingest.max-bad-records=100%");
  }

  @Test
  void filesAreDividedAsTheyAre() throws IOException {
    Path input = Files.createDirectories(folder.resolve("input/a"));
    write(
        input.resolve("1.html.gz"), "the same page, once compressed and once not, of some length");
    byte[] page = Files.readAllBytes(input.resolve("1.html.gz"));
    Files.writeString(
        input.resolve("2.html"), "the same page, once compressed and once not, of some length");
    Files.writeString(input.resolve("3.html"), "another page with nothing of the first in it");
    Files.writeString(input.resolve("4.html"), "");
    String longPage = "long ".repeat(1_000_000);
    Files.writeString(input.resolve("5.bin"), longPage);
    run(
        folder.resolve("input"),
        output,
        "neardup.ingest.format=files",
        "neardup.document.max-bytes=1000000");

    assertThat(contents(result.resolve("removed")).keySet()).containsExactly("a/2.html");
    assertThat(result.resolve("kept/a/1.html.gz")).hasBinaryContent(page);
    assertThat(result.resolve("kept/a/3.html")).exists();
    assertThat(result.resolve("kept/a/4.html")).isEmptyFile();
    assertThat(result.resolve("kept/a/5.bin")).hasContent(longPage);
    assertThat(result.resolve("skipped")).doesNotExist();
    assertThat(Files.readString(result.resolve("removed-by.tsv")))
        .isEqualTo(
            "a/2.html\ta/1.html.gz\t1.000000\tpair\t1\ta/2.html\t0\t0\ta/1.html.gz\t0\t\t\t\n");
  }

  @Test
  void setsAreDividedIntoTheirLines() throws IOException {
    Path input =
        Files.writeString(
            folder.resolve("sets.tsv"), "a\t1\nb\t1\na\t2\nb\t2\na\t3\nb\t3\nc\t7\nc\t\n");
    run(input, output, "neardup.ingest.format=sets");
    assertThat(String.join("", contents(result.resolve("kept")).values()))
        .isEqualTo("a\t1\na\t2\na\t3\nc\t7\nc\t\n");
    assertThat(String.join("", contents(result.resolve("removed")).values()))
        .isEqualTo("b\t1\nb\t2\nb\t3\n");
    // The ids of sets are never repeated, and their files are not the user's.
    assertThat(Files.readString(result.resolve("removed-by.tsv")))
        .isEqualTo("b\ta\t1.000000\tpair\t1\t\t\t0\t\t\t\t\t\n");
  }

  @Test
  void batchesKeepTheirFolders() throws IOException {
    String text = "\tthe same text in two batches of the same name";
    Path monday = Files.createDirectories(folder.resolve("monday"));
    Path tuesday = Files.createDirectories(folder.resolve("tuesday"));
    Files.writeString(monday.resolve("pages.tsv"), "1" + text + "\n");
    Files.writeString(tuesday.resolve("pages.tsv"), "2" + text + "\n3\tsomething else\n");
    Path corpus = folder.resolve("corpus");
    Ingests.ingest(monday, corpus, "monday");
    Ingests.ingest(tuesday, corpus, "tuesday");
    run(corpus, folder.resolve("output"));
    assertThat(contents(result.resolve("kept")))
        .isEqualTo(
            Map.of(
                "monday/pages.tsv", "1" + text + "\n", "tuesday/pages.tsv", "3\tsomething else\n"));
    assertThat(contents(result.resolve("removed")))
        .isEqualTo(Map.of("tuesday/pages.tsv", "2" + text + "\n"));
  }

  @Test
  void aCollectionThatWasChangedIsFoundOut() throws IOException {
    String again = "5\ttext one\n6\ttext two\n7\ttext three\n";
    write(input.resolve("a.tsv"), "1\ttext one\n2\ttext two\n3\ttext three\n4\tother\n" + again);
    write(input.resolve("b.tsv.gz"), "8\ttext two\n");
    run(input, output);
    Path kept = result.resolve("kept/a.tsv");
    Path removed = result.resolve("removed/a.tsv");
    String before = Files.readString(removed);
    assertThat(before).isEqualTo(again);
    int comma = before.indexOf('\t');
    for (String changed :
        List.of(
            before.substring(0, comma + 1) + "other" + before.substring(comma + 1), // text
            before.substring(0, comma) + "0" + before.substring(comma), // id
            before.substring(before.indexOf('\n') + 1), // a document less
            before + lines(before).get(0), // one twice
            lines(before).get(1) + before.replaceFirst("(?s)(.*?\n).*?\n", "$1"))) { // order
      Files.writeString(removed, changed);
      assertThat(wrongFiles(input, output))
          .singleElement()
          .asString()
          .endsWith(removed.getFileName() + " does not hold the documents that it should");
    }
    Files.writeString(removed, before);
    assertThat(wrongFiles(input, output)).isEmpty();

    String line = lines(Files.readString(kept)).get(0);
    Files.delete(kept);
    assertThat(wrongFiles(input, output))
        .singleElement()
        .asString()
        .contains("/kept/", kept.getFileName().toString());
    Files.writeString(kept.resolveSibling("more.tsv"), line);
    assertThat(wrongFiles(input, output)).hasSize(2).last().isEqualTo("1 more files");
    Path compressed = result.resolve("removed/b.tsv.gz");
    byte[] damaged = Files.readAllBytes(compressed);
    damaged[damaged.length / 2] ^= 8;
    Files.write(compressed, damaged);
    assertThat(wrongFiles(input, output)).anyMatch(w -> w.contains("removed/b.tsv.gz"));
  }

  @Test
  void aNameOfAPartThatIsTakenIsRefused() throws IOException {
    Files.writeString(input.resolve("a.tsv"), "1\tabc def\n".repeat(100));
    Files.writeString(input.resolve("a-00001.tsv"), "2\tabc\n");
    assertRefused(
        () -> run(input, output, "neardup.dedup.part-bytes=300", "neardup.ingest.range-bytes=100"),
        "a-00001.tsv has the name of a part");
  }

  /** Returns the end of an object with its annotation. */
  private static String annotated(String cluster, int documents, int sources, boolean kept) {
    String size = ",\"neardup_cluster_size\":" + documents;
    String from = ",\"neardup_cluster_sources\":" + sources;
    return ",\"neardup_cluster\":" + cluster + size + from + ",\"neardup_kept\":" + kept + "}";
  }

  @Test
  void documentsAreAnnotated() throws IOException {
    String text = ",\"b\":{\"text\":\"one text that three documents have\"}";
    String other = "{ \"b\":{\"text\":\"another\"},\"id\":2 ";
    String tooLong = "{\"id\":5,\"b\":{\"text\":\"" + "long ".repeat(99) + "\"}}";
    String empty = "{\"id\":6,\"b\":{\"text\":\"\"}";
    write(
        input.resolve("a.jsonl"), "\uFEFF{\"id\":\"\\\"é\"" + text + "}\nbad\n" + other + "} \r\n");
    write(input.resolve("d/b.jsonl.gz"), "{\"id\":3" + text + "}\n\n" + empty + "}\n");
    write(input.resolve("d/c.jsonl"), tooLong + "\n{\"id\":4" + text + "}");
    String[] settings = {
      "neardup.ingest.text-field=b.text",
      "neardup.ingest.max-bad-records=1",
      "neardup.document.max-bytes=100",
      "neardup.ingest.range-bytes=40",
      "neardup.document.split-bytes=1"
    };
    run(input, output, settings);
    String id = "\"\\\"\\u00E9\""; // of the first document
    for (boolean kept : new boolean[] {true, false}) {
      Path all = folder.resolve("annotated " + kept);
      annotate(
          output,
          all,
          "mapreduce.output.textoutputformat.separator=;",
          "neardup.dedup.documents-without-shingles=" + (kept ? "keep" : "remove"));
      String alone = empty + annotated("null", 1, 1, kept) + "\n";
      String first = "\uFEFF{\"id\":\"\\\"é\"" + text + annotated(id, 3, 2, true) + "\n";
      String second = other + annotated("null", 1, 1, true) + " \r\n";
      Map<String, String> expected = new HashMap<>();
      expected.put("a.jsonl", first + second);
      expected.put("d/c.jsonl", tooLong + "\n");
      if (kept) {
        expected.put("d/b.jsonl.gz", alone);
      }
      assertThat(contents(all.resolve("kept"))).isEqualTo(expected);
      assertThat(contents(all.resolve("removed")))
          .isEqualTo(
              Map.of(
                  "d/b.jsonl.gz",
                  "{\"id\":3" + text + annotated(id, 3, 2, false) + "\n" + (kept ? "" : alone),
                  "d/c.jsonl",
                  "{\"id\":4" + text + annotated(id, 3, 2, false)));
    }
    // Once more: the fields are there already.
    Path again = folder.resolve("again");
    run(folder.resolve("annotated true/kept"), again, settings);
    assertThrown(IOException.class, () -> annotate(again, folder.resolve("twice")));
    assertThat(folder.resolve("twice")).doesNotExist();
  }

  @Test
  void recordsOfCsvAreAnnotatedBeforeTheirEnd() throws IOException {
    String text = "\"one text, that\nthree \"\"documents\"\" have\"";
    write(
        input.resolve("a.csv"),
        "\uFEFFid,text,n\r\n\"é, 1\"," + text + ",\r\nbad\r\n2,another,7\r\n");
    write(input.resolve("b.csv.gz"), "n,text,id\n1," + text + ",3");
    write(input.resolve("c.csv"), "id,text\n5," + "long ".repeat(99) + "\n4," + text + "\n");
    run(input, output, "neardup.document.max-bytes=100", "neardup.ingest.max-bad-records=1");
    Path all = folder.resolve("annotated");
    annotate(output, all);
    String names = ",neardup_cluster,neardup_cluster_size,neardup_cluster_sources,neardup_kept";
    assertThat(contents(all.resolve("kept")))
        .isEqualTo(
            Map.of(
                "a.csv",
                "\uFEFFid,text,n"
                    + names
                    + "\r\n\"é, 1\","
                    + text
                    + ",,\"é, 1\",3,3,true\r\n2,another,7,,1,1,true\r\n",
                "c.csv",
                "id,text" + names + "\n5," + "long ".repeat(99) + ",,,,\n"));
    assertThat(contents(all.resolve("removed")))
        .isEqualTo(
            Map.of(
                "b.csv.gz",
                "n,text,id" + names + "\n1," + text + ",3,\"é, 1\",3,3,false",
                "c.csv",
                "id,text" + names + "\n4," + text + ",\"é, 1\",3,3,false\n"));
    Path again = folder.resolve("again");
    run(all.resolve("kept"), again, "neardup.document.max-bytes=100");
    assertThrown(IOException.class, () -> annotate(again, folder.resolve("twice")));
  }

  @Test
  void csvIsAnnotatedInItsCharset() throws IOException {
    write(input.resolve("a.csv"), "id,text\nж,one text\n2,one text\n");
    run(input, output, "neardup.ingest.charset=detect");
    annotate(output, folder.resolve("annotated"), "neardup.ingest.charset=detect");
    assertThat(Files.readString(folder.resolve("annotated/kept/a.csv")))
        .contains("\nж,one text,ж,");
  }

  @Test
  void aDamagedEndOfALongRecordIsLeftOut() throws IOException {
    String lines = "1\tone text\n2\tone text\n3\t";
    String noise =
        new Random(1).ints(1 << 17, 'a', 'z').mapToObj(Character::toString).collect(joining());
    write(input.resolve("a.tsv.gz"), lines + noise);
    byte[] whole = Files.readAllBytes(input.resolve("a.tsv.gz"));
    Files.write(input.resolve("a.tsv.gz"), Arrays.copyOf(whole, whole.length - 9000));
    run(
        input,
        output,
        "neardup.ingest.damaged-files=set-aside",
        "neardup.document.max-bytes=10",
        "neardup.ingest.max-bad-records=1");
    assertThat(content(result.resolve("kept/a.tsv.gz")))
        .startsWith("1\tone text\n3\t" + noise.substring(0, 1 << 16));
    assertThat(content(result.resolve("removed/a.tsv.gz"))).isEqualTo("2\tone text\n");
  }

  @Test
  void linesHaveNoFieldsToAddTo() throws IOException {
    Path input = Files.writeString(folder.resolve("a.tsv"), "1\tabc\n2\tabc\n");
    run(input, output);
    assertRefused(() -> annotate(output, folder.resolve("annotated")), "has the format tsv");
  }

  /** Runs stage 6 again, into a folder of a name. */
  private StageMetadata again(String name) throws IOException {
    return DedupStage.run(
        Ingests.context(),
        Ingests.path(output.resolve("corpus")),
        Ingests.path(output.resolve("5-clusters")),
        Ingests.path(folder.resolve(name)));
  }

  @ParameterizedTest
  @CsvSource({"a.tsv", "a.tsv.gz"})
  void aSourceThatWasTouchedPassesAndOneThatChangedFails(String name) throws IOException {
    String content = "a\tone text\nb\tanother text\nc\tone text\nbad\n";
    Path file = input.resolve(name);
    write(file, content);
    run(input, output, "neardup.ingest.max-bad-records=1");
    Map<String, String> kept = contents(output.resolve("6-dedup/kept"));

    write(file, content);
    Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.fromMillis(0));
    again("touched");
    assertThat(contents(folder.resolve("touched/kept"))).isEqualTo(kept);

    for (String changed :
        List.of(
            content.replace("b\t", "B\t"), // a byte of an id
            content.replace("another", "Another"), // of a text
            content.replace("bad\n", "d\tx"), // a document more
            content.replace("c\tone text\n", ""), // one less
            content.replace("c\tone text\n", "ctone  text\n"))) { // none any more
      write(file, changed);
      assertThatThrownBy(() -> again("changed"))
          .as(changed)
          .hasMessageContaining(name + " has changed since it was ingested")
          .hasMessageMatching(
              name.endsWith(".gz")
                  ? "(?s).*"
                  : changed.length() == content.length()
                      ? "(?s).*: bytes 0 to \\d+ had 3 documents and 1 set aside, and now have .*"
                      : "(?s).* \\(then \\d+ bytes, now \\d+ bytes\\); restore it, or .*");
      assertThat(folder.resolve("changed")).doesNotExist();
    }
    Files.delete(file);
    assertThatThrownBy(() -> again("deleted"))
        .hasMessageContaining(name + " has been deleted since it was ingested");
    assertThat(folder.resolve("deleted")).doesNotExist();
    assertThat(wrongFiles(input, output)).isEmpty(); // the check needs no source
  }
}
