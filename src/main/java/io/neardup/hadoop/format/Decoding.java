package io.neardup.hadoop.format;

import io.neardup.config.Keys;
import io.neardup.config.UsageException;
import io.neardup.text.Utf8;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Decodes records to UTF-8. What is not of the charset becomes U+FFFD, and the record says so. The
 * bytes of a record alone decide how it is decoded, so that each stage sees the same text.
 */
public final class Decoding {

  /** The setting that has the charset of each record detected, if it is not UTF-8. */
  public static final String DETECT = "detect";

  /** All but the characters that divide lines into records and fields. */
  private static final String NO_SYNTAX = "[^\n\r\t\",;]+";

  private Decoding() {}

  /** Returns the charset of a setting; null if it is detected where it is not UTF-8. */
  private static Charset charset(String setting) {
    return setting.equals(DETECT) ? null : Charset.forName(setting);
  }

  /**
   * Refuses a charset with which records cannot be found in files of a format.
   *
   * @throws UsageException if the format has a charset of its own, or if line ends, tabs, quotes
   *     and delimiters are other bytes than in ASCII, or occur in other characters
   */
  public static void require(String setting, SourceFormat format) {
    if (setting.equals(StandardCharsets.UTF_8.name())) {
      return;
    }
    Charset charset = charset(setting);
    String problem = null;
    if (!format.isText()) {
      problem = "files of the format " + format.key() + " name their charset";
    } else if (charset != null && format != SourceFormat.FILES && !keepsSyntax(charset)) {
      problem = "lines cannot be found in this charset; convert the files to UTF-8";
    }
    if (problem != null) {
      throw new UsageException(Keys.CHARSET + "=" + setting + ": " + problem);
    }
  }

  private static boolean keepsSyntax(Charset charset) {
    if (!charset.canEncode()) {
      return false;
    }
    for (char c = 0; c < Character.MIN_SURROGATE; c++) {
      String decoded = String.valueOf(c);
      String encoded = new String(decoded.getBytes(charset), StandardCharsets.ISO_8859_1);
      if (!encoded.replaceAll(NO_SYNTAX, "").equals(decoded.replaceAll(NO_SYNTAX, ""))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Refuses UTF-16, whose lines are not those of its bytes.
   *
   * @param bytes the beginning of a file whose records are lines
   * @throws UnsupportedSourceException if it is a byte order mark of UTF-16
   */
  public static void refuseUtf16(byte[] bytes, int offset, int length, String file)
      throws UnsupportedSourceException {
    int mark = length < 2 ? 0 : (bytes[offset] & 0xFF) << Byte.SIZE | (bytes[offset + 1] & 0xFF);
    if (mark == 0xFEFF || mark == 0xFFFE) {
      throw new UnsupportedSourceException(
          file + " begins as UTF-16, in which lines cannot be found; convert it to UTF-8");
    }
  }

  /**
   * Returns the UTF-8 of bytes of a charset, null if they are UTF-8 already.
   *
   * @param setting of {@code neardup.ingest.charset}
   * @param record is told if bytes are not of the charset
   */
  public static byte[] utf8(
      String setting, byte[] bytes, int offset, int length, SourceRecord record) {
    Charset charset = charset(setting);
    if (charset == null || charset.equals(StandardCharsets.UTF_8)) {
      if (Utf8.isValid(bytes, offset, offset + length)) {
        return null;
      }
      Charset guess = charset == null ? CharsetGuess.of(bytes, offset, length) : null;
      charset = guess == null ? StandardCharsets.UTF_8 : guess;
    }
    String text = CharsetGuess.decode(bytes, offset, length, charset);
    if (text == null) {
      record.setUndecoded(bytes, offset, length);
      text = new String(bytes, offset, length, charset);
    }
    return text.substring(text.startsWith("\uFEFF") ? 1 : 0).getBytes(StandardCharsets.UTF_8);
  }
}
