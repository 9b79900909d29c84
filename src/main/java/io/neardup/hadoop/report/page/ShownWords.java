package io.neardup.hadoop.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words of a text, in order, as far as they are looked at. A word is a run of letters and
 * digits, or any other character; in scripts without spaces between words, one character. Longer
 * words than {@value #MAX_LENGTH} characters are divided.
 *
 * @param words without the white space around them
 * @param spaced whether white space comes before each word
 * @param whole whether these are all words of the text
 */
record ShownWords(List<String> words, List<Boolean> spaced, boolean whole) {

  private static final int MAX_LENGTH = 40;

  private static final String UNSPACED =
      "\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}\\p{IsLao}\\p{IsKhmer}\\p{IsMyanmar}";

  private static final String LETTER =
      "[\\p{Mn}\\p{Mc}[\\p{javaLetterOrDigit}_&&[^" + UNSPACED + "]]&&[^\\p{IsIdeographic}]]";

  private static final Pattern SPACE_OR_WORD =
      Pattern.compile(
          "(?s)[\\p{javaWhitespace}\\p{javaSpaceChar}]+|(" + LETTER + "{1," + MAX_LENGTH + "}|.)");

  /** Returns the first words of a text. */
  static ShownWords of(String text, int max) {
    List<String> words = new ArrayList<>();
    List<Boolean> spaced = new ArrayList<>();
    boolean space = false;
    int end = 0;
    Matcher found = SPACE_OR_WORD.matcher(text);
    while (words.size() < max && found.find()) {
      end = found.end();
      boolean isWord = found.group(1) != null;
      if (isWord) {
        words.add(found.group());
        spaced.add(space);
      }
      space = !isWord;
    }
    return new ShownWords(words, spaced, text.substring(end).isBlank());
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
