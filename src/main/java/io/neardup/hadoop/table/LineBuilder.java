package io.neardup.hadoop.table;

import io.neardup.config.Quantity;
import io.neardup.text.Utf8Buffer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.Text;

/** Builds a line of output in bytes; reused from line to line. */
public final class LineBuilder {

  private static final int MILLION = 1_000_000;

  /** From this divisor on, a quotient as a double may round differently from the exact quotient. */
  private static final int LARGE = 10_000_000;

  /** The last three digits of each number below 1,000, with zeros. */
  private static final byte[] LAST_DIGITS = lastDigits();

  private final Utf8Buffer buffer = new Utf8Buffer();
  private final byte[] digits = new byte[20]; // of the leading digits, then the last three
  private long leading = -1; // the number without its last three digits
  private int leadingLength;
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
    long thousands = number / 1000;
    int rest = (int) (number - 1000 * thousands);
    if (thousands == 0) {
      int length = rest < 10 ? 1 : rest < 100 ? 2 : 3;
      buffer.append(LAST_DIGITS, 3 * rest + 3 - length, length);
      return this;
    }
    if (thousands != leading) { // the next number of a list often has the same
      leading = thousands;
      leadingLength = writeDigits(thousands, digits);
    }
    System.arraycopy(LAST_DIGITS, 3 * rest, digits, leadingLength, 3);
    buffer.append(digits, 0, leadingLength + 3);
    return this;
  }

  /** Writes the digits of a number to the front of an array; returns how many they are. */
  private static int writeDigits(long number, byte[] to) {
    int length = 0;
    for (long left = number; left > 0; left /= 10) {
      length++;
    }
    long left = number;
    for (int at = length - 1; at >= 0; at--) {
      to[at] = (byte) ('0' + left % 10);
      left /= 10;
    }
    return length;
  }

  private static byte[] lastDigits() {
    byte[] all = new byte[3 * 1000];
    for (int number = 0; number < 1000; number++) {
      all[3 * number] = (byte) ('0' + number / 100);
      all[3 * number + 1] = (byte) ('0' + number / 10 % 10);
      all[3 * number + 2] = (byte) ('0' + number % 10);
    }
    return all;
  }

  /** Appends a non-negative number of millionths as a decimal with six decimals. */
  public LineBuilder appendMillionths(long millionths) {
    append(millionths / 1_000_000).append('.');
    for (long unit = 100_000; unit > 0; unit /= 10) {
      append((char) ('0' + millionths / unit % 10));
    }
    return this;
  }

  /**
   * Appends a quotient with six decimals, rounded half up, as {@code String.format} writes it.
   *
   * @param dividend 0 to {@code divisor}
   * @param divisor 1 or more
   */
  public LineBuilder appendQuotient(int dividend, int divisor) {
    return divisor >= LARGE
        ? append(Quantity.format("%.6f", (double) dividend / divisor))
        : appendMillionths((2L * MILLION * dividend + divisor) / (2L * divisor));
  }

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

  /** Writes the line and a line feed. */
  public void writeTo(OutputStream out) throws IOException {
    append('\n');
    out.write(buffer.bytes(), 0, buffer.length());
  }

  /** Returns the line, valid until the next call. */
  public Text toText() {
    text.set(buffer.bytes(), 0, buffer.length());
    return text;
  }
}
