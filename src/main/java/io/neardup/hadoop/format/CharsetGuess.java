package io.neardup.hadoop.format;

import com.ibm.icu.text.CharsetDetector;
import com.ibm.icu.text.CharsetMatch;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.Arrays;
import java.util.Map;

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
      if (charset != null && isText(bytes, offset, length, charset, match.getConfidence())) {
        return charset;
      }
    }
    return null;
  }

  /** Returns a charset, null if this Java does not know it or cannot write it. */
  public static Charset supported(String nameOrNull) {
    try {
      return nameOrNull != null
              && Charset.isSupported(nameOrNull)
              && Charset.forName(nameOrNull).canEncode()
          ? Charset.forName(nameOrNull)
          : null;
    } catch (IllegalCharsetNameException e) {
      return null;
    }
  }

  private static boolean isText(
      byte[] bytes, int offset, int length, Charset charset, int confidence) {
    try {
      String text = decode(bytes, offset, length, charset);
      return text.indexOf('\0') < 0
          && (confidence >= CONFIDENT
              || (text.length() == length && !hasCapitalsInWords(text))); // a byte a character
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** Returns whether capitals follow small letters, as they do in a text of another charset. */
  private static boolean hasCapitalsInWords(String text) {
    int capitals = 0;
    for (int i = 1; i < text.length(); i++) {
      if (Character.isLowerCase(text.charAt(i - 1)) && Character.isUpperCase(text.charAt(i))) {
        capitals++;
      }
    }
    return capitals > text.length() / 100;
  }

  /**
   * Decodes bytes.
   *
   * @throws CharacterCodingException if some are not of the charset
   */
  public static String decode(byte[] bytes, int offset, int length, Charset charset)
      throws CharacterCodingException {
    return charset.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length)).toString();
  }
}
