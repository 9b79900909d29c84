package io.neardup.hadoop.format;

import com.ibm.icu.text.CharsetDetector;
import com.ibm.icu.text.CharsetMatch;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Guesses the charset of a text that is not UTF-8 from the frequency of its letters (ICU's
 * detector). The guess depends on the bytes alone.
 */
public final class CharsetGuess {

  /** How many bytes the detector looks at. */
  private static final int SAMPLE = 8000;

  /** In how many bytes, of which some are those of tags. */
  private static final int MAX_BYTES = 10 * SAMPLE;

  /** From this confidence on, in percent, a guess needs no other support. */
  private static final int CONFIDENT = 25;

  /** A capital after a small letter, as in text decoded with the wrong charset. */
  private static final Pattern CAPITAL_IN_WORD =
      Pattern.compile("(?<=\\p{javaLowerCase})\\p{javaUpperCase}");

  /** Charsets that have all characters of those of the detector, and more. */
  private static final Map<String, String> SUPERSETS =
      Map.of(
          "ISO-8859-1", "windows-1252",
          "ISO-8859-8", "windows-1255",
          "ISO-8859-8-I", "windows-1255",
          "ISO-8859-9", "windows-1254",
          "Shift_JIS", "windows-31j",
          "EUC-KR", "x-windows-949");

  private CharsetGuess() {}

  /** Returns the most likely charset in which the bytes are a text, null if there is none. */
  public static Charset of(byte[] bytes, int offset, int length) {
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

  /** Returns a charset, null if this Java does not know it or cannot write it. */
  public static Charset supported(String nameOrNull) {
    try {
      boolean known = nameOrNull != null && Charset.isSupported(nameOrNull);
      return known && Charset.forName(nameOrNull).canEncode() ? Charset.forName(nameOrNull) : null;
    } catch (IllegalCharsetNameException e) {
      return null;
    }
  }

  /** Decodes bytes; returns null if some are invalid in the charset. */
  public static String decode(byte[] bytes, int offset, int length, Charset charset) {
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
