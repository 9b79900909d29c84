package io.neardup.hadoop.format.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.FieldValue;
import io.neardup.hadoop.format.RecordParser;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A JSON object a line, with a field for the id and one for the text. */
final class JsonLines implements RecordParser {

  private final JsonFactory factory = newFactory();

  private final String sourceName;
  private final DocumentFields fields;
  private final FieldValue[] values;

  JsonLines(String sourceName, DocumentFields fields) {
    this.sourceName = sourceName;
    this.fields = fields;
    this.values = fields.values();
  }

  /** Returns what reads records of any allowed length, also those that Python writes. */
  static JsonFactory newFactory() {
    return JsonFactory.builder()
        .disable(JsonFactory.Feature.CHARSET_DETECTION) // lines are UTF-8
        .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // NaN
        .streamReadConstraints(
            StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
        .build();
  }

  @Override
  public void parse(byte[] bytes, int offset, int length, long lineNumber, SourceRecord record)
      throws IOException {
    for (FieldValue value : values) {
      value.clear();
    }
    try (JsonParser parser = factory.createParser(bytes, offset, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        record.skip(SkipReason.BAD_JSON, "not an object");
        return;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        JsonToken value = parser.nextToken();
        for (int i = 0; i < values.length; i++) {
          if (fields.wanted(i).equals(field)) {
            set(i, value, parser);
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
    fields.take(values, record, sourceName, lineNumber);
    if (record.skipReason() == SkipReason.NO_ID || record.skipReason() == SkipReason.NO_TEXT) {
      record.skip(
          record.skipReason(), record.detail() + fields.seen(fieldNames(bytes, offset, length)));
    }
  }

  @Override
  public List<String> fieldNames(byte[] bytes, int offset, int length) throws IOException {
    List<String> names = new ArrayList<>();
    try (JsonParser parser = factory.createParser(bytes, offset, length)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        names.add(parser.currentName());
        parser.nextToken();
        parser.skipChildren();
      }
    }
    return names;
  }

  /**
   * Parses lines that are JSON objects. The id is a string or a number, the text is a string, other
   * fields have any type.
   */
  private void set(int wanted, JsonToken value, JsonParser parser) throws IOException {
    boolean fits =
        switch (wanted) {
          case DocumentFields.ID ->
              value == JsonToken.VALUE_STRING || (value.isNumeric() && !parser.isNaN());
          case DocumentFields.TEXT -> value == JsonToken.VALUE_STRING;
          default -> value.isScalarValue() && value != JsonToken.VALUE_NULL;
        };
    if (fits) {
      values[wanted].set(parser.getText());
    } else {
      values[wanted].clear();
    }
  }
}
