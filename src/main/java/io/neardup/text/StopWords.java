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
import java.util.stream.Collectors;

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
   * {@code #}, first in a line or after white space; a byte order mark, empty lines and repeats do
   * not matter. Reads to the end of the reader and leaves it open.
   *
   * @throws IllegalArgumentException if a line holds several words, or the list none
   * @throws UncheckedIOException if reading fails
   */
  public static StopWords parse(Reader list) {
    Set<String> words = new HashSet<>();
    List<String> lines = new BufferedReader(list).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String word = lines.get(i).replace("\uFEFF", "").replaceFirst("(?s)(^|\\s)#.*", "").strip();
      if (word.chars().anyMatch(Character::isWhitespace)) {
        throw new IllegalArgumentException(
            "line " + (i + 1) + " holds more than one word: " + word);
      }
      if (!word.isEmpty()) {
        words.add(word.toLowerCase(Locale.ROOT));
      }
    }
    if (words.isEmpty()) {
      throw new IllegalArgumentException("there is no word");
    }
    return new StopWords(words);
  }

  /** Returns the same words as they are in texts of a normalization. */
  public StopWords normalized(Normalization normalization) {
    TextNormalizer normalizer = new TextNormalizer(List.of(), normalization);
    return new StopWords(
        words.stream()
            .map(word -> word.getBytes(UTF_8))
            .map(word -> normalizer.normalize(word, 0, word.length))
            .map(word -> new String(word.bytes(), 0, word.length(), UTF_8).toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet()));
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
