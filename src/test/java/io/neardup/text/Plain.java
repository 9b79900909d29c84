package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.Hashing;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** The package once more, slow and plain, on Strings: what its fast paths are compared with. */
public final class Plain {

  private static final String WHITE_SPACE =
      "[\\x{9}-\\x{D}\\x{20}\\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}"
          + "\\x{205F}\\x{3000}]+";
  // Thirty combining marks and, as there is one more, what UAX 15 puts between.
  private static final String LONG_RUN_OF_MARKS =
      "([[\\p{M}\\x{FF9E}\\x{FF9F}]&&[^\\x{34F}]]{30})(?=[[\\p{M}\\x{FF9E}\\x{FF9F}]&&[^\\x{34F}]])";

  private Plain() {}

  /** Returns what shingles are made of. */
  public static String normalize(byte[] bytes, Normalization normalization) {
    String text = new String(bytes, UTF_8);
    return switch (normalization) {
      case NONE -> text;
      case WHITESPACE -> collapse(text);
      case FOLD -> collapse(fold(text));
    };
  }

  private static String collapse(String text) {
    String collapsed = text.replaceAll(WHITE_SPACE, " ");
    return collapsed.replaceAll("^ | $", "");
  }

  /** NFKC, case folding, NFKC, until nothing changes. */
  private static String fold(String text) {
    String lower =
        nfkc(text).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT).replace('\u03C2', '\u03C3');
    String folded = nfkc(lower);
    return folded.equals(text) ? text : fold(folded);
  }

  private static String nfkc(String text) {
    return Normalizer.normalize(
        text.replaceAll(LONG_RUN_OF_MARKS, "$1\u034F"), Normalizer.Form.NFKC);
  }

  /** Returns every k characters in succession; all of them if there are fewer. */
  public static List<String> charShingles(String text, int k) {
    return windows(text.codePoints().mapToObj(Character::toString).toList(), k, "");
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split("[ \\t\\n\\x0B\\f\\r]+", -1))
        .filter(word -> !word.isEmpty())
        .toList();
  }

  /** Returns every k words in succession; all of them if there are fewer. */
  public static List<String> wordShingles(String text, int k) {
    return windows(words(text), k, " ");
  }

  private static List<String> windows(List<String> tokens, int k, String separator) {
    int size = Math.min(k, tokens.size());
    List<String> windows = new ArrayList<>();
    for (int i = 0; size > 0 && i + size <= tokens.size(); i++) {
      windows.add(String.join(separator, tokens.subList(i, i + size)));
    }
    return windows;
  }

  /** Returns every stop word with the two words after it. */
  public static List<String> stopWordShingles(String text, Predicate<String> isStopWord) {
    List<String> words = words(text);
    List<String> shingles = new ArrayList<>();
    for (int i = 0; i + 3 <= words.size(); i++) {
      if (isStopWord.test(words.get(i))) {
        shingles.add(String.join(" ", words.subList(i, i + 3)));
      }
    }
    return shingles;
  }

  /** Returns the elements of a set, one a line. */
  public static List<String> elements(String text) {
    return Arrays.stream(text.split("\n", -1)).filter(element -> !element.isEmpty()).toList();
  }

  static List<Long> hashes(List<String> shingles) {
    return shingles.stream().map(Plain::hash).toList();
  }

  /** Returns the hash of a shingle, 64 bits. */
  public static long hash(String shingle) {
    return Hashing.xxh3_64().hashBytesToLong(shingle.getBytes(UTF_8));
  }

  /** Returns what the shingler makes of the text, which it finds between other bytes. */
  static List<Long> shingle(Shingler shingler, String text) {
    return shingleArray(shingler, text);
  }

  static LongArrayList shingleArray(Shingler shingler, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    LongArrayList out = new LongArrayList();
    shingler.shingle(surround(bytes), SURROUNDING, bytes.length, out);
    return out;
  }

  static final int SURROUNDING = 5;

  /** Returns the bytes with others before and after, which change any result they get into. */
  static byte[] surround(byte[] bytes) {
    byte[] all = new byte[bytes.length + 2 * SURROUNDING];
    Arrays.fill(all, (byte) 0xBF);
    System.arraycopy(bytes, 0, all, SURROUNDING, bytes.length);
    return all;
  }

  static String text(Utf8Buffer buffer) {
    return new String(buffer.bytes(), 0, buffer.length(), UTF_8);
  }
}
