package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;

/**
 * Finds the words of texts. ASCII white space always divides them. With {@link
 * WordBoundaries#UNICODE}, what stands between is divided by the default word boundaries of Unicode
 * (UAX 29) as ICU has them, which finds words of Chinese, Japanese, Thai, Lao, Khmer and Burmese in
 * dictionaries; blanks, punctuation and symbols are no words. Takes linear time. Not safe for use
 * by several threads.
 */
final class Words {

  /** Receives words. */
  interface Sink {
    /** Takes the bytes [from, to) of the text, which are the next word. */
    void word(int from, int to);
  }

  private final WordBoundaries boundaries;
  private BreakIterator breaks; // made when a text first needs it: most languages never do

  Words(WordBoundaries boundaries) {
    this.boundaries = boundaries;
  }

  /**
   * Fills {@code into} with the words of the text, with one space between them, so that the bytes
   * of consecutive words are contiguous for hashing. Returns the number of words.
   */
  int join(byte[] text, int offset, int length, Utf8Buffer into) {
    into.clear();
    into.ensureCapacity(length);
    int[] words = new int[1];
    find(
        text,
        offset,
        offset + length,
        (from, to) -> {
          if (words[0]++ > 0) {
            into.append((byte) ' ');
          }
          into.append(text, from, to - from);
        });
    return words[0];
  }

  /** Finds the words of the valid UTF-8 [from, to), in its order. */
  void find(byte[] text, int from, int to, Sink sink) {
    int i = from;
    while (i < to) {
      if (Utf8.isAsciiWhiteSpace(text[i])) {
        i++;
        continue;
      }
      int start = i;
      while (i < to && !Utf8.isAsciiWhiteSpace(text[i])) {
        i++;
      }
      if (boundaries == WordBoundaries.BLANK) {
        sink.word(start, i);
      } else if (!WordRules.find(text, start, i, sink)) {
        divide(text, start, i, sink);
      }
    }
  }

  /** Finds words with ICU. */
  private void divide(byte[] text, int from, int to, Sink sink) {
    if (breaks == null) {
      breaks = BreakIterator.getWordInstance(ULocale.ROOT);
    }
    String piece = new String(text, from, to - from, UTF_8);
    breaks.setText(piece);
    int start = 0;
    int position = from; // in the bytes, of the character at {@code start}
    for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
      boolean isWord = false;
      int next = position;
      for (int cp; start < end; start += Character.charCount(cp)) {
        cp = piece.codePointAt(start);
        isWord |= WordRules.isOfWord(cp);
        next += Utf8.length(text[next]);
      }
      if (isWord) {
        sink.word(position, next);
      }
      position = next;
    }
  }

  /** Returns the end of the word that starts at {@code from}, in joined words [0, length). */
  static int endOfWord(byte[] joined, int from, int length) {
    int i = from;
    while (i < length && joined[i] != ' ') {
      i++;
    }
    return i;
  }
}
