package io.neardup.hadoop.format;

import com.ibm.icu.text.CharsetDetector;
import com.ibm.icu.text.CharsetMatch;
import io.neardup.config.Keys;
import io.neardup.config.UsageException;
import io.neardup.text.Utf8;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Decodes records to UTF-8. What is not of the charset becomes U+FFFD, and the record says so. The
 * bytes of a record alone decide how it is decoded, so that each stage sees the same text.
 */
public final class Decoding {

  /** The setting that has the charset of each record detected, if it is not UTF-8. */
  public static final String DETECT = "detect";

  /** All but the characters that divide lines into records and fields. */
  private static final String NO_SYNTAX = "[^\n\r\t\",;]+";

  /** How many bytes the detector looks at. */
  private static final int SAMPLE = 8000;

  /** In how many bytes, of which some are those of tags. */
  private static final int MAX_BYTES = 10 * SAMPLE;

  /** From this confidence on, in percent, a guess needs no other support. */
  private static final int CONFIDENT = 25;

  /** A capital after a small letter, as in text decoded with the wrong charset. */
  private static final Pattern CAPITAL_IN_WORD =
      Pattern.compile("(?<=\\p{javaLowerCase})\\p{javaUpperCase}");

  /**
   * Charsets with more characters, as the WHATWG's encoding standard reads the labels of others.
   */
  private static final Map<String, String> SUPERSETS =
      Map.ofEntries(
          Map.entry("US-ASCII", "windows-1252"),
          Map.entry("ISO-8859-1", "windows-1252"),
          Map.entry("ISO-8859-8", "windows-1255"),
          Map.entry("ISO-8859-8-I", "windows-1255"),
          Map.entry("ISO-8859-9", "windows-1254"),
          Map.entry("x-iso-8859-11", "x-windows-874"),
          Map.entry("TIS-620", "x-windows-874"),
          Map.entry("Shift_JIS", "windows-31j"),
          Map.entry("EUC-JP", "x-eucJP-Open"),
          Map.entry("EUC-KR", "x-windows-949"),
          Map.entry("GB2312", "GB18030"),
          Map.entry("GBK", "GB18030"),
          Map.entry("Big5", "Big5-HKSCS"));

  private Decoding() {}

  /** Returns the charset of a setting; null if it is detected where it is not UTF-8. */
  private static Charset charset(String setting) {
    return setting.equals(DETECT) ? null : Charset.forName(setting);
  }

  /**
   * Refuses a charset with which records cannot be found in files of a format; UsageException if
   * the format has a charset of its own, or if line ends, tabs, quotes and delimiters are other
   * bytes than in ASCII, or occur in other characters.
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
   * Refuses a file that begins with a byte order mark of UTF-16, whose lines are not those of its
   * bytes.
   */
  public static void refuseUtf16(byte[] bytes, int offset, int length, String file)
      throws UnsupportedSourceException {
    if (beginsAsUtf16(bytes, offset, length)) {
      throw new UnsupportedSourceException(
          "%s begins as UTF-16, in which lines cannot be found; convert it to UTF-8", file);
    }
  }

  /** Returns whether bytes begin with a byte order mark of UTF-16. */
  static boolean beginsAsUtf16(byte[] bytes, int offset, int length) {
    int mark = length < 2 ? 0 : (bytes[offset] & 0xFF) << Byte.SIZE | (bytes[offset + 1] & 0xFF);
    return mark == 0xFEFF || mark == 0xFFFE;
  }

  /**
   * Returns the UTF-8 of bytes of a charset ({@code neardup.ingest.charset}), null if they are
   * UTF-8 already. The record is told if bytes are not of the charset.
   */
  public static byte[] utf8(
      String setting, byte[] bytes, int offset, int length, SourceRecord record) {
    Charset charset = charset(setting);
    if (charset == null || charset.equals(StandardCharsets.UTF_8)) {
      if (Utf8.isValid(bytes, offset, offset + length)) {
        return null;
      }
      Charset guess = charset == null ? guess(bytes, offset, length) : null;
      charset = guess == null ? StandardCharsets.UTF_8 : guess;
    }
    String text = decode(bytes, offset, length, charset);
    if (text == null) {
      record.setUndecoded(bytes, offset, length);
      text = new String(bytes, offset, length, charset);
    }
    return text.substring(text.startsWith("\uFEFF") ? 1 : 0).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the charset in which bytes are most likely a text, by the frequency of its letters
   * (ICU's detector); null if there is none. Depends on the bytes alone.
   */
  static Charset guess(byte[] bytes, int offset, int length) {
    int end = offset + length;
    int from = offset;
    while (from < end - SAMPLE && bytes[from] >= 0) { // ASCII says little
      from++;
    }
    CharsetDetector detector = new CharsetDetector();
    detector.enableInputFilter(true); // leaves tags out where there are some
    detector.setText(Arrays.copyOfRange(bytes, from, Math.min(end, from + MAX_BYTES)));
    for (CharsetMatch match : detector.detectAll()) {
      Charset charset = supported(SUPERSETS.getOrDefault(match.getName(), match.getName()));
      String text = charset == null ? null : decode(bytes, offset, length, charset);
      if (text != null && isText(text, length, match.getConfidence())) {
        return charset;
      }
    }
    return null;
  }

  private static boolean isText(String text, int bytes, int confidence) {
    return text.indexOf('\0') < 0
        && (confidence >= CONFIDENT
            || (text.length() == bytes // one byte per character
                && CAPITAL_IN_WORD.matcher(text).results().count() <= bytes / 100));
  }

  /**
   * Returns the charset that a label of the Web means for some bytes: its superset if they are
   * valid in it. Null if this Java does not know it or cannot write it.
   */
  static Charset labelled(String nameOrNull, byte[] bytes) {
    Charset charset = supported(nameOrNull);
    Charset superset = charset == null ? null : supported(SUPERSETS.get(charset.name()));
    boolean valid = superset != null && decode(bytes, 0, bytes.length, superset) != null;
    return valid ? superset : charset;
  }

  /** Returns a charset, null if this Java does not know it or cannot write it. */
  private static Charset supported(String nameOrNull) {
    try {
      boolean known = nameOrNull != null && Charset.isSupported(nameOrNull);
      return known && Charset.forName(nameOrNull).canEncode() ? Charset.forName(nameOrNull) : null;
    } catch (IllegalCharsetNameException e) {
      return null;
    }
  }

  /** Decodes bytes; returns null if some are invalid in the charset. */
  static String decode(byte[] bytes, int offset, int length, Charset charset) {
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
