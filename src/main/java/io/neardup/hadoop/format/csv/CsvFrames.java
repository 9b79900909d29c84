package io.neardup.hadoop.format.csv;

import io.neardup.hadoop.format.Lines;
import io.neardup.hadoop.format.MissingFieldException;
import io.neardup.hadoop.format.UnsupportedSourceException;
import io.neardup.hadoop.format.WindowFrames;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Cuts a stream into CSV records: a quote opens only at the beginning of a field, a doubled quote
 * stands for one quote, and LF outside quotes ends a record. The first record is the header. It
 * belongs to the head, with a byte order mark before it.
 */
final class CsvFrames extends WindowFrames {

  private enum State {
    FIELD_START,
    UNQUOTED,
    QUOTED,
    QUOTE_IN_QUOTED
  }

  private final byte[] head;
  private final byte delimiter;

  private State state;
  private boolean ended; // the record has been scanned to its end
  private int length; // of the record, as far as it has been scanned
  private boolean passing; // the rest of a record that is too long is still to be passed over

  /**
   * Reads the header.
   *
   * @param in the decompressed file, from its first byte
   * @param delimiter finds the delimiter
   * @param source the file's name, for messages
   * @param maxLength longest record in bytes, without its end
   * @throws MissingFieldException if the header is too long
   * @throws UnsupportedSourceException if the file is not text
   */
  CsvFrames(InputStream in, CsvDelimiter delimiter, String source, int maxLength)
      throws IOException {
    super(in, maxLength);
    int line = 0;
    while (line < CsvHeader.MAX_BYTES
        && (line < window.length() || window.fill())
        && window.at(line) != '\n') {
      line++;
    }
    UnsupportedSourceException.requireText(
        source, window.bytes(), window.start(), window.length());
    byte[] first = Arrays.copyOfRange(window.bytes(), window.start(), window.start() + line);
    this.delimiter = delimiter.of(first);
    int mark = CsvHeader.byteOrderMark(first);
    startRecord(mark);
    if (!scan(CsvHeader.MAX_BYTES)) {
      throw new MissingFieldException(
          source + ": no CSV header: the first record has over " + CsvHeader.MAX_BYTES + " bytes");
    }
    head = Arrays.copyOfRange(window.bytes(), window.start(), window.start() + length);
    window.pass(length);
  }

  private void startRecord(int scanned) {
    state = State.FIELD_START;
    length = scanned;
    ended = false;
  }

  /**
   * Reads to the end of the record or of the stream; returns false if the record is longer than
   * allowed.
   */
  private boolean scan(int longest) throws IOException {
    while (!ended) {
      if (length == window.length() && !window.fill()) {
        ended = true;
      } else {
        scanWindow();
      }
      if (length > longest + 2) {
        return false;
      }
    }
    return length <= longest || withoutEnd() <= longest;
  }

  private void scanWindow() {
    byte[] bytes = window.bytes();
    int end = window.start() + window.length();
    int i = window.start() + length;
    while (i < end && !ended) {
      byte b = bytes[i];
      i++;
      if (state == State.QUOTED) {
        state = b == '"' ? State.QUOTE_IN_QUOTED : State.QUOTED;
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
    length = i - window.start();
  }

  private int withoutEnd() {
    return Lines.withoutEnd(window.bytes(), window.start(), length);
  }

  @Override
  protected boolean findRecord() throws IOException {
    startRecord(0);
    tooLong = !scan(maxLength);
    passing = !ended;
    held = length;
    return true;
  }

  @Override
  protected void passRest(OutputStream out) throws IOException {
    while (passing) {
      length = 0;
      if (window.length() == 0 && !window.fill()) {
        ended = true;
      } else {
        scanWindow();
        window.pass(length, out);
      }
      passing = !ended;
    }
  }

  @Override
  public byte[] head() {
    return head.clone();
  }
}
