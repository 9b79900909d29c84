package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.Warcs;
import io.neardup.hadoop.job.StageFailedException;
import io.neardup.hadoop.job.StageMetadata;
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
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
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
    Path file = folder.resolve("input").resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
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
  void textsThatAreNotUtf8AreRefusedWithTheCharsetTheyLookLike(String format) throws IOException {
    write("a." + format, lines(format).getBytes(WINDOWS_1251));
    assertThatThrownBy(() -> ingest("neardup.ingest.format=" + format))
        .isInstanceOf(StageFailedException.class)
        .hasMessageContaining("a." + format + ": 20 of 20 records")
        .hasMessageContaining("not UTF-8")
        .hasMessageContaining("neardup.ingest.charset=windows-1251");
    assertThat(folder.resolve("corpus")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sequence", "avro"})
  void textsOfContainersAreCountedToo(String format) throws IOException {
    Path file = Files.createDirectories(folder.resolve("input")).resolve("a." + format);
    byte[] text = RUSSIAN.getBytes(WINDOWS_1251);
    if (format.equals("sequence")) {
      try (SequenceFile.Writer out =
          SequenceFile.createWriter(
              new Configuration(),
              SequenceFile.Writer.file(Ingests.path(file)),
              SequenceFile.Writer.keyClass(Text.class),
              SequenceFile.Writer.valueClass(Text.class))) {
        out.append(new Text("a"), new Text(text));
      }
    } else {
      Schema schema =
          SchemaBuilder.record("r")
              .fields()
              .requiredString("id")
              .requiredString("text")
              .endRecord();
      GenericRecord document = new GenericData.Record(schema);
      document.put("id", "a");
      document.put("text", new Utf8(text));
      try (DataFileWriter<GenericRecord> out =
          new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
        out.create(schema, file.toFile());
        out.append(document);
      }
    }
    assertThatThrownBy(this::ingest)
        .isInstanceOf(StageFailedException.class)
        .hasMessageContaining("a." + format + ": 1 of 1 record")
        .hasMessageContaining("bytes that are not UTF-8; they look like windows-1251");
  }

  @Test
  void filesThatAreNotUtf8AreRefused() throws IOException {
    for (int i = 0; i < 3; i++) {
      write(i + ".txt", (RUSSIAN + i).getBytes(WINDOWS_1251));
    }
    assertThatThrownBy(this::ingest)
        .isInstanceOf(StageFailedException.class)
        .hasMessageContaining("all files: 3 of 3 records")
        .hasMessageContaining("neardup.ingest.charset=windows-1251");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tsv", "csv", "jsonl", "lines"})
  void aNamedCharsetIsDecodedInEveryStage(String format) throws IOException, InterruptedException {
    for (String charset : List.of("windows-1251", "KOI8-R", "detect")) {
      write(
          "a." + format,
          lines(format).getBytes(charset.equals("detect") ? "windows-1251" : charset));
      StageMetadata metadata =
          ingest("neardup.ingest.format=" + format, "neardup.ingest.charset=" + charset);
      assertThat(metadata.count(IngestCounters.MALFORMED)).isZero();
      assertThat(documents())
          .hasSize(20)
          .allSatisfy(document -> assertThat(document).contains("=" + RUSSIAN));
      FileUtil.fullyDelete(folder.resolve("corpus").toFile());
    }
  }

  @ParameterizedTest
  @CsvSource({"UTF-16, UTF-16", "UTF-16LE, UTF-16LE", "UTF-16, detect", "windows-1251, detect"})
  void wholeFilesMayHaveAnyCharset(String charset, String setting)
      throws IOException, InterruptedException {
    for (int i = 0; i < 3; i++) {
      write(i + ".txt", (RUSSIAN + i).getBytes(charset));
    }
    write("z.txt.gz", Warcs.gzip((RUSSIAN + "z").getBytes(charset)));
    ingest("neardup.ingest.charset=" + setting);
    assertThat(documents())
        .containsExactly(
            "0 0.txt=" + RUSSIAN + 0,
            "1 1.txt=" + RUSSIAN + 1,
            "2 2.txt=" + RUSSIAN + 2,
            "3 z.txt.gz=" + RUSSIAN + "z");
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
    List<String> named =
        Files.readAllLines(folder.resolve("corpus/batches/00000/" + IngestStage.MALFORMED));
    assertThat(named).hasSize(2);
    assertThat(named.get(0)).contains("a.tsv\t").endsWith("\td7\twindows-1251");
    assertThat(named.get(1)).endsWith("\td27\twindows-1251");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "windows-1251"})
  void idsThatTheirCharsetCannotHaveAreBad(String charset) throws IOException {
    byte unknown = (byte) 0x98; // neither UTF-8 nor windows-1251
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    IntStream.range(0, 40)
        .forEach(i -> bytes.writeBytes(("d" + i + "\ta\n").getBytes(WINDOWS_1251)));
    bytes.writeBytes(new byte[] {'x', unknown, '\t', 'a', '\n'});
    bytes.writeBytes(new byte[] {'y', '\t', 'a', unknown, '\n'});
    write("a.tsv", bytes.toByteArray());
    StageMetadata metadata = ingest("neardup.ingest.charset=" + charset);
    assertThat(metadata.count(IngestCounters.DOCUMENTS)).isEqualTo(41);
    assertThat(metadata.count(SkipReason.BAD_ID)).isEqualTo(1);
    assertThat(metadata.count(IngestCounters.MALFORMED)).isEqualTo(1);
  }

  @Test
  void bytesThatAreNotUtf8InFieldsOfJsonThatAreNotUsedDoNotCount()
      throws IOException, InterruptedException {
    StringBuilder lines = new StringBuilder();
    IntStream.range(0, 20)
        .forEach(i -> lines.append("{\"title\":\"café\",\"id\":\"" + i + "\",\"text\":\"t\"}\n"));
    write("a.jsonl", lines.toString().getBytes(StandardCharsets.ISO_8859_1));
    StageMetadata metadata = ingest();
    assertThat(metadata.count(IngestCounters.SKIPPED)).isZero();
    assertThat(metadata.count(IngestCounters.MALFORMED)).isZero();
    assertThat(documents()).hasSize(20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tsv", "lines", "jsonl", "csv"})
  void utf16IsRefusedWhereRecordsAreLines(String format) throws IOException {
    write("a." + format, ("\ufeff" + lines(format)).getBytes(StandardCharsets.UTF_16LE));
    for (String charset : List.of("UTF-8", "detect")) {
      assertThatThrownBy(
              () -> ingest("neardup.ingest.format=" + format, "neardup.ingest.charset=" + charset))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("a." + format)
          .hasMessageContaining("UTF-16");
    }
    assertThatThrownBy(
            () -> ingest("neardup.ingest.format=" + format, "neardup.ingest.charset=UTF-16"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("neardup.ingest.charset=UTF-16");
  }

  @ParameterizedTest
  @CsvSource({
    "warc, UTF-16",
    "parquet, windows-1251",
    "avro, detect",
    "tsv, nonsense",
    "csv, IBM037"
  })
  void aCharsetThatDoesNotApplyIsRefused(String format, String charset) throws IOException {
    write("a." + format, new byte[0]);
    assertThatThrownBy(
            () -> ingest("neardup.ingest.format=" + format, "neardup.ingest.charset=" + charset))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("neardup.ingest.charset=" + charset);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "windows-1251"})
  void elementsOfSetsAreCountedToo(String charset) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < 20; i++) {
      bytes.writeBytes(new byte[] {'s', '\t', (byte) 0x98, (byte) ('a' + i), '\n'});
    }
    write("a.tsv", bytes.toByteArray());
    assertThatThrownBy(
            () -> ingest("neardup.ingest.format=sets", "neardup.ingest.charset=" + charset))
        .isInstanceOf(StageFailedException.class)
        .hasMessageContaining("the input: 20 of 20 records")
        .hasMessageContaining("not " + charset);
    assertThat(
            ingest(
                    "neardup.ingest.format=sets",
                    "neardup.ingest.charset=" + charset,
                    "neardup.ingest.max-bad-records=20")
                .count(IngestCounters.MALFORMED))
        .isEqualTo(20);
  }
}
