package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * A set of stop words, looked up by the bytes of a word. The look-up ignores case ({@code
 * toLowerCase(ROOT)}). Immutable.
 */
public final class StopWords {

  private static final String ENGLISH = "stop-words-english.txt";
  // The lower case of a character takes at least a third of its bytes.
  private static final int MAX_SHRINKING = 3;

  // Open addressing, at most half full; the words in lower case.
  private final byte[][] table;
  private final int maxBytes;

  private StopWords(Set<String> words) {
    table = new byte[Integer.highestOneBit(words.size()) * 4][];
    int longest = 0;
    for (String word : words) {
      byte[] bytes = word.getBytes(UTF_8);
      longest = Math.max(longest, bytes.length);
      int slot = slotOf(bytes, 0, bytes.length);
      while (table[slot] != null) {
        slot = next(slot);
      }
      table[slot] = bytes;
    }
    maxBytes = longest;
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
    BufferedReader lines = new BufferedReader(list);
    try {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        int comment = line.indexOf('#');
        String word = (comment < 0 ? line : line.substring(0, comment)).strip();
        if (word.chars().anyMatch(Character::isWhitespace)) {
          throw new IllegalArgumentException(
              "Line " + number + " of the stop words holds more than one word: " + word);
        }
        if (!word.isEmpty()) {
          words.add(word.toLowerCase(Locale.ROOT));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (words.isEmpty()) {
      throw new IllegalArgumentException("The list of stop words is empty");
    }
    return new StopWords(words);
  }

  /**
   * Returns whether the {@code length} bytes of valid UTF-8 from {@code offset} on are a stop word,
   * in whatever case. Allocates nothing for a word in ASCII.
   *
   * @throws IndexOutOfBoundsException if {@code text} does not have these bytes
   */
  public boolean contains(byte[] text, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, text.length);
    if (length > MAX_SHRINKING * maxBytes) {
      return false;
    }
    if (Utf8.endOfAscii(text, offset, offset + length) == offset + length) {
      return find(text, offset, length);
    }
    byte[] word = new String(text, offset, length, UTF_8).toLowerCase(Locale.ROOT).getBytes(UTF_8);
    return find(word, 0, word.length);
  }

  private boolean find(byte[] text, int offset, int length) {
    for (int slot = slotOf(text, offset, length); table[slot] != null; slot = next(slot)) {
      if (matches(table[slot], text, offset, length)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(byte[] word, byte[] text, int offset, int length) {
    if (word.length != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (word[i] != lower(text[offset + i])) {
        return false;
      }
    }
    return true;
  }

  private int slotOf(byte[] text, int offset, int length) {
    int hash = 0;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + lower(text[i]);
    }
    return (hash ^ (hash >>> 16)) & (table.length - 1);
  }

  private int next(int slot) {
    return (slot + 1) & (table.length - 1);
  }

  private static byte lower(byte b) {
    return b >= 'A' && b <= 'Z' ? (byte) (b | 0x20) : b;
  }
}
