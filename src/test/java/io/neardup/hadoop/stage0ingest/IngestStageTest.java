package io.neardup.hadoop.stage0ingest;

import static io.neardup.hadoop.Refusals.assertFails;
import static io.neardup.hadoop.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.format.AvroRangeReaderTest;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.Warcs;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.StageFailedException;
import io.neardup.hadoop.output.StageMetadata;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole ingests: what they report, refuse and set aside, also of texts that are not UTF-8. */
class IngestStageTest {

  @TempDir private Path folder;

  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

  /** Ingests with settings {@code key=value}, with or without the prefix of the keys. */
  private StageMetadata ingest(String... settings) throws IOException {
    Configuration conf =
        Mr.conf(
            Stream.of(settings)
                .map(s -> "neardup." + s.replaceFirst("^neardup[.]", ""))
                .toArray(String[]::new));
    EmbeddedDefaults.apply(conf);
    PrintStream out = new PrintStream(progress, true, StandardCharsets.UTF_8);
    return IngestStage.run(
            new StageContext(conf, out, "ingest", false),
            List.of(Ingests.path(folder.resolve("input"))),
            BatchTarget.of(Ingests.path(folder.resolve("corpus")), null))
        .metadata();
  }

  private void write(String files) throws IOException {
    Ingests.write(folder.resolve("input"), files);
  }

  private String progress() {
    return progress.toString(StandardCharsets.UTF_8);
  }

  private String skipped() throws IOException {
    return Files.readString(folder.resolve("corpus/batches/00000/skipped.tsv"));
  }

