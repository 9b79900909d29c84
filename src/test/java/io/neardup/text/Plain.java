package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.Hashing;
import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.UnicodeSet;
import com.ibm.icu.text.UnicodeSetSpanner;
import com.ibm.icu.util.ULocale;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The package once more, slow and plain, on Strings: what its fast paths are compared with. */
public final class Plain {

  private static final String WHITE_SPACE =
      "[\\x{9}-\\x{D}\\x{20}\\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}"
          + "\\x{205F}\\x{3000}]+";
  private static final String MARK = "[\\p{M}\\x{FF9E}\\x{FF9F}]";
  private static final String THIRTY_MARKS_BEFORE_ONE = "(" + MARK + "{30})(?=" + MARK + ")";
  private static final String NOT_IN_TEXT = "\uD800"; // half a character

  private static final UnicodeSetSpanner IGNORABLE =
      new UnicodeSetSpanner(new UnicodeSet("[:Default_Ignorable_Code_Point:]"));
  private static final UnicodeSet NOT_LETTERS = new UnicodeSet("[\\p{P}\\p{S}\\p{Me}]");

  static {
    for (int c = 10; c < 256; c = c == 35 ? 200 : c + 1) {
      UnicodeSet marks = new UnicodeSet();
      NOT_LETTERS.addAll(marks.applyIntPropertyValue(UProperty.CANONICAL_COMBINING_CLASS, c));
    }
  }

  private static final UnicodeSet OF_WORDS =
      new UnicodeSet(
          "[[:WB=ALetter:][:WB=Numeric:][:WB=Hebrew_Letter:][:WB=Katakana:]"
              + "[[:Alphabetic:]&[:WB=Other:]]]");

  private Plain() {}

  /** Returns what shingles are made of. */
  public static String normalize(byte[] bytes, Normalization normalization) {
    String text = new String(bytes, UTF_8);
    return switch (normalization) {
      case NONE -> text;
      case WHITESPACE -> collapse(text);
      case FOLD -> collapse(fold(text, folded -> folded));
      case LETTERS -> collapse(fold(text, Plain::letters));
    };
  }

  /** Returns a text without what each of the expressions matches, line by line. */
  public static byte[] without(byte[] bytes, String expressions) {
    String rest = new String(bytes, UTF_8);
    for (String expression : expressions.lines().toList()) {
      rest = Pattern.compile(expression, Pattern.MULTILINE).matcher(rest).replaceAll("");
    }
    return rest.getBytes(UTF_8);
  }

  private static String collapse(String text) {
    String collapsed = text.replaceAll(WHITE_SPACE, " ");
    return collapsed.replaceAll("^ | $", "");
  }

  /** The definition of NFKC_Casefold, with runs of marks in pieces. */
  private static String fold(String text, UnaryOperator<String> further) {
    String divided = text.replaceAll(THIRTY_MARKS_BEFORE_ONE, "$1" + NOT_IN_TEXT);
    return Arrays.stream(divided.split(NOT_IN_TEXT, -1))
        .map(piece -> piece.codePoints().mapToObj(Plain::fold).collect(Collectors.joining()))
        .map(Normalizer2.getNFCInstance()::normalize)
        .map(further)
        .collect(Collectors.joining());
  }

  /** Returns the property NFKC_CF of a character. */
  private static String fold(int codePoint) {
    String before;
    String folded = Character.toString(codePoint);
    do {
      before = folded;
      folded =
          IGNORABLE.deleteFrom(
              Normalizer2.getNFKCInstance()
                  .normalize(
                      UCharacter.foldCase(Normalizer2.getNFDInstance().normalize(folded), true)));
    } while (!folded.equals(before));
    return folded;
  }

  private static String letters(String folded) {
    String letters =
        new UnicodeSetSpanner(NOT_LETTERS)
            .deleteFrom(Normalizer2.getNFDInstance().normalize(folded));
    return Normalizer2.getNFCInstance().normalize(letters);
  }

  /** Returns every k characters in succession; all of them if there are fewer. */
  public static List<String> charShingles(String text, int k) {
    return windows(text.codePoints().mapToObj(Character::toString).toList(), k, "");
  }

  private static Stream<String> words(String text, WordBoundaries boundaries) {
    Stream<String> words =
        Arrays.stream(text.split("[ \\t\\n\\x0B\\f\\r]+", -1)).filter(word -> !word.isEmpty());
    return boundaries == WordBoundaries.BLANK ? words : words.flatMap(Plain::wordsOfUnicode);
  }

  private static Stream<String> wordsOfUnicode(String text) {
    BreakIterator breaks = BreakIterator.getWordInstance(ULocale.ROOT);
    breaks.setText(text);
    List<String> words = new ArrayList<>();
    for (int from = 0, to = breaks.next();
        to != BreakIterator.DONE;
        from = to, to = breaks.next()) {
      if (OF_WORDS.containsSome(text.substring(from, to))) {
        words.add(text.substring(from, to));
      }
    }
    return words.stream();
  }

  /** Returns every k words in succession; all of them if there are fewer. */
  public static List<String> wordShingles(String text, int k, WordBoundaries boundaries) {
    return windows(words(text, boundaries).toList(), k, " ");
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
  public static List<String> stopWordShingles(
      String text, WordBoundaries boundaries, Predicate<String> isStopWord) {
    List<String> words = words(text, boundaries).toList();
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
