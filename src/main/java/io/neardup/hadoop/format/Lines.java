package io.neardup.hadoop.format;

import java.io.IOException;
import java.util.List;

/** Parses records that are lines: removes the line end (LF or CR LF) and sets empty lines aside. */
public final class Lines implements RecordParser {

  /** Makes a document of a line. */
  public interface LineParser {
    /**
     * Sets the record's id and text, or marks it as set aside.
     *
     * @param number the line's number, from 1
     */
    void parse(byte[] bytes, int offset, int length, long number, SourceRecord record)
        throws IOException;

    /** Returns the names of the fields of a line that was parsed; empty if it has no names. */
    default List<String> fieldNames(byte[] bytes, int offset, int length) throws IOException {
      return List.of();
    }
  }

  private final LineParser parser;

  public Lines(LineParser parser) {
    this.parser = parser;
  }

  @Override
  public void parse(byte[] bytes, int offset, int rawLength, long number, SourceRecord record)
      throws IOException {
    int length = withoutEnd(bytes, offset, rawLength);
    if (length == 0) {
      record.skip(SkipReason.EMPTY_LINE, "");
    } else {
      parser.parse(bytes, offset, length, number, record);
    }
  }

  @Override
  public List<String> fieldNames(byte[] bytes, int offset, int length) throws IOException {
    return parser.fieldNames(bytes, offset, length);
  }

  /** Returns the length of a line without its end. */
  public static int withoutEnd(byte[] bytes, int offset, int rawLength) {
    int length = rawLength;
    if (length > 0 && bytes[offset + length - 1] == '\n') {
      length--;
    }
    if (length > 0 && bytes[offset + length - 1] == '\r') {
      length--;
    }
    return length;
  }
}
