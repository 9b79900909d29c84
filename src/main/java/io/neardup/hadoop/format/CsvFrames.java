package io.neardup.hadoop.format;

import io.neardup.config.Keys;
import io.neardup.text.Utf8;
import java.io.IOException;
import java.io.InputStream;

/**
 * Cuts a stream into CSV records: a quote opens only at the beginning of a field, a doubled quote
 * stands for one quote, and LF outside quotes ends a record. The first record is the header. It
 * belongs to the head, with a byte order mark before it.
 *
 * <p>Many tab-separated files do not quote fields, so a quote at the beginning of a field may be
 * text. It is text if a line end, and then a tab, comes before the closing quote, if the closing
 * quote does not end a field, or if the record is too long. The record is then one line.
 */
final class CsvFrames extends Frames {

  private static final int MAX_HEADER_BYTES = 1 << 20;

  private final byte delimiter;
  private boolean quoted; // between quotes
  private boolean mayOpen = true; // a quote here would open, or is the second of a doubled one
  private int firstLine; // length of the first line if it ends inside quotes, else 0

  /**
   * Reads the header.
   *
   * @param in the decompressed file, from its first byte
   * @param setting the value of {@code neardup.ingest.csv-delimiter}
   * @param source the file's name, for messages
   * @param maxLength longest record in bytes, without its end
   * @throws UnsupportedSourceException if the header is too long, or if the file is not text
   */
  CsvFrames(InputStream in, String setting, String source, int maxLength) throws IOException {
    super(in, maxLength);
    int line = 0;
    while (line < MAX_HEADER_BYTES && fillTo(line + 1) && at(line) != '\n') {
      line++;
    }
    requireText(source);
    this.delimiter = delimiter(setting, line);
    scan(Utf8.byteOrderMark(bytes(), available()), MAX_HEADER_BYTES);
    if (tooLong) {
      throw new UnsupportedSourceException(
          source + ": no CSV header: the first record has over " + MAX_HEADER_BYTES + " bytes");
    }
    passHead(held);
    held = 0;
  }

  private byte delimiter(String setting, int firstLine) {
    return switch (setting) {
      case "comma" -> ',';
      case "tab" -> '\t';
      case "semicolon" -> ';';
      case "auto" -> (byte) (has(firstLine, '\t') && !has(firstLine, ',') ? '\t' : ',');
      default -> throw new IllegalArgumentException(Keys.CSV_DELIMITER + "=" + setting);
    };
  }

  private boolean has(int length, char ascii) {
    int end = offset() + length;
    return Utf8.indexOf(bytes(), offset(), end, ascii) < end;
  }

  /** Returns the character between fields. */
  byte delimiter() {
    return delimiter;
  }

  /**
   * Goes to the next record.
   *
   * @throws IOException if a quote in an oversized record is still open at the end of the file: any
   *     number of records may be lost
   */
  @Override
  public boolean next() throws IOException {
    boolean found = super.next();
    if (!found && tooLong && quoted && delimiter != '\t') {
      throw new IOException("a quote is not closed in the record at byte " + position());
    }
    return found;
  }

  @Override
  protected boolean findRecord() throws IOException {
    quoted = false;
    mayOpen = true;
    firstLine = 0;
    return super.findRecord();
  }

  @Override
  protected int recordEnd(int from) {
    if (tooLong && delimiter == '\t') {
      return super.recordEnd(from);
    }
    byte[] bytes = bytes();
    int end = offset() + available();
    for (int i = offset() + from; i < end; i++) {
      byte b = bytes[i];
      if (firstLine > 0 && (quoted ? b == delimiter : isBehindQuote(bytes[i - 1], b))) {
        return firstLine;
      }
      if (quoted) {
        if (b == '\n' && delimiter == '\t' && firstLine == 0) {
          firstLine = i + 1 - offset();
        }
        quoted = b != '"';
        mayOpen = true;
      } else if (b == '\n') {
        return i + 1 - offset();
      } else {
        quoted = mayOpen && b == '"';
        mayOpen = b == delimiter;
      }
    }
    return 0;
  }

  /** Returns whether a byte follows a closing quote that does not end a field. */
  private boolean isBehindQuote(byte previous, byte b) {
    return mayOpen && previous == '"' && b != '"' && b != delimiter && b != '\r' && b != '\n';
  }

  @Override
  protected int earlierEnd() {
    return quoted ? firstLine : 0;
  }
}
