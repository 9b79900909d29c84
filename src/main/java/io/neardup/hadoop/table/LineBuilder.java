package io.neardup.hadoop.table;

import io.neardup.text.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.Text;

/** Builds a line of output in bytes; reused from line to line. */
public final class LineBuilder {

  private final Utf8Buffer buffer = new Utf8Buffer();
  private final byte[] digits = new byte[20];
  private final Text text = new Text();

  /** Begins a new line. */
  public LineBuilder clear() {
    buffer.clear();
    return this;
  }

  /** Returns the length so far in bytes. */
  public int length() {
    return buffer.length();
  }

  /** Appends one ASCII character. */
  public LineBuilder append(char ascii) {
    buffer.append((byte) ascii);
    return this;
  }

  /** Appends a non-negative number, in decimal. */
  public LineBuilder append(long number) {
    int i = digits.length;
    do {
      digits[--i] = (byte) ('0' + number % 10);
      number /= 10;
    } while (number > 0);
    buffer.append(digits, i, digits.length - i);
    return this;
  }

  /** Appends a non-negative number of millionths as a decimal with six decimals. */
  public LineBuilder appendMillionths(long millionths) {
    append(millionths / 1_000_000).append('.');
    for (long unit = 100_000; unit > 0; unit /= 10) {
      append((char) ('0' + millionths / unit % 10));
    }
    return this;
  }

  /** Appends a string. */
  public LineBuilder append(String string) {
    byte[] bytes = string.getBytes(StandardCharsets.UTF_8);
    buffer.append(bytes, 0, bytes.length);
    return this;
  }

  /** Appends bytes of UTF-8. */
  public LineBuilder append(byte[] bytes, int offset, int length) {
    buffer.append(bytes, offset, length);
    return this;
  }

  /** Returns the line, valid until the next call. */
  public Text toText() {
    text.set(buffer.bytes(), 0, buffer.length());
    return text;
  }
}
