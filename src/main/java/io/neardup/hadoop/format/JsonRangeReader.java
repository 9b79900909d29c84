package io.neardup.hadoop.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.neardup.text.Utf8;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.text.StringEscapeUtils;

/**
 * Reads JSON Lines: an object a line, with a field for the id and one for the text. A field of a
 * nested object is named by its path, unless the outermost object has a field of that name.
 */
public final class JsonRangeReader extends ByteRangeReader {

  /** Reads records of any allowed length, also those that Python writes. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CHARSET_DETECTION) // lines are UTF-8
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES) // there may be millions
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // NaN
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private final byte[][] values;
  private final Set<String> parents = new HashSet<>(); // paths of objects with wanted fields

  /** The types of the record's fields, also of those in parents. */
  private final Map<String, JsonToken> types = new LinkedHashMap<>();

  private final Set<String> dotted = new HashSet<>(); // names of outermost fields, with a dot

  JsonRangeReader(FormatSettings settings, CorpusRange range) {
    // An escape makes at most three bytes of one, control characters aside.
    super(settings, range, 3 * settings.maxDocument + (1 << 16));
    this.values = new byte[settings.wanted.size()][];
    for (String name : settings.wanted) {
      for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
        parents.add(name.substring(0, dot));
      }
    }
  }

  /**
   * Returns the names of the fields of an object, nested ones by their paths. What follows an
   * error, or the end of the bytes, is missing.
   */
  public static Set<String> fieldNames(byte[] bytes, int offset, int length) {
    Set<String> names = new LinkedHashSet<>();
    try (JsonParser parser = FACTORY.createParser(bytes, offset, length)) {
      parser.nextToken();
      addNames(parser, "", names);
    } catch (IOException e) {
      return names;
    }
    return names;
  }

  private static void addNames(JsonParser parser, String path, Set<String> names)
      throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = path + parser.currentName();
      names.add(name);
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        addNames(parser, name + ".", names);
      }
      parser.skipChildren(); // of a list
    }
  }

  /** Decodes also UTF-8: the parser takes nothing else, not even in fields that are not used. */
  @Override
  void parseLine(byte[] line, int offset, int length) throws IOException {
    decode(charset, line, offset, length);
  }

  @Override
  void parse(byte[] utf8, int offset, int length) throws IOException {
    types.clear();
    dotted.clear();
    Arrays.fill(values, null);
    try (JsonParser parser = FACTORY.createParser(utf8, offset, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        record.skip(SkipReason.BAD_JSON, "not an object");
        return;
      }
      parseFields(parser, "");
      if (parser.nextToken() != null) {
        record.skip(SkipReason.BAD_JSON, "more than one object");
        return;
      }
    } catch (JsonProcessingException e) {
      JsonLocation location = e.getLocation(); // null where a limit of the parser is passed
      record.skip(
          SkipReason.BAD_JSON,
          location == null
              ? "nested too deeply, or a name or number too long"
              : "byte " + location.getByteOffset() + " of the line");
      return;
    }
    settings.makeDocument(values, record, range.name(), number());
    if (record.skipReason() == SkipReason.NO_ID || record.skipReason() == SkipReason.NO_TEXT) {
      record.skip(record.skipReason(), record.detail() + FormatSettings.seen(fieldNames()));
    }
  }

  /** Takes the wanted fields of an object; the path of a nested one ends with a dot. */
  private void parseFields(JsonParser parser, String path) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = path.isEmpty() ? parser.currentName() : path + parser.currentName();
      JsonToken type = parser.nextToken();
      if (path.isEmpty() && name.indexOf('.') >= 0) {
        dotted.add(name);
      }
      boolean isHidden = !path.isEmpty() && dotted.contains(name);
      boolean isParent = !isHidden && parents.contains(name);
      if (isParent) { // the last of repeated fields counts
        forget(name + ".");
      }
      if (!isHidden) {
        types.put(name, type);
        for (int i = 0; i < values.length; i++) {
          if (settings.wanted.get(i).equals(name)) {
            values[i] = fits(i, parser) ? utf8(parser.getText()) : null;
          }
        }
      }
      if (isParent && type == JsonToken.START_OBJECT) {
        parseFields(parser, name + ".");
      } else {
        parser.skipChildren();
      }
    }
  }

  private void forget(String path) {
    types.keySet().removeIf(name -> name.startsWith(path) && !dotted.contains(name));
    for (int i = 0; i < values.length; i++) {
      values[i] = types.containsKey(settings.wanted.get(i)) ? values[i] : null;
    }
  }

  /** Returns the UTF-8 of a value. Unpaired surrogates become U+FFFD, and the record says so. */
  private byte[] utf8(String value) {
    byte[] utf8 = FormatSettings.utf8(value);
    // Java encodes an unpaired surrogate as a question mark.
    if (Utf8.indexOf(utf8, 0, utf8.length, '?') == utf8.length
        || new String(utf8, StandardCharsets.UTF_8).equals(value)) {
      return utf8;
    }
    record.setUndecoded();
    return Utf8.of(value);
  }

  /** Returns whether a value is usable: the id is a string or a number, the text a string. */
  private static boolean fits(int wanted, JsonParser parser) throws IOException {
    JsonToken type = parser.currentToken();
    return switch (wanted) {
      case FormatSettings.ID ->
          type == JsonToken.VALUE_STRING || (type.isNumeric() && !parser.isNaN());
      case FormatSettings.TEXT -> type == JsonToken.VALUE_STRING;
      default -> type.isScalarValue() && type != JsonToken.VALUE_NULL;
    };
  }

  @Override
  public List<String> fieldNames() {
    return List.copyOf(types.keySet());
  }

  @Override
  public String typeProblem(String field) {
    JsonToken type = types.get(field);
    return type == JsonToken.START_ARRAY
        ? "is a list"
        : type == JsonToken.START_OBJECT ? "is an object" : null;
  }

  /** Inserts the fields of an annotation, in ASCII, before the last brace. */
  @Override
  public void copy(Closeable to, Annotation annotation) throws IOException {
    if (annotation == null) {
      super.copy(to, null);
      return;
    }
    OutputStream out = (OutputStream) to;
    for (String name : Annotation.FIELDS) {
      if (types.containsKey(name)) {
        throw new IOException(
            range.file() + ", byte " + position + ": the record already has a field " + name);
      }
    }
    StringBuilder added = new StringBuilder();
    Iterator<String> names = Annotation.FIELDS.iterator();
    for (Object value : Annotation.values(annotation)) {
      added.append(",\"").append(names.next()).append("\":");
      added.append(
          value instanceof String id ? '"' + StringEscapeUtils.escapeJson(id) + '"' : value);
    }
    int brace = start + held - 1; // a document is held
    while (bytes[brace] != '}') { // white space may follow
      brace--;
    }
    out.write(bytes, start, brace - start);
    out.write(added.toString().getBytes(StandardCharsets.US_ASCII));
    out.write(bytes, brace, start + held - brace);
  }
}
