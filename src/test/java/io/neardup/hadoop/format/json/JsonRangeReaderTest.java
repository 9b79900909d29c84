package io.neardup.hadoop.format.json;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link JsonRangeReader}. */
class JsonRangeReaderTest {

  private static JsonRangeReader jsonLines(String id, String text, String... others) {
    return new JsonRangeReader(settings(MAX_ID, id, text, others), range("a.jsonl", 9));
  }

  private static String json(String line) throws IOException {
    return json(line.getBytes(StandardCharsets.UTF_8));
  }

  private static String json(byte[] line) throws IOException {
    return result(jsonLines("id", "text"), line);
  }

  @Test
  void idAndTextAreFoundAmongOtherFields() throws IOException {
    assertThat(json("{\"id\":\"a\",\"text\":\"b\"}")).isEqualTo("a|b");
    assertThat(json(" { \"text\" : \"b\" , \"id\" : \"a\" } ")).isEqualTo("a|b");
    assertThat(
            json("{\"n\":null,\"id\":\"a\",\"x\":[1,{\"id\":\"no\"}],\"text\":\"b\",\"t\":true}"))
        .isEqualTo("a|b");
    assertThat(json("{\"o\":{\"id\":\"no\",\"text\":\"no\"},\"id\":\"a\",\"text\":\"b\"}"))
        .isEqualTo("a|b");
    assertThat(json("{\"id\":\"a\",\"text\":\"\"}")).isEqualTo("a|");
  }

  @Test
  void numbersThatAreNoneMayStandInOtherFields() throws IOException {
    assertThat(json("{\"x\":NaN,\"id\":\"a\",\"y\":[-Infinity],\"text\":\"b\"}")).isEqualTo("a|b");
  }

  @Test
  void fieldNamesCanBeChosen() throws IOException {
    JsonRangeReader parser = jsonLines("url", "body");
    String line = "{\"id\":\"x\",\"text\":\"y\",\"url\":\"a\",\"body\":\"b\"}";
    assertThat(result(parser, line.getBytes(StandardCharsets.UTF_8))).isEqualTo("a|b");
  }

  private static String[] fields(JsonRangeReader parser, String line) throws IOException {
    return parse(parser, line.getBytes(StandardCharsets.UTF_8)).fields();
  }

  @Test
  void aMissingFieldIsNamedWithItsKeyAndTheFieldsThatThereAre() throws IOException {
    byte[] line = "{\"url\":1,\"body\":{\"id\":2},\"a\\tb\":3}".getBytes(StandardCharsets.UTF_8);
    assertThat(parse(jsonLines("id", "text"), line).detail())
        .isEqualTo(
            "no string or number in field id (neardup.ingest.id-field; #number numbers the records),"
                + " no string in field text (neardup.ingest.text-field); the fields there: url, body,"
                + " a b");
    assertThat(parse(jsonLines("url", "body"), line).detail())
        .isEqualTo(
            "no string in field body (neardup.ingest.text-field); the fields there: url, body, a"
                + " b");
  }

