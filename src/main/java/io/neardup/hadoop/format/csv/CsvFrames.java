package io.neardup.hadoop.format.csv;

import io.neardup.config.Keys;
import io.neardup.hadoop.format.Frames;
import io.neardup.hadoop.format.UnsupportedSourceException;
import io.neardup.text.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Cuts a stream into CSV records: a quote opens only at the beginning of a field, a doubled quote
 * stands for one quote, and LF outside quotes ends a record. The first record is the header. It
 * belongs to the head, with a byte order mark before it.
 *
 * <p>Many files with tabs have no such quotes, so there a quote at the beginning of a field may be
 * a character of a text. It is one if there is a line end, and then a tab, before the quote that
 * would close it, or if that quote ends no field. The record then is one line.
 */
final class CsvFrames extends Frames {

  private enum State {
    FIELD_START,
    UNQUOTED,
    QUOTED,
    QUOTE_IN_QUOTED
  }

  private static final int MAX_HEADER_BYTES = 1 << 20;

  private final byte[] head;
  private final byte delimiter;

  private State state;
  private boolean ended; // the record has been scanned to its end
  private int length; // of the record, as far as it has been scanned
  private int firstLine; // length of the first line of quotes that may be none, 0 before its end
  private boolean passing; // the rest of a record that is too long is still to be passed over

  /**
   * Reads the header.
   *
   * @param in the decompressed file, from its first byte
   * @param setting of {@code neardup.ingest.csv-delimiter}
   * @param source the file's name, for messages
   * @param maxLength longest record in bytes, without its end
   * @throws UnsupportedSourceException if the header is too long, or if the file is not text
   */
  CsvFrames(InputStream in, String setting, String source, int maxLength) throws IOException {
    super(in, maxLength);
    int line = 0;
    while (line < MAX_HEADER_BYTES && (line < available() || fill()) && at(line) != '\n') {
      line++;
    }
    requireText(source);
    byte[] first = Arrays.copyOfRange(bytes(), offset(), offset() + line);
    this.delimiter = delimiter(setting, first);
    int mark = Utf8.byteOrderMark(first, first.length);
    startRecord(mark);
    if (!scan(MAX_HEADER_BYTES)) {
      throw new UnsupportedSourceException(
          source + ": no CSV header: the first record has over " + MAX_HEADER_BYTES + " bytes");
    }
    head = Arrays.copyOfRange(bytes(), offset(), offset() + length);
    pass(length);
  }

  private static byte delimiter(String setting, byte[] firstLine) {
    return switch (setting) {
      case "comma" -> ',';
      case "tab" -> '\t';
      case "semicolon" -> ';';
      case "auto" -> (byte) (has(firstLine, '\t') && !has(firstLine, ',') ? '\t' : ',');
      default -> throw new IllegalArgumentException(Keys.CSV_DELIMITER + "=" + setting);
    };
  }

  private static boolean has(byte[] bytes, char ascii) {
    return Utf8.indexOf(bytes, 0, bytes.length, ascii) < bytes.length;
  }

  /** Returns the character between fields. */
  byte delimiter() {
    return delimiter;
  }

  private void startRecord(int scanned) {
    state = State.FIELD_START;
    length = scanned;
    firstLine = 0;
    ended = false;
  }

  /**
   * Reads to the end of the record or of the stream; returns false if the record is longer than
   * allowed.
   */
  private boolean scan(int longest) throws IOException {
    while (!ended) {
      if (length == available() && !fill()) {
        ended = true;
      } else {
        scanWindow();
      }
      if (state == State.QUOTED && firstLine > 0 && (ended || length > longest + 2)) {
        cutAtFirstLine();
      }
      if (length > longest + 2) {
        return false;
      }
    }
    return length <= longest || withoutEnd(bytes(), offset(), length) <= longest;
  }

  private void scanWindow() {
    byte[] bytes = bytes();
    int end = offset() + available();
    int i = offset() + length;
    while (i < end && !ended) {
      byte b = bytes[i];
      i++;
      if (state == State.QUOTED && (b != delimiter || firstLine == 0)) {
        state = b == '"' ? State.QUOTE_IN_QUOTED : State.QUOTED;
        if (b == '\n' && firstLine == 0 && delimiter == '\t' && !passing) {
          firstLine = i - offset();
        }
      } else if (isNoQuote(b)) {
        cutAtFirstLine();
        return;
      } else if (b == delimiter) {
        state = State.FIELD_START;
      } else if (b == '\n') {
        ended = true;
      } else if (b == '"' && state != State.UNQUOTED) {
        state = State.QUOTED;
      } else {
        state = State.UNQUOTED;
      }
    }
    length = i - offset();
  }

  /** Returns whether a byte shows that what looked like a quoted field is none. */
  private boolean isNoQuote(byte b) {
    return firstLine > 0
        && (state == State.QUOTED
            || (state == State.QUOTE_IN_QUOTED
                && b != '"'
                && b != delimiter
                && b != '\r'
                && b != '\n'));
  }

  private void cutAtFirstLine() {
    length = firstLine;
    state = State.UNQUOTED;
    ended = true;
  }

  /**
   * Goes to the next record.
   *
   * @throws IOException behind a record that is too long, if a quote is still open at the end of
   *     the file: it may hold any number of records
   */
  @Override
  public boolean next() throws IOException {
    boolean found = super.next();
    if (!found && tooLong && state == State.QUOTED) {
      throw new IOException("a quote is not closed in the record at byte " + position());
    }
    return found;
  }

  @Override
  protected boolean findRecord() throws IOException {
    startRecord(0);
    passing = false;
    tooLong = !scan(maxLength);
    passing = !ended;
    held = length;
    return true;
  }

  @Override
  protected void passRest(OutputStream out) throws IOException {
    while (passing) {
      length = 0;
      if (available() == 0 && !fill()) {
        ended = true;
      } else {
        scanWindow();
        pass(length, out);
      }
      passing = !ended;
    }
  }

  @Override
  public byte[] head() {
    return head.clone();
  }
}
