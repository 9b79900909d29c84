package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.Warcs;
import io.neardup.hadoop.format.avro.AvroRangeReaderTest;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFailedException;
import io.neardup.hadoop.job.StageMetadata;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole ingests of CSV and WARC files. */
class FormsIngestTest {

  @TempDir private Path folder;

  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

  private StageMetadata ingest(String... settings) throws IOException {
    Configuration conf = new Configuration();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      conf.set(setting.substring(0, equals), setting.substring(equals + 1));
    }
    EmbeddedDefaults.apply(conf);
    StageContext context =
        new StageContext(
            conf, new PrintStream(progress, true, StandardCharsets.UTF_8), "ingest", false);
    return IngestStage.run(
            context,
            List.of(Ingests.path(folder.resolve("input"))),
            BatchTarget.of(Ingests.path(folder.resolve("corpus")), null))
        .metadata();
  }

  private void write(String name, String content) throws IOException {
    Files.createDirectories(folder.resolve("input"));
    Files.writeString(folder.resolve("input").resolve(name), content);
  }

  @Test
  void csvFilesOfSeveralHeadersAreOneCorpus() throws IOException {
    write("a.csv", "id,text\n1,\"one\none\"\n\n2,two\n");
    write("b.csv", "text,lang,id\nthree,en,3\n");
    write("c.tsv", "id\ttext\n4\tfour, 4\n");
    StageMetadata metadata = ingest();
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains("format csv: 2 of 3 files end with .csv, 1 begins with a header with")
        .contains("4 documents, 1 record set aside");
    assertThat(metadata.facts()).containsEntry("format", "csv");
  }

  @Test
  void anOpenQuoteIsDamageWhateverItsLength() throws IOException {
    String good = "a,good\n".repeat(100);
    write("a.csv", "id,text\n" + good + "x,\"open\n" + "y,lost\n".repeat(100_000));
    for (String limit : List.of("10000", "1000000")) { // of a document: it is longer, or not
      assertThatThrownBy(() -> ingest("neardup.document.max-bytes=" + limit))
          .isInstanceOf(StageFailedException.class)
          .hasMessageContaining("a.csv");
    }
    ingest(
        "neardup.document.max-bytes=10000",
        "neardup.ingest.damaged-files=set-aside",
        "neardup.ingest.max-bad-records=1");
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains("100 documents, 2 records set aside; 1 damaged file");
  }

  @Test
  void quotesInTextsOfAFileWithTabsHideNoRecord() throws IOException {
    StringBuilder lines = new StringBuilder("id\ttext\n");
    for (int i = 0; i < 40; i++) {
      String text = i == 10 ? "\"opens" : i == 28 ? "closes \"" : i == 33 ? "\"a\" b" : "plain";
      lines.append(i).append('\t').append(text).append('\n');
    }
    write("a.tsv", lines.toString());
    ingest();
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains("40 documents, 0 records set aside");
  }

  private static String record(String... headers) {
    return "WARC/1.0\r\n" + String.join("\r\n", headers) + "\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
  }

  @Test
  void recordsWithoutDocumentsAreNotBad() throws IOException {
    String info = record("WARC-Type: warcinfo");
    String text =
        record("WARC-Type: conversion", "Content-Type: text/plain", "WARC-Target-URI: http://a/");
    write("a.wet", info + info + info + text);
    write("b.wet", record("WARC-Type: resource", "Content-Type: image/png"));
    StageMetadata metadata = ingest("neardup.ingest.max-bad-records=0");
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains("format warc: 2 of 2 files begin with the first bytes of")
        .contains("1 document, 4 records set aside");
    assertThat(IngestCounters.noDocuments(metadata)).isEqualTo("3 WARC-Type warcinfo, 1 image/png");
  }

  @Test
  void otherBytesAfterGzipDataAreSetAsideWithAWarning() throws IOException {
    Files.createDirectories(folder.resolve("input"));
    byte[] gzip = Warcs.gzip(Warcs.utf8("a\tone\nb\ttwo"));
    Files.write(folder.resolve("input/zeros.tsv.gz"), Warcs.join(gzip, new byte[9000]));
    Files.write(folder.resolve("input/other.tsv.gz"), Warcs.join(gzip, Warcs.utf8("garbage")));
    StageMetadata metadata = ingest("neardup.ingest.max-bad-records=0");
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains("warning: 1 file has other bytes after the gzip data:")
        .contains("other.tsv.gz, byte 6: what follows the gzip data at byte " + gzip.length)
        .contains("4 documents, 1 record set aside");
    assertThat(metadata.count(SkipReason.TRAILING_BYTES)).isEqualTo(1);
  }

  @Test
  void aMissingColumnFailsTheIngest() throws IOException {
    write("a.csv", "id,text\n1,one\n");
    write("b.csv", "id,body\n2,two\n");
    assertThatThrownBy(() -> ingest("neardup.ingest.damaged-files=set-aside"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("b.csv")
        .hasMessageContaining("neardup.ingest.text-field");
    assertThat(folder.resolve("corpus")).doesNotExist();
  }

  @Test
  void aWrongFieldOfJsonLinesIsNamedWithItsKeyAndTheFieldsSeen() throws IOException {
    write("a.jsonl", "{\"url\":\"a\",\"body\":\"b\"}\n".repeat(200));
    assertThatThrownBy(() -> ingest())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(
            "a.jsonl: no string or number in field id (neardup.ingest.id-field; #number numbers the"
                + " records), no string in field text (neardup.ingest.text-field); the fields"
                + " there: url, body");
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains("warning: all records at the beginning of ", "a.jsonl are bad: NO_ID, ");
  }

  @Test
  void fieldsOfAFormatThatHasNoneAreRefused() throws IOException {
    write("a.txt", "a line\n");
    for (String key : List.of("ingest.id-field", "ingest.text-field", "cluster.source-field")) {
      assertThatThrownBy(() -> ingest("neardup." + key + "=url"))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining(
              "neardup." + key + "=url: documents of the format lines have no fields");
    }
    assertThat(folder.resolve("corpus")).doesNotExist();
  }

  @Test
  void aFieldThatCannotServeIsRefusedWithItsType() throws IOException {
    write("a.jsonl", "{\"id\":1,\"text\":\"b\",\"topics\":[\"x\"],\"n\":\"ten\"}\n".repeat(3));
    assertThatThrownBy(() -> ingest("neardup.cluster.source-field=topics"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "neardup.cluster.source-field=topics: in the first records, this field is a list; their"
                + " fields: id, text, topics, n");
    assertThatThrownBy(
            () -> ingest("neardup.cluster.keep=priority", "neardup.cluster.priority-field=n"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("priority-field=n: in the first records, this field is not a number");
    ingest("neardup.cluster.source-field=nmae"); // a later record may have it
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains(
            "warning: neardup.cluster.source-field=nmae: in the first records, this field is missing;"
                + " their fields: id, text, topics, n");
  }

  @Test
  void aFieldThatNoFileHasIsRefused() throws IOException {
    write("a.csv", "id,text,lang\n1,x,en\n");
    assertThatThrownBy(() -> ingest("neardup.cluster.source-field=language"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(
            "=language: in the first records, this field is missing; their fields:");
    ingest("neardup.cluster.source-field=lang");
  }

  @Test
  void aFileThatIsNotTextIsSetAsideAmongTexts() throws IOException {
    for (int i = 0; i < 30; i++) {
      write(i + ".txt", "text");
    }
    write("a.bin", "PK\u0003\u0004\u0014\0\0");
    assertThatThrownBy(
            () -> ingest("neardup.ingest.format=lines", "neardup.ingest.max-bad-records=100%"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("a.bin is not text but ");
    ingest("neardup.ingest.format=files");
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains("30 documents, 1 record set aside");
    assertThat(folder.resolve("corpus/batches/00000/skipped.tsv"))
        .content()
        .contains("/a.bin\t0\tNOT_TEXT\t");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 200, 1_000_000})
  void recordsAreNumberedAlikeWhateverTheRangesAndParts(int splitBytes) throws Exception {
    String lines = "{\"text\":\"a\"}\n\n{\"text\":\"b\"}\nbad\n{\"text\":\"c\"}\n".repeat(20);
    write("a.jsonl", lines);
    ingest(
        "neardup.ingest.id-field=#number",
        "neardup.ingest.max-bad-records=100%",
        "neardup.ingest.range-bytes=64",
        "neardup.document.split-bytes=" + splitBytes);
    List<String> documents = Ingests.documents(folder.resolve("corpus"));
    assertThat(documents).hasSize(60);
    assertThat(documents.subList(0, 4))
        .containsExactly("0 a.jsonl:1=a", "1 a.jsonl:3=b", "2 a.jsonl:5=c", "3 a.jsonl:6=a");
    assertThat(documents.get(59)).isEqualTo("59 a.jsonl:100=c");
    assertThat(folder.resolve("corpus/batches/00000/repeated-ids.tsv")).isEmptyFile();
  }

  @Test
  void recordsOfCsvAreNumbered() throws Exception {
    write("a.csv", "lang,text\nen,\"one\ntwo\"\nde,drei\n");
    ingest("neardup.ingest.id-field=#number");
    assertThat(Ingests.documents(folder.resolve("corpus")))
        .containsExactly("0 a.csv:1=one\ntwo", "1 a.csv:2=drei");
  }

  @Test
  void recordsOfAvroAreNumberedWhateverTheRanges() throws Exception {
    Files.createDirectories(folder.resolve("input"));
    AvroRangeReaderTest.write(
        folder.resolve("input/b.avro"),
        "deflate",
        AvroRangeReaderTest.SCHEMA,
        AvroRangeReaderTest.records(300, new Random(2)));
    ingest(
        "neardup.ingest.id-field=#number",
        "neardup.ingest.text-field=body.text",
        "neardup.ingest.range-bytes=1000",
        "neardup.ingest.max-bad-records=100%");
    List<String> documents = Ingests.documents(folder.resolve("corpus"));
    List<Integer> numbers =
        documents.stream()
            .map(document -> document.replaceAll("(?s)\\d+ b.avro:(\\d+)=.*", "$1"))
            .map(Integer::valueOf)
            .toList();
    assertThat(numbers)
        .hasSizeGreaterThan(200)
        .isSorted()
        .doesNotHaveDuplicates()
        .allMatch(n -> n >= 1 && n <= 300);
  }

  @Test
  void aTabInTheNameOfAFileIsEscaped() throws IOException {
    write("a\tb.tsv", "1\tx\nno tab\n");
    assertThatThrownBy(() -> ingest("neardup.ingest.max-bad-records=0"))
        .isInstanceOf(StageFailedException.class)
        .hasMessageContaining("/a\\tb.tsv: 1 of 2 records")
        .hasMessageContaining("/a\\tb.tsv, byte 4: NO_ID, no tab in the line");
    ingest("neardup.ingest.max-bad-records=1");
    assertThat(folder.resolve("corpus/batches/00000/skipped.tsv"))
        .content()
        .endsWith("/input/a\\tb.tsv\t4\tNO_ID\tno tab in the line\n");
  }

  @Test
  void aBatchTakesOverTheFieldsOfTheOneBefore() throws IOException {
    write("a.csv", "url;body\na;one\n");
    ingest(
        "neardup.ingest.id-field=url",
        "neardup.ingest.text-field=body",
        "neardup.ingest.csv-delimiter=semicolon");
    Files.delete(folder.resolve("input/a.csv"));
    write("b.csv", "url;body\nb;two\n");
    ingest();
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains(
            "neardup.ingest.id-field=url, as in batch batch-00000",
            "neardup.ingest.text-field=body, as in batch",
            "neardup.ingest.csv-delimiter=semicolon, as in batch");
    Files.delete(folder.resolve("input/b.csv"));
    write("c.csv", "id;text;url;body\nc;three;c2;drei\n");
    ingest("neardup.ingest.id-field=id");
    assertThat(
            Corpus.batches(
                    new Configuration(),
                    new org.apache.hadoop.fs.Path(folder.resolve("corpus").toUri()))
                .stream()
                .map(batch -> batch.metadata().deciding())
                .map(
                    deciding ->
                        deciding.get("neardup.ingest.id-field")
                            + " "
                            + deciding.get("neardup.ingest.text-field"))
                .toList())
        .containsExactly("url body", "url body", "id body");
  }

  @Test
  void thatAnUnknownNumberOfDocumentsIsLostInADamagedFileIsSaid() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < 2000; i++) {
        out.write((i + "\ttext " + i * 7919L + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    Files.createDirectories(folder.resolve("input"));
    Files.write(
        folder.resolve("input/a.tsv.gz"), Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2));
    ingest("neardup.ingest.damaged-files=set-aside");
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains("; 1 damaged file: an unknown number of documents is lost, see skipped.tsv");
    assertThat(folder.resolve("corpus/batches/00000/skipped.tsv"))
        .content()
        .contains("\tDAMAGED_FILE\tan unknown number of documents is lost from here on: ");
  }

  /** The client opens ten files ahead; what is wrong with a later one is for a task to say. */
  @Test
  void aMissingCodecOfALaterFileIsInTheMessage() throws IOException {
    List<GenericRecord> records = AvroRangeReaderTest.records(3, new Random(1));
    Files.createDirectories(folder.resolve("input"));
    for (int i = 10; i <= 20; i++) {
      AvroRangeReaderTest.write(
          folder.resolve("input/" + i + ".avro"), "deflate", AvroRangeReaderTest.SCHEMA, records);
    }
    Path last = folder.resolve("input/20.avro");
    String content = Files.readString(last, StandardCharsets.ISO_8859_1);
    Files.writeString(last, content.replace("deflate", "xyz2000"), StandardCharsets.ISO_8859_1);
    assertThatThrownBy(
            () -> ingest("neardup.ingest.id-field=meta.id", "neardup.ingest.text-field=body.text"))
        .isInstanceOf(StageFailedException.class)
        .message()
        .contains("20.avro: its codec is not available");
  }
}