  @Test
  void furtherFieldsAreTakenIfTheyAreAskedFor() throws IOException {
    JsonRangeReader parser = jsonLines("id", "text", "site", "weight", "id");
    String both = "{\"id\":\"a\",\"text\":\"b\",";
    assertThat(fields(parser, both + "\"weight\":-1.50e3,\"site\":\"x\\t\\u00e9\",\"o\":1}"))
        .containsExactly("x\té", "-1.50e3", "a");
    assertThat(fields(parser, both + "\"o\":{\"site\":1},\"weight\":true}"))
        .containsExactly(null, "true", "a");
    assertThat(fields(parser, both + "\"site\":null,\"weight\":[\"weight\",2]}"))
        .containsExactly(null, null, "a");
    assertThat(fields(parser, both + "\"site\":\"first\",\"site\":\"last\"}")).startsWith("last");
    assertThat(result(parser, (both + "\"site\":[{}]}").getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("a|b");
    assertThat(fields(jsonLines("id", "text"), both + "\"site\":1}")).isEmpty();
  }

  @Test
  void theFieldsOfARecordAreNotThoseOfTheOneBefore() {
    SourceRecord record = new SourceRecord();
    record.setFields(new String[] {null, "x"});
    assertThat(record.fields()).containsExactly(null, "x");
    record.start(7);
    assertThat(record.fields()).isEmpty();
  }

  @Test
  void escapesAreResolved() throws IOException {
    assertThat(json("{\"id\":\"\\u0061\",\"text\":\"\\t\\n\\\"\\\\\\/\\u00e9\"}"))
        .isEqualTo("a|\t\n\"\\/é");
    assertThat(json("{\"\\u0069d\":\"a\",\"text\":\"\\ud83d\\ude00\"}"))
        .isEqualTo("a|\uD83D\uDE00");
  }

  @Test
  void loneSurrogatesAreReplacementCharacters() throws IOException {
    assertThat(json("{\"id\":\"a\\udc00\",\"text\":\"x\\ud83dy\"}")).isEqualTo("a\uFFFD|x\uFFFDy");
    assertThat(json("{\"id\":\"a\",\"text\":\"?\\ud83d\\ude00?\"}")).isEqualTo("a|?\uD83D\uDE00?");
  }

  @Test
  void idsMayBeNumbersAsTheyAreWritten() throws IOException {
    assertThat(json("{\"id\":17,\"text\":\"b\"}")).isEqualTo("17|b");
    assertThat(json("{\"id\":-0,\"text\":\"b\"}")).isEqualTo("-0|b");
    assertThat(json("{\"id\":1.50,\"text\":\"b\"}")).isEqualTo("1.50|b");
    assertThat(json("{\"id\":1e400,\"text\":\"b\"}")).isEqualTo("1e400|b");
  }

  @Test
  void idsThatAreNoStringOrNumberAreNone() throws IOException {
    assertThat(json("{\"text\":\"b\"}")).isEqualTo("NO_ID");
    for (String value : new String[] {"null", "true", "{}", "[\"a\"]", "NaN", "-Infinity"}) {
      assertThat(json("{\"id\":" + value + ",\"text\":\"b\"}")).isEqualTo("NO_ID");
    }
    assertThat(json("{}")).isEqualTo("NO_ID");
    assertThat(json("{\"ID\":\"a\",\"text\":\"b\"}")).isEqualTo("NO_ID");
  }

  @Test
  void textsThatAreNoStringAreNone() throws IOException {
    assertThat(json("{\"id\":\"a\"}")).isEqualTo("NO_TEXT");
    for (String value : new String[] {"null", "1", "false", "{\"text\":\"x\"}", "[\"a\"]"}) {
      assertThat(json("{\"id\":\"a\",\"text\":" + value + "}")).isEqualTo("NO_TEXT");
    }
  }

  @Test
  void ofARepeatedFieldTheLastCounts() throws IOException {
    assertThat(json("{\"id\":\"a\",\"id\":\"b\",\"text\":\"x\",\"text\":\"y\"}")).isEqualTo("b|y");
    assertThat(json("{\"id\":\"a\",\"text\":\"x\",\"text\":1}")).isEqualTo("NO_TEXT");
    assertThat(json("{\"id\":\"a\",\"text\":1,\"text\":\"x\"}")).isEqualTo("a|x");
    assertThat(json("{\"id\":\"a\",\"id\":null,\"text\":\"x\"}")).isEqualTo("NO_ID");
  }

  @Test
  void badIdsAreSetAside() throws IOException {
    assertThat(json("{\"id\":\"\",\"text\":\"b\"}")).isEqualTo("EMPTY_ID");
    assertThat(json("{\"id\":\"a\\tb\",\"text\":\"b\"}")).isEqualTo("BAD_ID");
    assertThat(json("{\"id\":\"a\\nb\",\"text\":\"b\"}")).isEqualTo("BAD_ID");
  }

  @Test
  void theLimitsOfJsonAreOfTheUtf8AndExact() throws IOException {
    assertThat(json("{\"id\":\"123456\",\"text\":\"1234567890\"}")).isEqualTo("123456|1234567890");
    assertThat(json("{\"id\":\"1234567\",\"text\":\"1\"}")).isEqualTo("LONG_ID");
    assertThat(json("{\"id\":\"1\",\"text\":\"12345678901\"}")).isEqualTo("LONG_DOCUMENT");
    assertThat(json("{\"id\":\"1\",\"text\":\"\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\"}"))
        .isEqualTo("1|ééééé");
    assertThat(json("{\"id\":\"1\",\"text\":\"\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9x\"}"))
        .isEqualTo("LONG_DOCUMENT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "   ",
        "[]",
        "\"id\"",
        "null",
        "17",
        "{",
        "{\"id\"",
        "{\"id\":",
        "{\"id\":\"a\"",
        "{\"id\":\"a",
        "{\"id\":\"a\",\"text\":\"b\"",
        "{\"id\":\"a\",\"text\":\"b\"]",
        "{\"id\":\"a\",\"text\":\"b\"}}",
        "{\"id\":\"a\",\"text\":\"b\"} x",
        "{\"id\":\"a\",\"text\":\"b\"}{\"id\":\"c\",\"text\":\"d\"}",
        "{'id':'a','text':'b'}",
        "{id:\"a\",\"text\":\"b\"}",
        "{\"id\":\"a\",\"text\":\"b\",}",
        "{\"id\":\"a\",\"text\":\"b\\x\"}",
        "{\"id\":01,\"text\":\"b\"}",
        "{\"id\":\"a\",\"text\":\"b\\ud83\"}",
        "{\"id\":\"a\",\"text\":\"a\u0001b\"}"
      })
  void whatIsNotOneObjectIsSetAside(String line) throws IOException {
    assertThat(json(line)).isEqualTo("BAD_JSON");
  }

  @Test
  void linesAreUtf8() throws IOException {
    Charset latin = StandardCharsets.ISO_8859_1;
    assertThat(json("{\"id\":\"a\",\"text\":\"\u00e9\"}".getBytes(latin))).isEqualTo("BAD_JSON");
    assertThat(json("{\"id\":\"a\",\"text\":\"\u00ff\"}".getBytes(latin))).isEqualTo("BAD_JSON");
    assertThat(json("{\"id\":\"a\",\"text\":\"é日\"}")).isEqualTo("a|é日");
    // Bytes of other encodings must neither be taken for JSON nor fail the task.
    String good = "{\"id\":\"a\",\"text\":\"b\"}";
    assertThat(json(good.getBytes(StandardCharsets.UTF_16LE))).isEqualTo("BAD_JSON");
    assertThat(json(good.getBytes(StandardCharsets.UTF_16BE))).isEqualTo("BAD_JSON");
    assertThat(json(good.getBytes(Charset.forName("UTF-32LE")))).isEqualTo("BAD_JSON");
    assertThat(json(new byte[] {'{', 0, 0, 0, -1, -1, -1, -1})).isEqualTo("BAD_JSON");
    assertThat(json(new byte[] {0, 0, 0, '{', 0, 0, 1})).isEqualTo("BAD_JSON");
    assertThat(json(new byte[] {0, 0, -2, -1})).isEqualTo("BAD_JSON");
  }

  /** What the parser refuses for its own limits is bad, too, and must not fail the task. */
  @Test
  void extremeJsonIsSetAside() throws IOException {
    String rest = ",\"id\":\"a\",\"text\":\"b\"}";
    assertThat(json("{\"x\":" + "[".repeat(5000) + "]".repeat(5000) + rest)).isEqualTo("BAD_JSON");
    assertThat(json("{\"x\":" + "9".repeat(5000) + rest)).isIn("BAD_JSON", "a|b");
    assertThat(json("{\"" + "n".repeat(100_000) + "\":1" + rest)).isIn("BAD_JSON", "a|b");
    assertThat(json("{\"id\":" + "9".repeat(5000) + ",\"text\":\"b\"}"))
        .isIn("BAD_JSON", "LONG_ID");
  }
}
