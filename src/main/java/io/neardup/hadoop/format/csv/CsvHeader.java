package io.neardup.hadoop.format.csv;

import io.neardup.config.Keys;
import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.Lines;
import io.neardup.hadoop.format.MissingFieldException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The names of the columns of a CSV file, from its head. */
final class CsvHeader {

  /** The longest header in bytes. */
  static final int MAX_BYTES = 1 << 20;

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
   * Makes sure that there are columns of the id and the text.
   *
   * @throws MissingFieldException if one is missing, or there are several of its name
   */
  void requireColumns(DocumentFields fields) throws MissingFieldException {
    fields.require(
        source,
        column(fields.id()) < 0 ? "" : null,
        column(fields.text()) < 0 ? "" : null,
        names,
        ". Is " + Keys.CSV_DELIMITER + " right?");
    for (String name : List.of(fields.id(), fields.text())) {
      if (names.lastIndexOf(name) != column(name)) {
        throw new MissingFieldException(source + " has several columns " + name);
      }
    }
  }
}
