package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.hadoop.format.AvroRangeReaderTest;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.Warcs;
import io.neardup.hadoop.output.StageFailedException;
import io.neardup.hadoop.output.StageMetadata;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ingests of texts that are not UTF-8. */
class CharsetIngestTest {

  private static final Charset WINDOWS_1251 = Charset.forName("windows-1251");

  private static final String RUSSIAN =
      "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом"
          + " и совестью и должны поступать в отношении друг друга в духе братства, номер ";

  @TempDir private Path folder;

  private StageMetadata ingest(String... settings) throws IOException {
    return Ingests.ingest(folder.resolve("input"), folder.resolve("corpus"), null, settings);
  }

  private void write(String name, byte[] content) throws IOException {
    Ingests.write(folder.resolve("input"), name, content);
  }

  private List<String> documents() throws IOException, InterruptedException {
    return Ingests.documents(folder.resolve("corpus"));
  }

  /** Returns 20 documents as a format has them, the number of each at its end. */
  private static String lines(String format) {
    StringBuilder lines = new StringBuilder(format.equals("csv") ? "id,text\n" : "");
    for (int i = 0; i < 20; i++) {
      String text = RUSSIAN + i;
      lines.append(
          switch (format) {
            case "tsv" -> "d" + i + "\t" + text;
            case "csv" -> "d" + i + ",\"" + text + "\"";
            case "jsonl" -> "{\"id\":\"d" + i + "\",\"text\":\"" + text + "\"}";
            default -> text;
          });
      lines.append('\n');
    }
    return lines.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tsv", "csv", "jsonl", "lines"})
  void linesAreDecodedInEveryStageIfTheCharsetIsNamed(String format)
      throws IOException, InterruptedException {
    String byFormat = "neardup.ingest.format=" + format;
    write("a." + format, lines(format).getBytes(WINDOWS_1251));
    assertThatThrownBy(() -> ingest(byFormat))
        .isInstanceOf(StageFailedException.class)
        .hasMessageContaining("a." + format + ": 20 of 20 records")
        .hasMessageContaining("all reasons: bytes that are not UTF-8 20\n")
        .hasMessageContaining(
            "; they look like windows-1251; set neardup.ingest.charset=windows-1251");
    assertThat(folder.resolve("corpus")).doesNotExist();
    for (String charset : List.of("windows-1251", "KOI8-R", "detect")) {
      String written = charset.equals("detect") ? "windows-1251" : charset;
      write("a." + format, lines(format).getBytes(written));
      StageMetadata metadata = ingest(byFormat, "neardup.ingest.charset=" + charset);
      assertThat(metadata.count(IngestCounters.MALFORMED)).isZero();
      assertThat(documents()).hasSize(20).allMatch(document -> document.contains("=" + RUSSIAN));
      FileUtil.fullyDelete(folder.resolve("corpus").toFile());
    }
    write("a." + format, ("\ufeff" + lines(format)).getBytes(StandardCharsets.UTF_16LE));
    for (String charset : List.of("UTF-8", "detect")) {
      assertThatThrownBy(() -> ingest(byFormat, "neardup.ingest.charset=" + charset))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("a." + format + " begins as UTF-16");
    }
  }

  @Test
  void textsOfContainersAreCountedToo() throws IOException {
    Schema schema =
        SchemaBuilder.record("r").fields().requiredString("id").requiredString("text").endRecord();
    Utf8 text = new Utf8(RUSSIAN.getBytes(WINDOWS_1251));
    Path file = Files.createDirectories(folder.resolve("input")).resolve("a.avro");
    AvroRangeReaderTest.write(
        file,
        null,
        schema,
        List.of(new GenericRecordBuilder(schema).set("id", "a").set("text", text).build()));
    assertThatThrownBy(this::ingest)
        .isInstanceOf(StageFailedException.class)
        .hasMessageContaining("a.avro: 1 of 1 record")
        .hasMessageContaining("bytes that are not UTF-8; they look like windows-1251\n");
  }

  @ParameterizedTest
  @CsvSource({"UTF-16, UTF-16", "UTF-16LE, UTF-16LE", "UTF-16, detect", "windows-1251, detect"})
  void wholeFilesMayHaveAnyCharset(String charset, String setting)
      throws IOException, InterruptedException {
    for (int i = 0; i < 3; i++) {
      write(i + ".txt", (RUSSIAN + i).getBytes(charset));
    }
    write("3.txt.gz", Warcs.gzip((RUSSIAN + 3).getBytes(charset)));
    ingest("neardup.ingest.charset=" + setting);
    assertThat(documents())
        .containsExactlyElementsOf(
            IntStream.range(0, 4)
                .mapToObj(i -> i + " " + i + (i < 3 ? ".txt=" : ".txt.gz=") + RUSSIAN + i)
                .toList());
  }

  @Test
  void wholeFilesInAnotherCharsetAreRefused() throws IOException {
    for (int i = 0; i < 3; i++) {
      write(i + ".txt", (RUSSIAN + i).getBytes(WINDOWS_1251));
    }
    assertThatThrownBy(this::ingest)
        .isInstanceOf(StageFailedException.class)
        .hasMessageContaining("all files: 3 of 3 records")
        .hasMessageContaining("neardup.ingest.charset=windows-1251");
  }

  @Test
  void documentsBelowTheLimitAreKeptCountedAndNamed() throws IOException, InterruptedException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < 40; i++) {
      bytes.writeBytes(
          ("d" + i + "\t" + RUSSIAN + i + "\n")
              .getBytes(i % 20 == 7 ? WINDOWS_1251 : StandardCharsets.UTF_8));
    }
    write("a.tsv", bytes.toByteArray());
    StageMetadata metadata = ingest();
    assertThat(metadata.count(IngestCounters.DOCUMENTS)).isEqualTo(40);
    assertThat(metadata.count(IngestCounters.SKIPPED)).isZero();
    assertThat(metadata.count(IngestCounters.MALFORMED)).isEqualTo(2);
    assertThat(documents()).hasSize(40);
    assertThat(folder.resolve("corpus/batches/00000/" + IngestStage.MALFORMED))
        .content()
        .matches("(?s).*a.tsv\t\\d+\td7\twindows-1251\n.*\td27\twindows-1251\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "windows-1251"})
  void idsThatTheirCharsetCannotHaveAreBad(String charset) throws IOException {
    String good = "d\ta\n".repeat(40);
    // 0x98 is neither UTF-8 nor windows-1251.
    write("a.tsv", (good + "x\u0098\ta\ny\ta\u0098\n").getBytes(StandardCharsets.ISO_8859_1));
    StageMetadata metadata = ingest("neardup.ingest.charset=" + charset);
    assertThat(metadata.count(IngestCounters.DOCUMENTS)).isEqualTo(41);
    assertThat(metadata.count(SkipReason.BAD_ID)).isEqualTo(1);
    assertThat(metadata.count(IngestCounters.MALFORMED)).isEqualTo(1);
  }

  @Test
  void bytesThatAreNotUtf8InFieldsOfJsonThatAreNotUsedDoNotCount() throws IOException {
    String line = "{\"title\":\"café\",\"id\":1,\"text\":\"t\"}\n";
    write("a.jsonl", line.repeat(20).getBytes(StandardCharsets.ISO_8859_1));
    StageMetadata metadata = ingest();
    assertThat(metadata.count(IngestCounters.DOCUMENTS)).isEqualTo(20);
    assertThat(metadata.count(IngestCounters.MALFORMED)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "windows-1251"})
  void elementsOfSetsAreCountedToo(String charset) throws IOException {
    String sets = "neardup.ingest.format=sets";
    String by = "neardup.ingest.charset=" + charset;
    StringBuilder lines = new StringBuilder();
    IntStream.range(0, 20).forEach(i -> lines.append("s\t\u0098" + (char) ('a' + i) + "\n"));
    write("a.tsv", lines.toString().getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> ingest(sets, by))
        .isInstanceOf(StageFailedException.class)
        .hasMessageContaining("the input: 20 of 20 records")
        .hasMessageContaining("first bad record: an element with bytes that are not " + charset);
    StageMetadata metadata = ingest(sets, by, "neardup.ingest.max-bad-records=20");
    assertThat(metadata.count(IngestCounters.MALFORMED)).isEqualTo(20);
  }
}
