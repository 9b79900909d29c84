package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
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

  /** Settings without the prefix of the keys; bytes; records between line ends. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '~',
      textBlock =
          """
          a.csv => ingest.id-field=text ingest.text-field=id => lang,id,text\\nen,a,b\\n,c,d\\n => b|a|en|null|a\\nd|c||null|c

          # The delimiter may be told by the name
          a.tsv => => id\\ttext\\tno, comma\\n1\\ta,b\\tx\\n => 1|a,b|null|null|1
          a.TAB => => id\\ttext\\tno, comma\\n1\\ta,b\\tx\\n => 1|a,b|null|null|1
          a.tsv.gz => => id\\ttext\\tno, comma\\n1\\ta,b\\tx\\n => 1|a,b|null|null|1

          # A file may hold no record
          a.csv => => ~~ => ~~
          a.csv => => \\357\\273\\277 => ~~
          a.csv => => id,text => ~~
          a.csv => => id,text\\n => ~~
          a.csv => => \\357\\273\\277id,text\\r\\n => ~~

          # A carriage return alone ends no record
          a.csv => => id,text\\n1,a\\rb\\n2,"a\\rb"\\n => BAD_CSV: CR without LF outside quotes\\n2|a\\rb|null|null|2

          # The limits are exact
          a.csv => document.max-bytes=5 ingest.max-id-bytes=3 ingest.max-line-bytes=20 => id,text,x\\n123,12345,\\n123,123456,\\n1234,1,\\n1,\"\"\"\"\"\"\"\"\"\"\"\",\\n1,1,3456789012345678\\n1,1,34567890123456789\\n1,1,\\n => 123|12345|null|null|123\\nLONG_DOCUMENT: 6 bytes\\nLONG_ID: 4 bytes\\n1|\"\"\"\"\"|null|null|1\\n1|1|null|null|1\\nLONG_LINE: over 20 bytes\\n1|1|null|null|1
          """)
  void recordsHaveTheValuesOfTheirColumns(
      String name, String settings, String content, String expected) throws IOException {
    String[] entries =
        settings == null
            ? new String[0]
            : Stream.of(settings.split(" ")).map(s -> "neardup." + s).toArray(String[]::new);
    Sources sources = new Sources(folder, SourceFormat.CSV, List.of("lang", "none", "id"), entries);
    byte[] bytes = content.translateEscapes().getBytes(StandardCharsets.ISO_8859_1);
    Path file = sources.write(name, sources.compressed(name, bytes));
    assertThat(String.join("\n", sources.read(file))).isEqualTo(expected.translateEscapes());
    assertThat(sources.plain(name, sources.copy(file))).isEqualTo(bytes);
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.csv|id,body|a.csv has no field text (neardup.ingest.text-field); the fields there: id,"
            + " body. Is neardup.ingest.csv-delimiter right?",
        "a.csv|ID,text|no field id (neardup.ingest.id-field; #number numbers the records); the"
            + " fields there: ID, text",
        "a.csv|id,text,text|several columns text",
        "a.csv|id,\"text|a.csv: the header is not CSV",
        "a.csv|'\nid,text'|a.csv",
        "a.tsv|id,text|the fields there: id,text. Is"
      })
  void missingColumnsFailTheIngestRatherThanTheFile(String name, String header, String message)
      throws IOException {
    Sources sources = new Sources(folder, SourceFormat.CSV);
    Path file = sources.write(name, utf8(header + "\n1,x\n"));
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
}
