package io.neardup.hadoop.format.text;

import static io.neardup.hadoop.format.LineParsing.MAX_ID;
import static io.neardup.hadoop.format.LineParsing.parse;
import static io.neardup.hadoop.format.LineParsing.range;
import static io.neardup.hadoop.format.LineParsing.result;
import static io.neardup.hadoop.format.LineParsing.settings;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.format.SourceRecord;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The lines of {@link TextRangeReader}. */
class TextRangeReaderTest {

  // id<TAB>text

  private static String tsv(String line) throws IOException {
    return result(reader("a.tsv", 9, MAX_ID, false), line.getBytes(StandardCharsets.UTF_8));
  }

  private static TextRangeReader reader(String name, long number, int maxId, boolean numbered) {
    return new TextRangeReader(settings(maxId, "id", "text"), range(name, number), numbered);
  }

  @Test
  void theFirstTabEndsTheId() throws IOException {
    assertThat(tsv("id\ttext")).isEqualTo("id|text");
    assertThat(tsv("id\ta\tb\t")).isEqualTo("id|a\tb\t");
    assertThat(tsv("id\t")).isEqualTo("id|");
    assertThat(tsv(" i d \t t ")).isEqualTo(" i d | t ");
    assertThat(tsv("é日\té")).isEqualTo("é日|é");
  }

  @Test
  void linesWithoutGoodIdAreSetAside() throws IOException {
    assertThat(tsv("no tab")).isEqualTo("NO_ID");
    assertThat(tsv("\ttext")).isEqualTo("EMPTY_ID");
    assertThat(tsv("i\rd\ttext")).isEqualTo("BAD_ID");
  }

  @Test
  void theLimitsOfLinesAreExact() throws IOException {
    assertThat(tsv("123456\t1234567890")).isEqualTo("123456|1234567890");
    assertThat(tsv("1234567\t1")).isEqualTo("LONG_ID");
    assertThat(tsv("1\t12345678901")).isEqualTo("LONG_DOCUMENT");
    assertThat(tsv("日日\té")).isEqualTo("日日|é"); // six bytes
    assertThat(tsv("日日1\té")).isEqualTo("LONG_ID");
  }

  @Test
  void idsAreUtf8AndTextsMayBeAnything() throws IOException {
    TextRangeReader parser = reader("a.tsv", 9, MAX_ID, false);
    Charset latin = StandardCharsets.ISO_8859_1;
    assertThat(result(parser, "\u00e9\tx".getBytes(latin))).isEqualTo("BAD_ID");
    assertThat(result(parser, "\u00c0\u0080\tx".getBytes(latin))).isEqualTo("BAD_ID"); // overlong
    assertThat(result(parser, "\u00ed\u00a0\u0080\tx".getBytes(latin)))
        .isEqualTo("BAD_ID"); // a surrogate
    SourceRecord record = parse(parser, "i\t\u00ff\u00fe".getBytes(latin));
    assertThat(record.isSkipped()).isFalse();
    assertThat(Arrays.copyOfRange(record.textBytes(), record.textOffset(), record.textOffset() + 2))
        .containsExactly(0xff, 0xfe);
  }

  // A document a line

  @Test
  void numberedLinesAreNamedByFileAndLine() throws IOException {
    assertThat(numbered("a/b.txt", 0, 100)).isEqualTo("a/b.txt:9|x\ty");
    assertThat(numbered("é", 1L << 40, 100)).isEqualTo("é:1099511627785|x\ty");
  }

  @Test
  void namesThatMakeNoIdSetTheLinesAside() throws IOException {
    assertThat(numbered("a\tb", 0, 100)).isEqualTo("BAD_ID");
    assertThat(numbered("a\nb", 0, 100)).isEqualTo("BAD_ID");
    assertThat(numbered("name", 0, 5)).isEqualTo("name:9|x\ty");
    assertThat(numbered("name", 0, 4)).isEqualTo("LONG_ID");
    // The lines before a range are not known to ingest: they must not decide.
    assertThat(numbered("name", 1L << 40, 5)).isEqualTo("name:1099511627785|x\ty");
  }

  private static String numbered(String name, long linesBefore, int maxId) throws IOException {
    return result(
        reader(name, linesBefore + 9, maxId, true), "x\ty".getBytes(StandardCharsets.UTF_8));
  }
}
