package io.neardup.hadoop.report.page;

import java.util.ArrayList;
import java.util.List;

/**
 * The words of a text, in order, as far as they are looked at. A word is a run of letters and
 * digits, or any other character; in scripts without spaces between words, one character. Longer
 * words than {@value #MAX_LENGTH} characters are divided.
 *
 * @param words without the white space around them
 * @param spaced whether white space comes before each word
 * @param whole whether these are all words of the text
 */
record Words(List<String> words, List<Boolean> spaced, boolean whole) {

  private static final int MAX_LENGTH = 40;

  /** Returns the first words of a text. */
  static Words of(String text, int max) {
    List<String> words = new ArrayList<>();
    List<Boolean> spaced = new ArrayList<>();
    boolean space = false;
    int at = 0;
    while (at < text.length() && words.size() < max) {
      int codePoint = text.codePointAt(at);
      int end = at + Character.charCount(codePoint);
      if (isSpace(codePoint)) {
        space = true;
        at = end;
        continue;
      }
      if (isInWord(codePoint)) {
        while (end < text.length() && end - at < MAX_LENGTH && isInWord(text.codePointAt(end))) {
          end += Character.charCount(text.codePointAt(end));
        }
      }
      words.add(text.substring(at, end));
      spaced.add(space);
      space = false;
      at = end;
    }
    return new Words(words, spaced, text.substring(at).isBlank());
  }

  private static boolean isSpace(int codePoint) {
    return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
  }

  private static boolean isInWord(int codePoint) {
    if (Character.isIdeographic(codePoint)) {
      return false;
    }
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK -> true;
      default ->
          (Character.isLetterOrDigit(codePoint) || codePoint == '_') && !isUnspaced(codePoint);
    };
  }

  private static boolean isUnspaced(int codePoint) {
    return switch (Character.UnicodeScript.of(codePoint)) {
      case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> true;
      default -> false;
    };
  }

  int size() {
    return words.size();
  }

  /** Returns some words as they are in the text, with one space where it has white space. */
  String text(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int w = from; w < to; w++) {
      text.append(spaced.get(w) && w > 0 ? " " : "").append(words.get(w));
    }
    return text.toString();
  }
}
