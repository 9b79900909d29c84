package io.neardup.hadoop.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.commons.text.StringEscapeUtils;
import org.apache.hadoop.fs.Path;

/** Reads JSON Lines: an object a line, with a field for the id and one for the text. */
public final class JsonRangeReader extends ByteRangeReader {

  /** Reads records of any allowed length, also those that Python writes. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CHARSET_DETECTION) // lines are UTF-8
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // NaN
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private static final List<String> ANNOTATION =
      List.of(
          RecordFile.Annotation.CLUSTER_FIELD,
          RecordFile.Annotation.DOCUMENTS_FIELD,
          RecordFile.Annotation.KEPT_FIELD);

  private final DocumentFields fields;
  private final FieldValue[] values;
  private final Map<String, JsonToken> types = new LinkedHashMap<>(); // of the record's fields

  /** Takes the settings of a batch. */
  public JsonRangeReader(FormatSettings settings, CorpusRange range) {
    // An escape makes at most three bytes of one, control characters aside.
    super(settings, range, lineLimit(settings, 3 * settings.maxDocument() + (1 << 16)));
    this.fields = settings.fields();
    this.values = fields.values();
  }

  /**
   * Returns the names of the fields of an object. What follows an error, or the end of the bytes,
   * is missing.
   */
  public static Set<String> fieldNames(byte[] bytes, int offset, int length) {
    Set<String> names = new LinkedHashSet<>();
    try (JsonParser parser = FACTORY.createParser(bytes, offset, length)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        names.add(name);
        parser.skipChildren();
      }
    } catch (IOException e) {
      return names;
    }
    return names;
  }

  /** Decodes also UTF-8: the parser takes nothing else, not even in fields that are not used. */
  @Override
  protected void parseLine(byte[] bytes, int offset, int length) throws IOException {
    decode(charset, bytes, offset, length);
  }

  @Override
  protected void parse(byte[] bytes, int offset, int length) throws IOException {
    types.clear();
    for (FieldValue value : values) {
      value.clear();
    }
    try (JsonParser parser = FACTORY.createParser(bytes, offset, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        record.skip(SkipReason.BAD_JSON, "not an object");
        return;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        types.put(name, parser.nextToken());
        for (int i = 0; i < values.length; i++) {
          if (fields.wanted(i).equals(name)) {
            set(i, parser);
          }
        }
        parser.skipChildren();
      }
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
    fields.take(values, record, range.name(), number());
    if (record.skipReason() == SkipReason.NO_ID || record.skipReason() == SkipReason.NO_TEXT) {
      record.skip(record.skipReason(), record.detail() + fields.seen(fieldNames()));
    }
  }

  /** Sets a value: the id is a string or a number, the text a string, others have any type. */
  private void set(int wanted, JsonParser parser) throws IOException {
    JsonToken type = parser.currentToken();
    boolean fits =
        switch (wanted) {
          case DocumentFields.ID ->
              type == JsonToken.VALUE_STRING || (type.isNumeric() && !parser.isNaN());
          case DocumentFields.TEXT -> type == JsonToken.VALUE_STRING;
          default -> type.isScalarValue() && type != JsonToken.VALUE_NULL;
        };
    values[wanted].clear(); // the last of repeated fields counts
    if (fits) {
      values[wanted].set(parser.getText());
    }
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

  /**
   * Creates a file of unchanged objects, with the fields of an annotation, in ASCII, inserted
   * before the last brace.
   */
  @Override
  public RecordFile createAnnotated(Path file) throws IOException {
    return new Copies(newFile(file)) {
      @Override
      public void append(RangeReader reader, Annotation annotation) throws IOException {
        ((JsonRangeReader) reader).copyTo(out, annotation);
      }
    };
  }

  private void copyTo(OutputStream out, RecordFile.Annotation annotation) throws IOException {
    for (String name : ANNOTATION) {
      if (types.containsKey(name)) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "%s, byte %d: the record already has a field %s",
                range.file(),
                record.position(),
                name));
      }
    }
    String id = annotation.cluster();
    String added =
        String.format(
            Locale.ROOT,
            ",\"%s\":%s,\"%s\":%d,\"%s\":%b",
            RecordFile.Annotation.CLUSTER_FIELD,
            id == null ? null : '"' + StringEscapeUtils.escapeJson(id) + '"',
            RecordFile.Annotation.DOCUMENTS_FIELD,
            annotation.clusterDocuments(),
            RecordFile.Annotation.KEPT_FIELD,
            annotation.kept());
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    copyTo(line);
    byte[] bytes = line.toByteArray();
    int brace = bytes.length - 1;
    while (bytes[brace] != '}') { // white space may follow
      brace--;
    }
    out.write(bytes, 0, brace);
    out.write(added.getBytes(StandardCharsets.US_ASCII));
    out.write(bytes, brace, bytes.length - brace);
  }
}
