package io.neardup.hadoop.format;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The fields of a record that make a document, and the limits of its id and text.
 *
 * @param id name of the id's field; in nested records the names from the outermost, with dots
 * @param text name of the text's field, likewise
 * @param others names of further fields that are wanted
 * @param maxId longest id in bytes
 * @param maxDocument longest text in bytes
 */
public record DocumentFields(
    String id, String text, List<String> others, int maxId, int maxDocument) {

  /** The position of the id among the {@link #values}. */
  public static final int ID = 0;

  /** The position of the text among the {@link #values}. */
  public static final int TEXT = 1;

  /** The name of the id's field if there is none and records are numbered. */
  public static final String NUMBER = "#number";

  /** What an id may be in formats whose fields have types. */
  public static final String IDS = "string, integer, decimal, UUID or timestamp";

  private static final int MAX_NAMED = 20; // fields in a message
  private static final int MAX_NAME = 40; // characters of a field's name in a message

  /** Returns the names of all that is wanted: id, text, others. */
  public List<String> wanted() {
    return Stream.concat(Stream.of(id, text), others.stream()).toList();
  }

  /** Returns the name of what is wanted at a position: id, text, others. */
  public String wanted(int position) {
    return position == ID ? id : position == TEXT ? text : others.get(position - TEXT - 1);
  }

  /** Returns as many values as are {@link #wanted}, none present. */
  public FieldValue[] values() {
    return wanted().stream().map(name -> new FieldValue()).toArray(FieldValue[]::new);
  }

  /** Returns whether the id of a record is made of its file's name and its number there. */
  public boolean numbersRecords() {
    return id.equals(NUMBER);
  }

  /**
   * Makes a document of the values of a record, or marks the record as set aside.
   *
   * @param source the name of its file
   * @param number its number there, from 1
   */
  public void take(FieldValue[] values, SourceRecord record, String source, long number) {
    String[] fields = new String[others.size()];
    Arrays.setAll(fields, i -> values[TEXT + 1 + i].string());
    record.setFields(fields);
    FieldValue text = values[TEXT];
    String noText = text.isPresent() ? "" : "no string in field " + named(TEXT);
    if (!values[ID].isPresent() && !numbersRecords()) {
      String noId = "no string or number in field " + named(ID);
      record.skip(SkipReason.NO_ID, noText.isEmpty() ? noId : noId + ", " + noText);
    } else if (!text.isPresent()) {
      record.skip(SkipReason.NO_TEXT, noText);
    } else if (text.length() > maxDocument) {
      record.skip(SkipReason.LONG_DOCUMENT, Quantity.of(text.length(), "byte"));
    } else if (setId(values[ID], record, source, number)) {
      record.setText(text.bytes(), text.offset(), text.length());
    }
  }

  private boolean setId(FieldValue value, SourceRecord record, String source, long number) {
    return value.isPresent()
        ? record.setId(value.bytes(), value.offset(), value.length(), maxId)
        : record.setNumberedId((source + ":").getBytes(StandardCharsets.UTF_8), number, maxId);
  }

  /**
   * Checks that records can have an id and a text.
   *
   * @param idType what the field of the id should be and is not; empty if there is no such field,
   *     null if nothing is wrong with it
   * @param textType the same of the text
   * @param names names of the existing fields
   * @param hint ends the message
   * @throws UnsupportedSourceException if they cannot; the message names the missing fields
   */
  public void require(String file, String idType, String textType, List<String> names, String hint)
      throws UnsupportedSourceException {
    List<String> missing = new ArrayList<>();
    if (idType != null && !numbersRecords()) {
      missing.add(named(ID) + (idType.isEmpty() ? "" : " that is a " + idType));
    }
    if (textType != null) {
      missing.add(named(TEXT) + (textType.isEmpty() ? "" : " that is a " + textType));
    }
    if (!missing.isEmpty()) {
      throw new UnsupportedSourceException(
          file + " has no field " + String.join(" and no field ", missing) + seen(names) + hint);
    }
  }

  /** Returns the name of the field of the id or of the text, with the key that sets it. */
  private String named(int wanted) {
    return wanted == TEXT
        ? text + " (" + Keys.TEXT_FIELD + ")"
        : id + " (" + Keys.ID_FIELD + "; " + NUMBER + " numbers the records)";
  }

  /** Returns the end of a message: the names of the first existing fields. */
  public String seen(List<String> names) {
    String some =
        names.stream()
            .limit(MAX_NAMED)
            .map(name -> name.replaceAll("[\\s\\p{Cntrl}]+", " "))
            .map(name -> name.length() > MAX_NAME ? name.substring(0, MAX_NAME) + "..." : name)
            .collect(Collectors.joining(", "));
    return "; the fields there: "
        + (some.isEmpty() ? "none" : some)
        + (names.size() > MAX_NAMED ? " and others" : "");
  }
}
