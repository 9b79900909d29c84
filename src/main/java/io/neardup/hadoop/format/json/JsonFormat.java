package io.neardup.hadoop.format.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.neardup.config.Keys;
import io.neardup.hadoop.format.AnnotatedFile;
import io.neardup.hadoop.format.Decoding;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.LineFormat;
import io.neardup.hadoop.format.RecordParser;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/** JSON Lines: an object a line. */
public final class JsonFormat extends LineFormat {

  /** Takes the settings of a batch. */
  public JsonFormat(FormatSettings settings) {
    // An escape makes at most three bytes of one, control characters aside.
    super(settings, 3 * settings.maxDocument() + (1 << 16));
  }

  /**
   * Returns the fields of an object with their types: text, number, boolean, null, list or object.
   * What follows an error, or the end of the bytes, is missing.
   */
  public static Map<String, String> fieldTypes(byte[] bytes, int offset, int length) {
    Map<String, String> types = new LinkedHashMap<>();
    try (JsonParser parser = JsonLines.newFactory().createParser(bytes, offset, length)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        types.put(name, type(parser.nextToken()));
        parser.skipChildren();
      }
    } catch (IOException e) {
      return types;
    }
    return types;
  }

  private static String type(JsonToken value) {
    return switch (value) {
      case START_ARRAY -> "list";
      case START_OBJECT -> "object";
      case VALUE_STRING -> "text";
      case VALUE_TRUE, VALUE_FALSE -> "boolean";
      case VALUE_NULL -> "null";
      default -> "number";
    };
  }

  @Override
  public RecordParser parser(String sourceName, byte[] head) {
    // Also if it is UTF-8: the parser takes no other, not even in fields that are not used.
    return new Decoding(
        settings.settings().get(Keys.CHARSET), new JsonLines(sourceName, settings.fields()));
  }

  @Override
  public AnnotatedFile createAnnotated(Path file, String sourceName, byte[] head)
      throws IOException {
    return new JsonAnnotatedFile(newFile(file, sourceName, head));
  }
}
