package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of CSV, from their bytes to documents. */
class CsvSourceTest {

  private static final String FILE =
      """
      \ufefflang,id,text\r
      en,a,"one, ""two""
      three"\r

      de,b,vier
      fr,c
      fr,d,x,y
      it,"e"e,f
      "",f,
      en,,g
      en,"h\ti",j
      es,é,último\
      """;

  private static final List<String> RECORDS =
      List.of(
          "a|one, \"two\"\nthree",
          "EMPTY_LINE: ",
          "b|vier",
          "BAD_CSV: 2 fields, the header has 3",
          "BAD_CSV: 4 fields, the header has 3",
          "BAD_CSV: a quote is not closed, or text follows it",
          "f|",
          "EMPTY_ID: ",
          "BAD_ID: a tab or line break",
          "é|último");

  @TempDir private Path folder;

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.csv", "a.csv.gz", "a.csv.bz2", "a.csv.zst"})
  void recordsAreReadAndCopied(String name) throws IOException {
    Sources sources = new Sources(folder, SourceFormat.CSV);
    Path file = sources.write(name, sources.compressed(name, utf8(FILE)));
    assertThat(sources.read(file)).isEqualTo(RECORDS);
    assertThat(sources.plain(name, sources.copy(file))).isEqualTo(utf8(FILE));
  }

  @Test
  void columnsCanBeChosen() throws IOException {
    Sources sources =
        new Sources(
            folder,
            SourceFormat.CSV,
            List.of("lang", "none", "id"),
            "neardup.ingest.id-field=text",
            "neardup.ingest.text-field=id");
    assertThat(sources.read(sources.write("a.csv", utf8("lang,id,text\nen,a,b\n,c,d\n"))))
        .containsExactly("b|a|en|null|a", "d|c||null|c");
  }

  @Test
  void aSemicolonIsADelimiterIfAskedFor() throws IOException {
    Sources sources =
        new Sources(folder, SourceFormat.CSV, "neardup.ingest.csv-delimiter=semicolon");
    assertThat(sources.read(sources.write("a.csv", utf8("id;text\n1;a,b\n"))))
        .containsExactly("1|a,b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.tsv", "a.TAB", "a.tsv.gz"})
  void aNameMayTellThatTabsAreDelimiters(String name) throws IOException {
    byte[] file = utf8("id\ttext\tno, comma\n1\ta,b\tx\n");
    Sources sources = new Sources(folder, SourceFormat.CSV);
    assertThat(sources.read(sources.write(name, sources.compressed(name, file))))
        .containsExactly("1|a,b");
    Sources commas = new Sources(folder, SourceFormat.CSV, "neardup.ingest.csv-delimiter=comma");
    assertThatThrownBy(() -> commas.read(folder.resolve(name)))
        .isInstanceOf(UnsupportedSourceException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\ufeff", "id,text", "id,text\n", "\ufeffid,text\r\n"})
  void aFileMayHoldNoRecord(String content) throws IOException {
    Sources sources = new Sources(folder, SourceFormat.CSV);
    Path file = sources.write("a.csv", utf8(content));
    assertThat(sources.read(file)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id,body|a.csv has no field text (neardup.ingest.text-field); the fields there: id, body."
            + " Is neardup.ingest.csv-delimiter right?",
        "ID,text|no field id (neardup.ingest.id-field; #number numbers the records); the fields"
            + " there: ID, text",
        "id,text,text|several columns text",
        "id,\"text|a.csv: the header is not CSV",
        "'\nid,text'|a.csv"
      })
  void missingColumnsFailTheIngestRatherThanTheFile(String header, String message)
      throws IOException {
    Sources sources = new Sources(folder, SourceFormat.CSV);
    Path file = sources.write("a.csv", utf8(header + "\n1,x\n"));
    assertThatThrownBy(() -> sources.read(file))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining(message);
  }

  @Test
  void manyColumnsAreNotAllNamed() throws IOException {
    Sources sources = new Sources(folder, SourceFormat.CSV);
    String header = "x".repeat(1000) + ",c".repeat(99);
    Path file = sources.write("a.csv", utf8(header + "\n"));
    assertThatThrownBy(() -> sources.read(file))
        .hasMessageContaining("x".repeat(40) + "..., c, ")
        .hasMessageContaining(" and others. Is")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
  }

  @Test
  void textsMayBeAnyBytesAndIdsAreUtf8() throws IOException {
    Sources sources = new Sources(folder, SourceFormat.CSV);
    byte[] file = "id,text\na,\u00ff\u0085\u00a0\n\u00e9,x\n".getBytes(StandardCharsets.ISO_8859_1);
    try (RangeReader reader = sources.readers().open(Sources.whole(sources.write("a.csv", file)))) {
      assertThat(reader.next()).isTrue();
      SourceRecord record = reader.record();
      assertThat(Arrays.copyOf(record.textBytes(), record.textLength()))
          .containsExactly(0xff, 0x85, 0xa0);
      assertThat(reader.next()).isTrue();
      assertThat(Sources.shown(record))
          .isEqualTo("BAD_ID: bytes that are not of its charset (neardup.ingest.charset)");
    }
  }

  @Test
  void theLimitsAreExact() throws IOException {
    Sources sources =
        new Sources(
            folder,
            SourceFormat.CSV,
            "neardup.document.max-bytes=5",
            "neardup.ingest.max-id-bytes=3",
            "neardup.ingest.max-line-bytes=20");
    Path file =
        sources.write(
            "a.csv",
            utf8(
                """
                id,text,x
                123,12345,
                123,123456,
                1234,1,
                1,\""\""\""\""\""\"",
                1,1,3456789012345678
                1,1,34567890123456789
                1,1,
                """));
    assertThat(sources.read(file))
        .containsExactly(
            "123|12345",
            "LONG_DOCUMENT: 6 bytes",
            "LONG_ID: 4 bytes",
            "1|\"\"\"\"\"",
            "1|1",
            "LONG_LINE: over 20 bytes",
            "1|1");
    assertThat(sources.copy(file)).isEqualTo(Files.readAllBytes(file));
  }

  @Test
  void aLoneCarriageReturnEndsNoRecord() throws IOException {
    Sources sources = new Sources(folder, SourceFormat.CSV);
    assertThat(sources.read(sources.write("a.csv", utf8("id,text\n1,a\rb\n2,\"a\rb\"\n"))))
        .containsExactly("BAD_CSV: CR without LF outside quotes", "2|a\rb");
  }
}
