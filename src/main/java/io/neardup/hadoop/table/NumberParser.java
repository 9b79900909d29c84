package io.neardup.hadoop.table;

import java.io.IOException;
import org.apache.hadoop.io.Text;

/**
 * Reads a line of decimal numbers from left to right; anything unexpected is an error that shows
 * the line.
 */
public final class NumberParser {

  private static final int DECIMALS = 6;

  private final String what;
  private Text line;
  private byte[] bytes;
  private int length;
  private int next;

  /** Takes what the lines are, with its article, for messages. */
  public NumberParser(String what) {
    this.what = what;
  }

  /** Moves to the beginning of a line, which must not change while it is read. */
  public NumberParser start(Text newLine) {
    return start(newLine, 0);
  }

  /** Moves to a byte of a line, which must not change while it is read. */
  public NumberParser start(Text newLine, int offset) {
    line = newLine;
    bytes = newLine.getBytes();
    length = newLine.getLength();
    next = offset;
    return this;
  }

  /** Reads a number of one digit or more, 0 … 2⁶³−1. */
  public long number() throws IOException {
    byte[] digits = bytes;
    int at = next;
    long number = 0;
    while (at < length && digits[at] >= '0' && digits[at] <= '9') {
      number = number * 10 + (digits[at] - '0');
      at++;
    }
    if (at == next) {
      throw broken();
    }
    next = at;
    return number;
  }

  /** Reads a number and the tab after it. */
  public long numberField() throws IOException {
    long number = number();
    expect('\t');
    return number;
  }

  /** Reads a number with six decimals and returns it in millionths. */
  public int millionths() throws IOException {
    long whole = number();
    expect('.');
    int first = next;
    long fraction = number();
    if (next - first != DECIMALS) {
      throw broken();
    }
    return (int) (whole * 1_000_000 + fraction);
  }

  /** Skips a character if it comes next; returns whether it did. */
  public boolean accept(char ascii) {
    boolean there = next < length && bytes[next] == ascii;
    next += there ? 1 : 0;
    return there;
  }

  /** Skips a character; it must come next. */
  public void expect(char ascii) throws IOException {
    if (!accept(ascii)) {
      throw broken();
    }
  }

  /** Skips a field and the tab after it. */
  public void skipField() throws IOException {
    while (next < length && bytes[next] != '\t') {
      next++;
    }
    expect('\t');
  }

  /** Returns the offset of the next byte. */
  public int position() {
    return next;
  }

  /** Checks that the line is read to its end. */
  public void expectEnd() throws IOException {
    if (next < length) {
      throw broken();
    }
  }

  /** Returns an error that the line is malformed. */
  public IOException broken() {
    return new IOException("not " + what + ": " + line);
  }
}
