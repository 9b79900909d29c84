package io.neardup.hadoop.format;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import java.util.ArrayList;
import java.util.List;

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

  /** What an id may be in formats whose fields have types. */
  public static final String IDS = "string, integer, decimal, UUID or timestamp";

  private static final int FIRST_OTHER = 2;

  /** How many fields a message names, each with so many characters at most. */
  public static final int MAX_NAMED = 20;

  private static final int MAX_NAME = 40;

  /** Returns the names of all that is wanted: id, text, others. */
  public List<String> wanted() {
    List<String> wanted = new ArrayList<>(List.of(id, text));
    wanted.addAll(others);
    return wanted;
  }

  /** Returns the name of what is wanted at a position: id, text, others. */
  public String wanted(int position) {
    return switch (position) {
      case ID -> id;
      case TEXT -> text;
      default -> others.get(position - FIRST_OTHER);
    };
  }

  /** Returns as many values as are {@link #wanted}, none present. */
  public FieldValue[] values() {
    FieldValue[] values = new FieldValue[FIRST_OTHER + others.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = new FieldValue();
    }
    return values;
  }

  /** Makes a document of the values of a record, or marks the record as set aside. */
  public void take(FieldValue[] values, SourceRecord record) {
    for (int i = FIRST_OTHER; i < values.length; i++) {
      record.setField(i - FIRST_OTHER, values[i].string());
    }
    if (!values[ID].isPresent()) {
      record.skip(SkipReason.NO_ID, "no string or number in field " + named(ID));
    } else if (!values[TEXT].isPresent()) {
      record.skip(SkipReason.NO_TEXT, "no string in field " + named(TEXT));
    } else {
      FieldValue idValue = values[ID];
      FieldValue textValue = values[TEXT];
      if (textValue.length() > maxDocument) {
        record.skip(SkipReason.LONG_DOCUMENT, Quantity.of(textValue.length(), "byte"));
      } else if (Ids.set(record, idValue.bytes(), idValue.offset(), idValue.length(), maxId)) {
        record.setText(textValue.bytes(), textValue.offset(), textValue.length());
      }
    }
  }

  /**
   * Returns the exception for records that lack a usable id or text.
   *
   * @param wanted {@link #ID} or {@link #TEXT}
   * @param why what is wrong with the field, null if there is no such field
   * @param names names of the existing fields
   */
  public MissingFieldException missing(String file, int wanted, String why, List<String> names) {
    return new MissingFieldException(
        file
            + " has no field "
            + named(wanted)
            + (why == null ? "" : " that is a " + why)
            + seen(names));
  }

  /** Returns the name of the field of the id or of the text, with the key that sets it. */
  private String named(int wanted) {
    return wanted == ID ? id + " (" + Keys.ID_FIELD + ")" : text + " (" + Keys.TEXT_FIELD + ")";
  }

  /** Returns the end of a message, which names the existing fields, at most {@link #MAX_NAMED}. */
  public String seen(List<String> names) {
    List<String> some = new ArrayList<>();
    for (String name : names.subList(0, Math.min(MAX_NAMED, names.size()))) {
      String shown = name.replaceAll("[\\s\\p{Cntrl}]+", " ");
      some.add(shown.length() > MAX_NAME ? shown.substring(0, MAX_NAME) + "..." : shown);
    }
    return "; the fields there: "
        + (some.isEmpty() ? "none" : String.join(", ", some))
        + (names.size() > MAX_NAMED ? " and others" : "");
  }
}
