package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link JsonRangeReader}. Objects here have ' for each quote, ` for each '. */
class JsonRangeReaderTest {

  private static JsonRangeReader jsonLines(String id, String text, String... others) {
    Sources sources =
        new Sources(
            Path.of("/"),
            SourceFormat.JSONL,
            List.of(others),
            "neardup.ingest.max-id-bytes=6",
            "neardup.document.max-bytes=10",
            "neardup.ingest.id-field=" + id,
            "neardup.ingest.text-field=" + text);
    return new JsonRangeReader(sources.settings(), Sources.range("a.jsonl", 9));
  }

  private static byte[] utf8(String object) {
    return object.replace('\'', '"').replace('`', '\'').getBytes(StandardCharsets.UTF_8);
  }

  private static String json(byte[] line) throws IOException {
    String shown = Sources.shown(Sources.parse(jsonLines("id", "text"), line));
    return Sources.brief(List.of(shown)).get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "{'id':'a','text':'b'} ~ a|b",
        "` { 'text' : 'b' , 'id' : 'a' } ` ~ a|b",
        "{'n':null,'id':'a','x':[1,{'id':'no'}],'text':'b','t':true} ~ a|b",
        "{'o':{'id':'no','text':'no'},'id':'a','text':'b'} ~ a|b",
        "{'id':'a','text':''} ~ a|",
        "{'x':NaN,'id':'a','y':[-Infinity],'text':'b'} ~ a|b",
        "{'id':'\\u0061','text':'\\t\\n\\\\\\/\\u00e9'} ~ `a|\t\n\\/é`",
        "{'\\u0069d':'a','text':'\\ud83d\\ude00'} ~ a|\uD83D\uDE00",
        // Surrogates without their other half
        "{'id':'a','text':'x\\ud83dy'} ~ a|x\uFFFDy",
        "{'id':'a\\udc00','text':'x'} ~ BAD_ID",
        "{'id':'a','text':'?\\ud83d\\ude00?'} ~ a|?\uD83D\uDE00?",
        // Ids are strings, or numbers as they are written
        "{'id':17,'text':'b'} ~ 17|b",
        "{'id':-0,'text':'b'} ~ -0|b",
        "{'id':1.50,'text':'b'} ~ 1.50|b",
        "{'id':1e400,'text':'b'} ~ 1e400|b",
        "{'text':'b'} ~ NO_ID",
        "{'id':null,'text':'b'} ~ NO_ID",
        "{'id':true,'text':'b'} ~ NO_ID",
        "{'id':{},'text':'b'} ~ NO_ID",
        "{'id':['a'],'text':'b'} ~ NO_ID",
        "{'id':NaN,'text':'b'} ~ NO_ID",
        "{'id':-Infinity,'text':'b'} ~ NO_ID",
        "{} ~ NO_ID",
        "{'ID':'a','text':'b'} ~ NO_ID",
        "{'id':'','text':'b'} ~ EMPTY_ID",
        "{'id':'a\\tb','text':'b'} ~ BAD_ID",
        "{'id':'a\\nb','text':'b'} ~ BAD_ID",
        // Texts are strings
        "{'id':'a'} ~ NO_TEXT",
        "{'id':'a','text':null} ~ NO_TEXT",
        "{'id':'a','text':1} ~ NO_TEXT",
        "{'id':'a','text':false} ~ NO_TEXT",
        "{'id':'a','text':{'text':'x'}} ~ NO_TEXT",
        "{'id':'a','text':['a']} ~ NO_TEXT",
        // Of a repeated field the last counts
        "{'id':'a','id':'b','text':'x','text':'y'} ~ b|y",
        "{'id':'a','text':'x','text':1} ~ NO_TEXT",
        "{'id':'a','text':1,'text':'x'} ~ a|x",
        "{'id':'a','id':null,'text':'x'} ~ NO_ID",
        // The limits are of the UTF-8: six and ten bytes
        "{'id':'123456','text':'1234567890'} ~ 123456|1234567890",
        "{'id':'1234567','text':'1'} ~ LONG_ID",
        "{'id':'1','text':'12345678901'} ~ LONG_DOCUMENT",
        "{'id':'1','text':'\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9'} ~ 1|ééééé",
        "{'id':'1','text':'\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9x'} ~ LONG_DOCUMENT"
      })
  void anObjectIsADocument(String line, String expected) throws IOException {
    assertThat(json(utf8(line))).isEqualTo(expected);
  }

  @Test
  void aTextWithHalfASurrogatePairIsMalformed() throws IOException {
    Map<String, Boolean> texts =
        Map.of(
            "x\\ud83dy", true,
            "\\ude00\\ud83d", true,
            "?\\ud83d\\ude00?", false,
            "\\ufffd?", false,
            "\uFFFD','unused':'\\ud83d", false);
    JsonRangeReader reader = jsonLines("id", "text");
    for (Map.Entry<String, Boolean> text : texts.entrySet()) {
      byte[] line = utf8("{'id':'a','text':'" + text.getKey() + "'}");
      SourceRecord record = Sources.parse(reader, line);
      assertThat(record.isMalformed()).as(text.getKey()).isEqualTo(text.getValue());
      if (record.isMalformed()) {
        assertThat(record.likelyCharset()).isNull();
      }
    }
  }

  @Test
  void aMissingFieldIsNamedWithItsKeyAndTheFieldsThatThereAre() throws IOException {
    byte[] line = utf8("{'url':1,'body':{'id':2},'a\\tb':3}");
    assertThat(Sources.parse(jsonLines("id", "text"), line).detail())
        .isEqualTo(
            "no string or number in field id (neardup.ingest.id-field; #number numbers the"
                + " records), no string in field text (neardup.ingest.text-field); the fields"
                + " there: url, body, a b");
    assertThat(Sources.parse(jsonLines("url", "body"), line).detail())
        .isEqualTo(
            "no string in field body (neardup.ingest.text-field); the fields there: url, body, a"
                + " b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "{'meta':{'x':{'url':'no'},'url':'a'},'o':{'b':{'text':'b'}}} ~ a|b",
        "{'o':{'text':'no','b':{'x':[{'text':'no'}],'text':'b'}},'meta':{'url':1}} ~ 1|b",
        "{'url':'no','meta':[{'url':'a'}],'o':{'b':{'text':'b'}}} ~ NO_ID",
        "{'meta':{'url':{}},'o':{'b':{'text':'b'}}} ~ NO_ID",
        "{'meta':{'url':'a'},'o':{'b':'b'}} ~ NO_TEXT",
        "{'meta':{'url':'a'},'o':{'b':{'text':'b'}} ~ BAD_JSON",
        // A name of the outermost object goes first, whatever its value
        "{'meta':{'url':'no'},'meta.url':'a','o':{'b':1},'o.b':{'text':'b'}} ~ a|b",
        "{'meta.url':'a','meta':{'url':'no'},'o':{'b.text':'no','b':{'text':'b'}}} ~ a|b",
        "{'meta.url':null,'meta':{'url':'no'},'o':{'b':{'text':'b'}}} ~ NO_ID",
        // Of a repeated field the last counts
        "{'meta':{'url':'no','url':'a'},'o':{'b':1},'o':{'b':{'text':'b'}}} ~ a|b",
        "{'meta':{'url':'no'},'meta':{},'o':{'b':{'text':'b'}}} ~ NO_ID",
        "{'meta':{'url':'a'},'o':{'b':{'text':'no'}},'o':null} ~ NO_TEXT"
      })
  void aFieldOfANestedObjectIsNamedByItsPath(String line, String expected) throws IOException {
    String shown = Sources.shown(Sources.parse(jsonLines("meta.url", "o.b.text"), utf8(line)));
    assertThat(Sources.brief(List.of(shown))).containsExactly(expected);
  }

  @Test
  void aMissingNestedFieldIsNamedWithTheFieldsBesideIt() throws IOException {
    JsonRangeReader parser = jsonLines("id", "meta.text", "meta.n");
    byte[] line = utf8("{'id':1,'meta':{'n':[2],'body':'b'},'o':{'x':1}}");
    assertThat(Sources.parse(parser, line).detail())
        .endsWith("; the fields there: id, meta, meta.n, meta.body, o");
    assertThat(parser.typeProblem("meta.n")).isEqualTo("is a list");
  }

  @Test
  void furtherFieldsAreTakenIfTheyAreAskedFor() throws IOException {
    JsonRangeReader parser = jsonLines("id", "text", "site", "weight", "id");
    String[][] fields = {
      {"'weight':-1.50e3,'site':'x\\t\\u00e9','o':1", "x\té", "-1.50e3", "a"},
      {"'o':{'site':1},'weight':true", null, "true", "a"},
      {"'site':null,'weight':['weight',2]", null, null, "a"},
      {"'site':'first','site':'last'", "last", null, "a"},
      {"'site':'first','site':[{}]", null, null, "a"}
    };
    for (String[] expected : fields) {
      byte[] line = utf8("{'id':'a','text':'b'," + expected[0] + "}");
      assertThat(Sources.parse(parser, line).fields())
          .containsExactly(expected[1], expected[2], expected[3]);
      assertThat(Sources.parse(jsonLines("id", "text"), line).fields()).isEmpty();
    }
    assertThat(parser.typeProblem("site")).isEqualTo("is a list");
    assertThat(Sources.parse(parser, utf8("[]")).fields()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "   ",
        "[]",
        "'id'",
        "null",
        "17",
        "{",
        "{'id'",
        "{'id':",
        "{'id':'a'",
        "{'id':'a",
        "{'id':'a','text':'b'",
        "{'id':'a','text':'b']",
        "{'id':'a','text':'b'}}",
        "{'id':'a','text':'b'} x",
        "{'id':'a','text':'b'}{'id':'c','text':'d'}",
        "{`id`:`a`,`text`:`b`}",
        "{id:'a','text':'b'}",
        "{'id':'a','text':'b',}",
        "{'id':'a','text':'b\\x'}",
        "{'id':01,'text':'b'}",
        "{'id':'a','text':'b\\ud83'}",
        "{'id':'a','text':'a\u0001b'}"
      })
  void whatIsNotOneObjectIsSetAside(String line) throws IOException {
    assertThat(json(utf8(line))).isEqualTo("BAD_JSON");
  }

  /** Bytes of other encodings must neither be taken for JSON nor fail the task. */
  @Test
  void linesAreUtf8() throws IOException {
    for (String charset : List.of("UTF-16LE", "UTF-16BE", "UTF-32LE", "ISO-8859-1")) {
      String line = "{\"id\":\"a\",\"text\":\"\u00e9\u00ff\"}";
      assertThat(json(line.getBytes(Charset.forName(charset)))).isEqualTo("BAD_JSON");
    }
    assertThat(json(new byte[] {'{', 0, 0, 0, -1, -1, -1, -1})).isEqualTo("BAD_JSON");
    assertThat(json(new byte[] {0, 0, 0, '{', 0, 0, 1})).isEqualTo("BAD_JSON");
    assertThat(json(new byte[] {0, 0, -2, -1})).isEqualTo("BAD_JSON");
  }

  /** What the parser refuses for its own limits is bad, too, and must not fail the task. */
  @Test
  void extremeJsonIsSetAside() throws IOException {
    String rest = ",'id':'a','text':'b'}";
    assertThat(json(utf8("{'x':" + "[".repeat(5000) + "]".repeat(5000) + rest)))
        .isEqualTo("BAD_JSON");
    assertThat(json(utf8("{'x':" + "9".repeat(5000) + rest))).isIn("BAD_JSON", "a|b");
    assertThat(json(utf8("{'" + "n".repeat(100_000) + "':1" + rest))).isIn("BAD_JSON", "a|b");
    assertThat(json(utf8("{'id':" + "9".repeat(5000) + ",'text':'b'}")))
        .isIn("BAD_JSON", "LONG_ID");
  }
}
