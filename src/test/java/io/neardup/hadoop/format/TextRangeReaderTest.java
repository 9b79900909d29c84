package io.neardup.hadoop.format;

import static io.neardup.hadoop.format.LineParsing.MAX_ID;
import static io.neardup.hadoop.format.LineParsing.range;
import static io.neardup.hadoop.format.LineParsing.result;
import static io.neardup.hadoop.format.LineParsing.settings;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lines of {@link TextRangeReader}. */
class TextRangeReaderTest {

  private static TextRangeReader reader(String name, long number, int maxId, boolean numbered) {
    return new TextRangeReader(settings(maxId, "id", "text"), range(name, number), numbered);
  }

  /** Ids of up to six bytes, texts of up to ten. */
  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "id\ttext,id|text",
        "id\ta\tb\t,id|a\tb\t",
        "id\t,id|",
        " i d \t t , i d | t ",
        "é日\té,é日|é",
        "no tab,NO_ID",
        "\ttext,EMPTY_ID",
        "i\rd\ttext,BAD_ID",
        "123456\t1234567890,123456|1234567890",
        "1234567\t1,LONG_ID",
        "1\t12345678901,LONG_DOCUMENT",
        "日日\té,日日|é",
        "日日1\té,LONG_ID"
      })
  void theFirstTabEndsTheId(String line, String expected) throws IOException {
    assertThat(result(reader("a.tsv", 9, MAX_ID, false), line.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(expected);
  }

  /** The third is overlong, the fourth a surrogate. */
  @ParameterizedTest
  @CsvSource({
    "i\t\u00ff\u00fe,i|??",
    "\u00e9\tx,BAD_ID",
    "\u00c0\u0080\tx,BAD_ID",
    "\u00ed\u00a0\u0080\tx,BAD_ID"
  })
  void idsAreUtf8AndTextsMayBeAnything(String line, String expected) throws IOException {
    byte[] latin = line.getBytes(StandardCharsets.ISO_8859_1);
    assertThat(result(reader("a.tsv", 9, MAX_ID, false), latin).replace('\uFFFD', '?'))
        .isEqualTo(expected);
  }

  /** The lines before a range are not known to ingest: they must not decide. */
  @ParameterizedTest
  @CsvSource({
    "a/b.txt, 9, 100, a/b.txt:9|x\ty",
    "é, 1099511627785, 100, é:1099511627785|x\ty",
    "'a\tb', 9, 100, BAD_ID",
    "'a\nb', 9, 100, BAD_ID",
    "name, 9, 5, name:9|x\ty",
    "name, 9, 4, LONG_ID",
    "name, 1099511627785, 5, name:1099511627785|x\ty"
  })
  void numberedLinesAreNamedByFileAndLine(String name, long number, int maxId, String expected)
      throws IOException {
    byte[] line = "x\ty".getBytes(StandardCharsets.UTF_8);
    assertThat(result(reader(name, number, maxId, true), line)).isEqualTo(expected);
  }
}
