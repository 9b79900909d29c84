package io.neardup.hadoop.format;

import io.neardup.config.Keys;
import io.neardup.config.UsageException;
import io.neardup.text.Utf8;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Decodes records and gives a parser their UTF-8. What is not of the charset becomes U+FFFD, and
 * the record says so. The bytes of a record alone decide how it is decoded, so that each stage sees
 * the same text.
 */
public final class Decoding implements RecordParser {

  /** The setting that has the charset of each record detected, if it is not UTF-8. */
  public static final String DETECT = "detect";

  /** Characters that divide lines into records and fields. */
  private static final String SYNTAX = "\n\r\t\",;";

  private final RecordParser parser;
  private final Charset charset; // null: detected where it is not UTF-8
  private boolean errors; // in what was decoded last

  /**
   * @param setting of {@code neardup.ingest.charset}
   * @param parser takes records in UTF-8
   */
  public Decoding(String setting, RecordParser parser) {
    this.parser = parser;
    this.charset = charset(setting);
  }

  private static Charset charset(String setting) {
    return setting.equals(DETECT) ? null : Charset.forName(setting);
  }

  /** Returns whether records need no decoding. */
  static boolean isUtf8(String setting) {
    return setting.equals(StandardCharsets.UTF_8.name());
  }

  /**
   * Refuses a charset with which records cannot be found in files of a format.
   *
   * @throws UsageException if the format has a charset of its own, or if line ends, tabs, quotes
   *     and delimiters are other bytes than in ASCII, or occur in other characters
   */
  public static void require(String setting, SourceFormat format) {
    if (isUtf8(setting)) {
      return;
    }
    if (!format.isText()) {
      throw new UsageException(
          Keys.CHARSET + "=" + setting + ": files of the format " + format.key() + " name theirs");
    }
    Charset charset = charset(setting);
    if (charset != null && format != SourceFormat.FILES && !keepsSyntax(charset)) {
      throw new UsageException(
          Keys.CHARSET
              + "="
              + setting
              + ": lines cannot be found in this charset; convert the files to UTF-8");
    }
  }

  private static boolean keepsSyntax(Charset charset) {
    if (!charset.canEncode()) {
      return false;
    }
    for (char c = 0; c < Character.MIN_SURROGATE; c++) {
      String encoded =
          new String(String.valueOf(c).getBytes(charset), StandardCharsets.ISO_8859_1);
      boolean other = encoded.chars().noneMatch(b -> SYNTAX.indexOf(b) >= 0);
      if (SYNTAX.indexOf(c) >= 0 ? !encoded.equals(String.valueOf(c)) : !other) {
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

  /** Returns the UTF-8 of bytes, null if they are UTF-8. */
  private byte[] decode(byte[] bytes, int offset, int length) {
    errors = false;
    Charset from = charset;
    if (charset == null || charset.equals(StandardCharsets.UTF_8)) {
      if (Utf8.isValid(bytes, offset, offset + length)) {
        return null;
      }
      Charset guess = charset == null ? CharsetGuess.of(bytes, offset, length) : null;
      from = guess == null ? StandardCharsets.UTF_8 : guess;
    }
    String text;
    try {
      text = CharsetGuess.decode(bytes, offset, length, from);
    } catch (CharacterCodingException e) {
      errors = true;
      text = new String(bytes, offset, length, from);
    }
    return text.substring(text.startsWith("\uFEFF") ? 1 : 0).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the UTF-8 of what stands before the first record. */
  public byte[] head(byte[] bytes) {
    byte[] decoded = decode(bytes, 0, bytes.length);
    return decoded == null ? bytes : decoded;
  }

  @Override
  public void parse(byte[] bytes, int offset, int length, long number, SourceRecord record)
      throws IOException {
    byte[] decoded = decode(bytes, offset, length);
    if (errors) {
      record.setUndecoded(bytes, offset, length);
    }
    if (decoded == null) {
      parser.parse(bytes, offset, length, number, record);
    } else {
      parser.parse(decoded, 0, decoded.length, number, record);
    }
  }

  @Override
  public List<String> fieldNames(byte[] bytes, int offset, int length) throws IOException {
    byte[] decoded = decode(bytes, offset, length);
    return decoded == null
        ? parser.fieldNames(bytes, offset, length)
        : parser.fieldNames(decoded, 0, decoded.length);
  }
}
