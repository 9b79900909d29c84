package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.Hashing;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The package once more, slow and plain, on Strings: what its fast paths are compared with. */
final class Plain {

  private static final String WHITE_SPACE =
      "[\\x{9}-\\x{D}\\x{20}\\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}"
          + "\\x{205F}\\x{3000}]+";

  private Plain() {}

  static String normalize(byte[] bytes, Normalization normalization) {
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

  private static String fold(String text) {
    String nfkc = Normalizer.normalize(text, Normalizer.Form.NFKC);
    String lower =
        nfkc.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT).replace('\u03C2', '\u03C3');
    String folded = Normalizer.normalize(lower, Normalizer.Form.NFKC);
    return folded.equals(text) ? text : fold(folded);
  }

  static List<String> charShingles(String text, int k) {
    int[] codePoints = text.codePoints().toArray();
    List<String> shingles = new ArrayList<>();
    if (codePoints.length > 0 && codePoints.length <= k) {
      shingles.add(text);
    } else {
      for (int i = 0; i + k <= codePoints.length; i++) {
        shingles.add(new String(codePoints, i, k));
      }
    }
    return shingles;
  }

  static List<String> words(String text) {
    return Arrays.stream(text.split("[ \\t\\n\\x0B\\f\\r]+", -1))
        .filter(word -> !word.isEmpty())
        .toList();
  }

  static List<String> wordShingles(String text, int k) {
    List<String> words = words(text);
    List<String> shingles = new ArrayList<>();
    if (!words.isEmpty() && words.size() <= k) {
      shingles.add(String.join(" ", words));
    } else {
      for (int i = 0; i + k <= words.size(); i++) {
        shingles.add(String.join(" ", words.subList(i, i + k)));
      }
    }
    return shingles;
  }

  static List<String> stopWordShingles(String text, List<String> lowerCaseStopWords) {
    List<String> words = words(text);
    List<String> shingles = new ArrayList<>();
    for (int i = 0; i + 3 <= words.size(); i++) {
      if (lowerCaseStopWords.contains(words.get(i).toLowerCase(Locale.ROOT))) {
        shingles.add(String.join(" ", words.subList(i, i + 3)));
      }
    }
    return shingles;
  }

  static List<String> elements(String text) {
    return Arrays.stream(text.split("\n", -1)).filter(element -> !element.isEmpty()).toList();
  }

  static List<Long> hashes(List<String> shingles) {
    return shingles.stream().map(Plain::hash).toList();
  }

  static long hash(String shingle) {
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