  private List<String> documents() throws IOException, InterruptedException {
    return Ingests.documents(folder.resolve("corpus"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          # A field of the id or text that is not there
          a.csv=id,text\\n1,x\\n & b.csv=id,body\\n2,y\\n | ingest.damaged-files=set-aside | b.csv has no field text (neardup.ingest.text-field)
          a.jsonl={"url":"a","body":"b"}\\n{"url":"a","body":"b"}\\n | ingest.format=jsonl | a.jsonl: no string or number in field id (neardup.ingest.id-field; #number numbers the records), no string in field text (neardup.ingest.text-field); the fields there: url, body

          # Fields of formats that have none
          a.txt=a line | ingest.id-field=url | neardup.ingest.id-field=url: documents of the format lines have no fields
          a.txt=a line | ingest.text-field=url | neardup.ingest.text-field=url: documents of the format lines have no fields
          a.txt=a line | cluster.source-field=url | neardup.cluster.source-field=url: documents of the format lines have no fields

          # Fields of later stages that cannot serve
          a.jsonl={"id":1,"text":"b","topics":["x"]} | cluster.source-field=topics | neardup.cluster.source-field=topics: in the first records, this field is a list; the fields there: id, text, topics
          a.jsonl={"id":1,"text":"b","meta":{"n":{}}} | cluster.source-field=meta.n | this field is an object; the fields there: id, text, meta, meta.n
          a.jsonl={"id":1,"text":"b","n":"ten"} | cluster.keep=priority cluster.priority-field=n | priority-field=n: in the first records, this field is neither a number nor a date
          a.csv=id,text,lang\\n1,x,en\\n | cluster.source-field=language | =language: in the first records, this field is missing; the fields there:

          # No text
          a=text & a.bin=PK\\3\\4\\24\\0\\0 | ingest.format=lines | a.bin is not text but application/zip

          # Charsets
          a.warc= | ingest.charset=UTF-16 | neardup.ingest.charset=UTF-16: files of the format warc name their charset
          a.parquet=PAR1 | ingest.charset=windows-1251 | neardup.ingest.charset=windows-1251: files of the format parquet
          a.avro= | ingest.charset=detect | neardup.ingest.charset=detect: files of the format avro
          a.tsv= | ingest.charset=nonsense | neardup.ingest.charset=nonsense
          a.csv= | ingest.charset=IBM037 | neardup.ingest.charset=IBM037: lines cannot be found in this charset
          a.tsv= | ingest.charset=UTF-16 | neardup.ingest.charset=UTF-16: lines cannot be found in this charset
          a.jsonl= | ingest.charset=ISO-2022-JP | neardup.ingest.charset=ISO-2022-JP: lines cannot be found
          """)
  void whatCannotBeIngestedIsRefused(String files, String settings, String message)
      throws IOException {
    write(files);
    assertRefused(() -> ingest(settings.split(" ")), message);
    assertThat(folder.resolve("corpus")).doesNotExist();
  }

  @Test
  void csvFilesOfSeveralHeadersAreOneCorpus() throws IOException {
    write("a.csv=id,text\\n1,\"one\\none\"\\n\\n2,two\\n & b.csv=text,lang,id\\nthree,en,3\\n");
    write("c.tsv=id\\ttext\\n4\\tfour, 4\\n");
    assertThat(ingest().facts()).containsEntry("format", "csv");
    assertThat(progress())
        .contains("format csv: 2 of 3 files end with .csv, 1 begins with a header with")
        .contains("4 documents, 1 record set aside");
  }

  @Test
  void anOpenQuoteIsDamageWhateverItsLength() throws IOException {
    String good = "a,good\\n".repeat(100);
    write("a.csv=id,text\\n" + good + "x,\"open\\n" + "y,lost\\n".repeat(100_000));
    for (String limit : List.of("10000", "1000000")) { // of a document: it is longer, or not
      assertFails(() -> ingest("document.max-bytes=" + limit), "a.csv");
    }
    ingest(
        "document.max-bytes=10000", "ingest.damaged-files=set-aside", "ingest.max-bad-records=1");
    assertThat(progress()).contains("100 documents, 2 records set aside; 1 damaged file");
  }

  @Test
  void quotesInTextsOfAFileWithTabsHideNoRecord() throws IOException {
    StringBuilder lines = new StringBuilder("a.tsv=id\\ttext\\n");
    for (int i = 0; i < 40; i++) {
      String text = i == 10 ? "\"opens" : i == 28 ? "closes \"" : i == 33 ? "\"a\" b" : "plain";
      lines.append(i).append("\\t").append(text).append("\\n");
    }
    write(lines.toString());
    ingest();
    assertThat(progress()).contains("40 documents, 0 records set aside");
  }

  @Test
  void recordsWithoutDocumentsAreNotBad() throws IOException {
    Path input = folder.resolve("input");
    Ingests.write(
        input,
        "a.wet",
        Warcs.join(Warcs.info(), Warcs.info(), Warcs.info(), Warcs.text("http://a/", "")));
    Ingests.write(input, "b.wet", Warcs.record("resource", "http://a/", "image/png", new byte[0]));
    StageMetadata metadata = ingest("ingest.max-bad-records=0");
    assertThat(progress())
        .contains("format warc: 2 of 2 files begin with the first bytes of")
        .contains("1 document, 4 records set aside");
    assertThat(IngestCounters.noDocuments(metadata)).isEqualTo("3 WARC-Type warcinfo, 1 image/png");
  }

  @Test
  void otherBytesAfterGzipDataAreSetAsideWithAWarning() throws IOException {
    Path input = folder.resolve("input");
    byte[] gzip = Warcs.gzip(Warcs.utf8("a\tone\nb\ttwo"));
    Ingests.write(input, "zeros.tsv.gz", Warcs.join(gzip, new byte[9000]));
    Ingests.write(input, "other.tsv.gz", Warcs.join(gzip, Warcs.utf8("garbage")));
    StageMetadata metadata = ingest("ingest.max-bad-records=0");
    assertThat(progress())
        .contains("warning: 1 file has other bytes after the gzip data:\n  file:")
        .contains("other.tsv.gz, byte 6: what follows the gzip data at byte " + gzip.length)
        .contains("4 documents, 1 record set aside");
    assertThat(metadata.count(SkipReason.TRAILING_BYTES)).isEqualTo(1);
  }

  @Test
  void whatIsWrongWithAllFirstRecordsIsSaidBeforehand() throws IOException {
    write("a.jsonl=" + "{\"url\":\"a\"}\\n".repeat(200));
    assertRefused(this::ingest);
    assertThat(progress())
        .contains("warning: all records at the beginning of ", "a.jsonl are bad: NO_ID, ");
    write("a.jsonl={\"id\":1,\"text\":\"b\"}");
    ingest("cluster.source-field=nmae"); // a later record may have it
    assertThat(progress())
        .contains(
            "warning: neardup.cluster.source-field=nmae: in the first records, this field is"
                + " missing; the fields there: id, text");
  }

  @Test
  void aFileThatIsNotTextIsSetAsideAmongTexts() throws IOException {
    for (int i = 0; i < 30; i++) {
      write(i + ".txt=text");
    }
    write("a.bin=PK\\3\\4\\24\\0\\0");
    ingest("ingest.format=files");
    assertThat(progress()).contains("30 documents, 1 record set aside");
    assertThat(skipped()).contains("/a.bin\t0\tNOT_TEXT\t");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 200, 1_000_000})
  void recordsAreNumberedAlikeWhateverTheRangesAndParts(int splitBytes) throws Exception {
    write(
        "a.jsonl="
            + "{\"text\":\"a\"}\\n\\n{\"text\":\"b\"}\\nbad\\n{\"text\":\"c\"}\\n".repeat(20));
    ingest(
        "ingest.id-field=#number",
        "ingest.max-bad-records=100%",
        "ingest.range-bytes=64",
        "document.split-bytes=" + splitBytes);
    assertThat(documents())
        .hasSize(60)
        .startsWith("0 a.jsonl:1=a", "1 a.jsonl:3=b", "2 a.jsonl:5=c", "3 a.jsonl:6=a")
        .endsWith("59 a.jsonl:100=c");
    assertThat(folder.resolve("corpus/batches/00000/repeated-ids.tsv")).isEmptyFile();
  }

  @Test
  void recordsOfCsvAreNumbered() throws Exception {
    write("a.csv=lang,text\\nen,\"one\\ntwo\"\\nde,drei\\n");
    ingest("ingest.id-field=#number");
    assertThat(documents()).containsExactly("0 a.csv:1=one\ntwo", "1 a.csv:2=drei");
  }

  private void writeAvro(String name, List<GenericRecord> records) throws IOException {
    Path input = Files.createDirectories(folder.resolve("input"));
    AvroRangeReaderTest.write(input.resolve(name), "deflate", AvroRangeReaderTest.SCHEMA, records);
  }

  @Test
  void recordsOfAvroAreNumberedWhateverTheRanges() throws Exception {
    writeAvro("b.avro", AvroRangeReaderTest.records(300, new Random(2)));
    ingest(
        "ingest.id-field=#number",
        "ingest.text-field=body.text",
        "ingest.range-bytes=1000",
        "ingest.max-bad-records=100%");
    assertThat(documents())
        .map(document -> document.replaceAll("(?s)\\d+ b.avro:(\\d+)=.*", "$1"))
        .map(Integer::valueOf)
        .hasSizeGreaterThan(200)
        .isSorted()
        .doesNotHaveDuplicates()
        .allMatch(n -> n >= 1 && n <= 300);
  }

  @Test
  void aTabInTheNameOfAFileIsEscaped() throws IOException {
    write("a\tb.tsv=1\\tx\\nno tab\\n");
    assertFails(
        () -> ingest("ingest.max-bad-records=0"),
        "/a\\tb.tsv: 1 of 2 records",
        "/a\\tb.tsv, byte 4: NO_ID, no tab in the line");
    ingest("ingest.max-bad-records=1");
    assertThat(skipped()).endsWith("/input/a\\tb.tsv\t4\tNO_ID\tno tab in the line\n");
  }

  @Test
  void aBatchTakesOverTheFieldsOfTheOneBefore() throws IOException {
    write("a.csv=url;body\\na;one\\n");
    ingest("ingest.id-field=url", "ingest.text-field=body", "ingest.csv-delimiter=semicolon");
    Files.delete(folder.resolve("input/a.csv"));
    write("b.csv=url;body\\nb;two\\n");
    ingest();
    assertThat(progress())
        .contains(
            "neardup.ingest.id-field=url, as in batch batch-00000",
            "neardup.ingest.text-field=body, as in batch",
            "neardup.ingest.csv-delimiter=semicolon, as in batch");
    Files.delete(folder.resolve("input/b.csv"));
    write("c.csv=id;text;url;body\\nc;three;c2;drei\\n");
    ingest("ingest.id-field=id");
    assertThat(Corpus.batches(new Configuration(), Ingests.path(folder.resolve("corpus"))))
        .map(batch -> batch.metadata().deciding())
        .map(keys -> keys.get("neardup.ingest.id-field") + keys.get("neardup.ingest.text-field"))
        .containsExactly("urlbody", "urlbody", "idbody");
  }

  @Test
  void thatAnUnknownNumberOfDocumentsIsLostInADamagedFileIsSaid() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      lines.append(i).append("\ttext ").append(i * 7919L).append('\n');
    }
    byte[] gzip = Warcs.gzip(Warcs.utf8(lines.toString()));
    Ingests.write(folder.resolve("input"), "a.tsv.gz", Arrays.copyOf(gzip, gzip.length / 2));
    assertThatThrownBy(this::ingest)
        .isInstanceOf(StageFailedException.class)
        .hasMessageStartingWith("truncated or corrupt files: 1\n  file:")
        .hasMessageContainingAll("a.tsv.gz, byte ", "neardup.ingest.damaged-files=set-aside");
    ingest("ingest.damaged-files=set-aside");
    assertThat(progress())
        .contains("; 1 damaged file: an unknown number of documents is lost, see skipped.tsv");
    assertThat(skipped())
        .contains("\tDAMAGED_FILE\tan unknown number of documents is lost from here on: ");
  }

  /** The client opens ten files ahead; what is wrong with a later one is for a task to say. */
  @Test
  void aMissingCodecOfALaterFileIsInTheMessage() throws IOException {
    for (int i = 10; i <= 20; i++) {
      writeAvro(i + ".avro", AvroRangeReaderTest.records(3, new Random(1)));
    }
    Path last = folder.resolve("input/20.avro");
    String content = Files.readString(last, StandardCharsets.ISO_8859_1);
    Files.writeString(last, content.replace("deflate", "xyz2000"), StandardCharsets.ISO_8859_1);
    assertFails(
        () -> ingest("ingest.id-field=meta.id", "ingest.text-field=body.text"),
        "20.avro: its codec is not available");
  }

  // Charsets

  private static final Charset WINDOWS_1251 = Charset.forName("windows-1251");

  private static final String RUSSIAN =
      "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом"
          + " и совестью и должны поступать в отношении друг друга в духе братства, номер ";

  private void write(String name, byte[] content) throws IOException {
    Ingests.write(folder.resolve("input"), name, content);
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
    assertFails(
        () -> ingest(byFormat),
        "a." + format + ": 20 of 20 records",
        "all reasons: bytes that are not UTF-8 20\n",
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
      assertRefused(
          () -> ingest(byFormat, "neardup.ingest.charset=" + charset),
          "a." + format + " begins as UTF-16");
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
    assertFails(
        this::ingest,
        "a.avro: 1 of 1 record",
        "bytes that are not UTF-8; they look like windows-1251\n");
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
    assertFails(this::ingest, "all files: 3 of 3 records", "neardup.ingest.charset=windows-1251");
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
    assertFails(
        () -> ingest(sets, by),
        "the input: 20 of 20 records",
        "first bad record: an element with bytes that are not " + charset);
    StageMetadata metadata = ingest(sets, by, "neardup.ingest.max-bad-records=20");
    assertThat(metadata.count(IngestCounters.MALFORMED)).isEqualTo(20);
  }
}
