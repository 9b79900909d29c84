package io.neardup.hadoop.format.csv;

import io.neardup.config.Keys;
import io.neardup.hadoop.format.Lines;
import io.neardup.hadoop.format.MissingFieldException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The names of the columns of a CSV file, from its head. */
final class CsvHeader {

  /** The longest header in bytes. */
  static final int MAX_BYTES = 1 << 20;

  private static final int MAX_NAMED = 20;
  private static final int LONGEST_NAMED = 60;

  private final List<String> names = new ArrayList<>();
  private final String source;

  /**
   * @param head the header, which may have a byte order mark before it
   * @param source the file's name, for messages
   * @throws MissingFieldException if it cannot be read
   */
  CsvHeader(byte[] head, CsvFields fields, String source) throws MissingFieldException {
    this.source = source;
    int mark = byteOrderMark(head);
    int length = Lines.withoutEnd(head, mark, head.length - mark);
    if (!fields.parse(head, mark, length)) {
      throw new MissingFieldException(source + ": the header is not CSV: " + fields.problem());
    }
    for (int i = 0; i < fields.size(); i++) {
      names.add(new String(fields.bytes(i), StandardCharsets.UTF_8));
    }
  }

  /** Returns the length of the byte order mark at the beginning of the bytes, 0 or 3. */
  static int byteOrderMark(byte[] bytes) {
    return bytes.length >= 3
            && bytes[0] == (byte) 0xEF
            && bytes[1] == (byte) 0xBB
            && bytes[2] == (byte) 0xBF
        ? 3
        : 0;
  }

  /** Returns the names in their order. */
  List<String> names() {
    return Collections.unmodifiableList(names);
  }

  /** Returns the column of a name, −1 if there is none. */
  int column(String name) {
    return names.indexOf(name);
  }

  /**
   * Returns the one column of a name.
   *
   * @param key the key that names it
   * @throws MissingFieldException if there is none, or several
   */
  int requireColumn(String name, Object key) throws MissingFieldException {
    int column = column(name);
    if (column < 0) {
      throw new MissingFieldException(
          String.format(
              Locale.ROOT,
              "%s has no column %s (%s); its header has %s. Is %s right?",
              source,
              name,
              key,
              columns(),
              Keys.CSV_DELIMITER));
    }
    if (names.lastIndexOf(name) != column) {
      throw new MissingFieldException(
          String.format(Locale.ROOT, "%s has several columns %s (%s)", source, name, key));
    }
    return column;
  }

  private String columns() {
    List<String> some = new ArrayList<>();
    for (String name : names.subList(0, Math.min(MAX_NAMED, names.size()))) {
      String shown = name.replaceAll("\\s+", " ");
      some.add(shown.length() > LONGEST_NAMED ? shown.substring(0, LONGEST_NAMED) + "..." : shown);
    }
    return String.join(", ", some)
        + (names.size() > MAX_NAMED ? " and " + (names.size() - MAX_NAMED) + " more" : "");
  }
}
