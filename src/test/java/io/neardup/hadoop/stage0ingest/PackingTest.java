package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.job.StageFailedException;
import io.neardup.hadoop.job.StageMetadata;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is packed gives the same documents in the same columns as what is read in place. */
class PackingTest {

  @TempDir private Path folder;

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  /** Files of a form, some of them compressed, with records of all kinds. */
  private Path writeFiles(String format, Random random) throws IOException {
    Path input = Files.createDirectories(folder.resolve("input/sub"));
    for (int file = 0; file < 25; file++) {
      StringBuilder content = new StringBuilder(file % 7 == 0 ? "\uFEFF" : "");
      int records = random.nextInt(40);
      for (int r = 0; r < records; r++) {
        String text = "w".repeat(random.nextInt(60)) + " é日" + random.nextInt(100);
        if (r % 13 == 5) {
          text = "long ".repeat(600);
        }
        String id = file + "-" + r;
        content.append(
            switch (format) {
              case "tsv" -> id + "\t" + text;
              case "jsonl" -> "{\"id\":\"" + id + "\",\"x\":[1],\"text\":\"" + text + "\"}";
              default -> text;
            });
        content.append(r % 5 == 0 ? "\r\n" : "\n").append(r % 11 == 3 ? "\n" : "");
      }
      byte[] bytes = content.toString().getBytes(StandardCharsets.UTF_8);
      boolean compressed = file % 3 == 0;
      String ending = format.equals("jsonl") ? ".jsonl" : format.equals("tsv") ? ".tsv" : ".txt";
      Path target =
          (file % 2 == 0 ? input : input.getParent())
              .resolve(file + ending + (compressed ? ".gz" : ""));
      Files.write(target, compressed ? gzip(bytes) : bytes);
    }
    return input.getParent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tsv", "lines", "jsonl", "files"})
  void packedAndUnpackedAreTheSameDocuments(String format) throws Exception {
    Path input = writeFiles(format, new Random(format.hashCode()));
    String[] common = {
      "neardup.ingest.format=" + format,
      "neardup.document.max-bytes=2000",
      "neardup.ingest.range-bytes=700"
    };
    String[] packing = Arrays.copyOf(common, common.length + 2);
    packing[common.length] = "neardup.ingest.pack=true";
    packing[common.length + 1] = "neardup.ingest.pack-bytes=9000";

    StageMetadata plain = Ingests.ingest(input, folder.resolve("plain"), null, common);
    StageMetadata packed = Ingests.ingest(input, folder.resolve("packed"), null, packing);

    List<String> documents = Ingests.documents(folder.resolve("plain"));
    assertThat(documents).hasSizeGreaterThan(4);
    assertThat(Ingests.documents(folder.resolve("packed"), "neardup.document.split-bytes=300"))
        .isEqualTo(documents);
    for (SkipReason reason : SkipReason.values()) {
      assertThat(packed.count(reason)).as("%s", reason).isEqualTo(plain.count(reason));
    }
    if (!format.equals("files")) {
      assertThat(plain.count(SkipReason.LONG_DOCUMENT)).isPositive();
    }
    assertThat(Files.readAllLines(folder.resolve("packed/batches/00000/skipped.tsv")))
        .isEqualTo(Files.readAllLines(folder.resolve("plain/batches/00000/skipped.tsv")));
    try (Stream<Path> files = Files.list(folder.resolve("packed/batches/00000/documents"))) {
      assertThat(files.filter(file -> file.getFileName().toString().matches("packed-\\d+")))
          .hasSizeBetween(2, 20);
    }
  }

  @Test
  void manySmallFilesMakeAFewTasks() throws Exception {
    Path input = Files.createDirectories(folder.resolve("input"));
    for (int i = 0; i < 500; i++) {
      Files.writeString(input.resolve(i + ".txt"), "x".repeat(100));
    }
    Ingests.ingest(
        input,
        folder.resolve("corpus"),
        null,
        "neardup.ingest.pack=true",
        "neardup.ingest.pack-bytes=20000");
    try (Stream<Path> files = Files.list(folder.resolve("corpus/batches/00000/documents"))) {
      assertThat(files.filter(file -> file.getFileName().toString().matches("packed-\\d+")))
          .hasSize(3); // 500 files of 100 bytes, 200 a packed file
    }
    assertThat(Ingests.documents(folder.resolve("corpus"))).hasSize(500);
  }

  /** A record that is too long to be held lies there in pieces, and is passed over and copied. */
  @Test
  void aLongRecordIsPackedInPieces() throws Exception {
    Path input = folder.resolve("a.tsv");
    String longText = "0123456789".repeat(350_000);
    Files.writeString(input, "a\t1\nlong\t" + longText + "\nb\t2\n");
    Ingests.ingest(
        input,
        folder.resolve("corpus"),
        null,
        "neardup.ingest.pack=true",
        "neardup.document.max-bytes=1000",
        "neardup.ingest.range-bytes=1000");
    assertThat(Ingests.documents(folder.resolve("corpus"))).containsExactly("0 a=1", "1 b=2");
  }

  @Test
  void damageAndBadRecordsAreToldOfPackedSourcesToo() throws Exception {
    byte[] whole = gzip("a\tsome text\n".repeat(5000).getBytes(StandardCharsets.UTF_8));
    Path cut = folder.resolve("cut.tsv.gz");
    Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
    for (String pack : List.of("false", "true")) {
      Path corpus = folder.resolve("corpus-" + pack);
      assertThatThrownBy(() -> Ingests.ingest(cut, corpus, null, "neardup.ingest.pack=" + pack))
          .isInstanceOf(StageFailedException.class)
          .hasMessageContaining("truncated or corrupt files: 1")
          .hasMessageContaining("cut.tsv.gz, byte ");
      assertThat(corpus).doesNotExist();
      StageMetadata taken =
          Ingests.ingest(
              cut,
              corpus,
              null,
              "neardup.ingest.pack=" + pack,
              "neardup.ingest.damaged-files=set-aside");
      assertThat(taken.count(SkipReason.DAMAGED_FILE)).isEqualTo(1);
      assertThat(taken.columns()).isBetween(1L, 4999L);
      assertThat(Ingests.documents(corpus)).hasSize((int) taken.columns());
    }
    Path bad = Files.writeString(folder.resolve("bad.tsv"), "a\tb\nx\ny\nz\n");
    assertThatThrownBy(
            () -> Ingests.ingest(bad, folder.resolve("bad"), null, "neardup.ingest.pack=true"))
        .isInstanceOf(StageFailedException.class)
        .hasMessageContaining("bad.tsv: 3 of 4 records");
  }

  // Verification

  private List<String> problems(Path corpus) throws IOException {
    List<String> problems = new java.util.ArrayList<>();
    for (Corpus.Batch batch : Corpus.batches(Mr.conf(), Ingests.path(corpus))) {
      long found = CorpusVerification.verify(Ingests.context(), batch, problems::add);
      assertThat(found).isGreaterThanOrEqualTo(problems.size());
    }
    return problems;
  }

  @Test
  void aCorpusIsVerifiedByItsContent() throws Exception {
    Path input = folder.resolve("a.txt");
    Files.writeString(input, "one\ntwo\nthree\n");
    Path corpus = folder.resolve("corpus");
    Ingests.ingest(input, corpus, null, "neardup.ingest.range-bytes=5");
    assertThat(problems(corpus)).isEmpty();

    // The same length and time, another content.
    java.nio.file.attribute.FileTime time = Files.getLastModifiedTime(input);
    Files.writeString(input, "one\ntwo\nthree!");
    Files.setLastModifiedTime(input, time);
    assertThat(problems(corpus))
        .singleElement()
        .asString()
        .contains("a.txt, bytes 5 to 10: 1 document, 0 records set aside, checksum");

    Files.writeString(input, "one\ntwo\n");
    assertThat(problems(corpus))
        .singleElement()
        .asString()
        .contains("has changed since it was ingested");
    Path manifest = corpus.resolve("batches/00000/manifest.jsonl");
    Files.writeString(manifest, Files.readString(manifest) + "\n");
    Files.delete(manifest.resolveSibling(".manifest.jsonl.crc"));
    assertThat(problems(corpus))
        .singleElement()
        .asString()
        .contains("is not the manifest that ingest wrote");
  }
}
