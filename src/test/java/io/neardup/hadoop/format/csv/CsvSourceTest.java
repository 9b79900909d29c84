package io.neardup.hadoop.format.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.Sources;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of CSV, from their bytes to documents. */
class CsvSourceTest {

  private static final String FILE =
      String.join(
          "",
          "\ufefflang,id,text\r\n",
          "en,a,\"one, \"\"two\"\"\nthree\"\r\n",
          "\n",
          "de,b,vier\n",
          "fr,c\n",
          "fr,d,x,y\n",
          "it,\"e\"e,f\n",
          "\"\",f,\n",
          "en,,g\n",
          "en,\"h\ti\",j\n",
          "es,é,último");

  private static final List<String> RECORDS =
      List.of(
          "a|one, \"two\"\nthree",
          "EMPTY_LINE: ",
          "b|vier",
          "BAD_CSV: 2 fields, the header has 3",
          "BAD_CSV: 4 fields, the header has 3",
          "BAD_CSV: a quote that is not closed, or has something behind it",
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

  @Test
  void missingColumnsFailTheIngestRatherThanTheFile() throws IOException {
    Sources sources = new Sources(folder, SourceFormat.CSV);
    Path noText = sources.write("a.csv", utf8("id,body\n1,x\n"));
    assertThatThrownBy(() -> sources.read(noText))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessage(
            "a.csv has no field text (neardup.ingest.text-field); the fields there: id, body. Is"
                + " neardup.ingest.csv-delimiter right?");
    Path noId = sources.write("b.csv", utf8("ID,text\n1,x\n"));
    assertThatThrownBy(() -> sources.read(noId))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining(
            "no field id (neardup.ingest.id-field; #number numbers the records); the fields there: ID,"
                + " text");
    Path twice = sources.write("c.csv", utf8("id,text,text\n1,x,y\n"));
    assertThatThrownBy(() -> sources.read(twice))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining("several columns text");
    Path broken = sources.write("d.csv", utf8("id,\"text\n1,x\n"));
    assertThatThrownBy(() -> sources.read(broken))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining("d.csv: the header is not CSV");
    Path blank = sources.write("e.csv", utf8("\nid,text\n1,x\n"));
    assertThatThrownBy(() -> sources.read(blank)).isInstanceOf(UnsupportedSourceException.class);
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
    Path written = sources.write("a.csv", file);
    try (RangeReader reader = sources.readers().open(Sources.whole(written))) {
      assertThat(reader.next()).isTrue();
      SourceRecord record = reader.record();
      assertThat(java.util.Arrays.copyOf(record.textBytes(), record.textLength()))
          .isEqualTo(new byte[] {(byte) 0xff, (byte) 0x85, (byte) 0xa0});
      assertThat(reader.next()).isTrue();
      assertThat(Sources.shown(reader.record()))
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
                String.join(
                    "\n",
                    "id,text,x",
                    "123,12345,",
                    "123,123456,",
                    "1234,1,",
                    "1," + "\"".repeat(12) + ",",
                    "1,1,3456789012345678",
                    "1,1,34567890123456789",
                    "1,1,\n")));
    assertThat(sources.read(file))
        .containsExactly(
            "123|12345",
            "LONG_DOCUMENT: 6 bytes",
            "LONG_ID: 4 bytes",
            "1|\"\"\"\"\"",
            "1|1",
            "LONG_LINE: over 20 bytes",
            "1|1");
    assertThat(sources.copy(file)).isEqualTo(java.nio.file.Files.readAllBytes(file));
  }

  @Test
  void aLoneCarriageReturnEndsNoRecord() throws IOException {
    Sources sources = new Sources(folder, SourceFormat.CSV);
    assertThat(sources.read(sources.write("a.csv", utf8("id,text\n1,a\rb\n2,\"a\rb\"\n"))))
        .containsExactly("BAD_CSV: CR without LF outside quotes", "2|a\rb");
  }
}
