package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A set of stop words, looked up by the bytes of a word. The look-up ignores case ({@code
 * toLowerCase(ROOT)}). Immutable.
 */
public final class StopWords {

  private static final String ENGLISH = "stop-words-english.txt";

  private final Set<String> words; // in lower case

  private StopWords(Set<String> words) {
    this.words = words;
  }

  /**
   * Returns about 170 English function words (articles, pronouns, prepositions, conjunctions,
   * auxiliary verbs), the same in every call.
   *
   * @throws IllegalStateException if the list is missing from the program's jar
   */
  public static StopWords english() {
    try (InputStream in = StopWords.class.getResourceAsStream(ENGLISH)) {
      if (in == null) {
        throw new IllegalStateException("Not on the class path: io/neardup/text/" + ENGLISH);
      }
      return parse(new InputStreamReader(in, UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the stop words of a list: one per line, in any case and order. A comment starts at
   * {@code #}; empty lines and repeats do not matter. Reads to the end of the reader and leaves it
   * open.
   *
   * @throws IllegalArgumentException if a line holds several words, or the list none
   * @throws UncheckedIOException if reading fails
   */
  public static StopWords parse(Reader list) {
    Set<String> words = new HashSet<>();
    List<String> lines = new BufferedReader(list).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String word = lines.get(i).replaceFirst("(?s)#.*", "").strip();
      if (word.chars().anyMatch(Character::isWhitespace)) {
        throw new IllegalArgumentException(
            "Line " + (i + 1) + " of the stop words holds more than one word: " + word);
      }
      if (!word.isEmpty()) {
        words.add(word.toLowerCase(Locale.ROOT));
      }
    }
    if (words.isEmpty()) {
      throw new IllegalArgumentException("The list of stop words is empty");
    }
    return new StopWords(words);
  }

  /**
   * Returns whether the {@code length} bytes of valid UTF-8 from {@code offset} on are a stop word,
   * in whatever case.
   *
   * @throws IndexOutOfBoundsException if {@code text} does not have these bytes
   */
  public boolean contains(byte[] text, int offset, int length) {
    return words.contains(new String(text, offset, length, UTF_8).toLowerCase(Locale.ROOT));
  }
}
