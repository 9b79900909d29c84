package io.neardup.hadoop.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A JSON object a line, with a field for the id and one for the text. */
final class JsonLines implements Lines.LineParser {

  private final JsonFactory factory = newFactory();

  private final String idField;
  private final String textField;
  private final List<String> fields;
  private final int maxId;
  private final int maxDocument;

  JsonLines(String idField, String textField, List<String> fields, int maxId, int maxDocument) {
    this.idField = idField;
    this.textField = textField;
    this.fields = fields;
    this.maxId = maxId;
    this.maxDocument = maxDocument;
  }

  /** Returns what reads records of any allowed length. */
  static JsonFactory newFactory() {
    return JsonFactory.builder()
        .disable(JsonFactory.Feature.CHARSET_DETECTION) // lines are UTF-8
        .streamReadConstraints(
            StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
        .build();
  }

  @Override
  public void parse(byte[] bytes, int offset, int length, long lineNumber, SourceRecord record)
      throws IOException {
    String id = null;
    String text = null;
    boolean textIsNoString = false;
    try (JsonParser parser = factory.createParser(bytes, offset, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        record.skip(SkipReason.BAD_JSON, "not an object");
        return;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        JsonToken value = parser.nextToken();
        if (field.equals(idField)) {
          id = value == JsonToken.VALUE_STRING || value.isNumeric() ? parser.getText() : null;
        } else if (field.equals(textField)) {
          textIsNoString = value != JsonToken.VALUE_STRING;
          text = textIsNoString ? null : parser.getText();
        }
        takeField(field, value, parser, record);
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
    if (id == null) {
      record.skip(SkipReason.NO_ID, "no string or number in field " + idField);
      return;
    }
    if (text == null) {
      record.skip(
          SkipReason.NO_TEXT,
          textIsNoString ? "field " + textField + " is not a string" : "no field " + textField);
      return;
    }
    byte[] textBytes = text.getBytes(StandardCharsets.UTF_8);
    if (textBytes.length > maxDocument) {
      record.skip(SkipReason.LONG_DOCUMENT, textBytes.length + " bytes");
      return;
    }
    byte[] idBytes = id.getBytes(StandardCharsets.UTF_8);
    if (Ids.set(record, idBytes, 0, idBytes.length, maxId)) {
      record.setText(textBytes, 0, textBytes.length);
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

  /** Gives the record a value that was asked for: a string, a number, true or false. */
  private void takeField(String name, JsonToken value, JsonParser parser, SourceRecord record)
      throws IOException {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).equals(name)) {
        boolean text = value.isScalarValue() && value != JsonToken.VALUE_NULL;
        record.setField(i, text ? parser.getText() : null);
      }
    }
  }
}
