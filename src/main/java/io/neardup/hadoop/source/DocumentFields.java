package io.neardup.hadoop.source;

import io.neardup.config.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Which fields of a record make a document, and how long its id and text may be.
 *
 * @param id name of the id's field; in nested records the names from the outermost, with dots
 * @param text name of the text's field, likewise
 * @param others names of fields that are wanted besides
 * @param maxId longest id in bytes
 * @param maxDocument longest text in bytes
 */
record DocumentFields(String id, String text, List<String> others, int maxId, int maxDocument) {

  /** The position of the id among the {@link #values}. */
  static final int ID = 0;

  /** The position of the text among the {@link #values}. */
  static final int TEXT = 1;

  private static final int FIRST_OTHER = 2;
  private static final int MOST_NAMED = 60;

  /** Returns the names of all that is wanted: id, text, others. */
  List<String> wanted() {
    List<String> wanted = new ArrayList<>(List.of(id, text));
    wanted.addAll(others);
    return wanted;
  }

  /** Returns as many values as are {@link #wanted}, none present. */
  FieldValue[] values() {
    FieldValue[] values = new FieldValue[FIRST_OTHER + others.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = new FieldValue();
    }
    return values;
  }

  /** Makes a document of the values of a record, or marks the record as set aside. */
  void take(FieldValue[] values, SourceRecord record) {
    for (int i = FIRST_OTHER; i < values.length; i++) {
      record.setField(i - FIRST_OTHER, values[i].string());
    }
    if (!values[ID].isPresent()) {
      record.skip(SkipReason.NO_ID, "no value in field " + id);
    } else if (!values[TEXT].isPresent()) {
      record.skip(SkipReason.NO_TEXT, "no value in field " + text);
    } else {
      FieldValue idValue = values[ID];
      FieldValue textValue = values[TEXT];
      if (textValue.length() > maxDocument) {
        record.skip(SkipReason.LONG_DOCUMENT, textValue.length() + " bytes");
      } else if (Ids.set(record, idValue.bytes(), idValue.offset(), idValue.length(), maxId)) {
        record.setText(textValue.bytes(), textValue.offset(), textValue.length());
      }
    }
  }

  /**
   * Returns the exception for an id or text that records do not have in the form that it must have.
   *
   * @param wanted {@link #ID} or {@link #TEXT}
   * @param why what is wrong with the field, null if there is none of its name
   * @param names of the fields that there are
   */
  MissingFieldException missing(String file, int wanted, String why, List<String> names) {
    String name = wanted == ID ? id : text;
    String key = (wanted == ID ? Keys.ID_FIELD : Keys.TEXT_FIELD).name();
    String some = String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())));
    return new MissingFieldException(
        String.format(
            Locale.ROOT,
            "%s has no field %s (%s)%s; the fields there: %s%s",
            file,
            name,
            key,
            why == null ? "" : " that is a " + why,
            some,
            names.size() > MOST_NAMED ? " and others" : ""));
  }
}
