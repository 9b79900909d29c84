package io.neardup.text;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Objects;

/**
 * Shingles that start at a stop word (<i>Mining of Massive Datasets</i> 3.2.4): a stop word and the
 * two words after it, joined by one space, in the case of the text. On a web page they favour prose
 * over the text around it. With {@link WordBoundaries#BLANK}, {@code "the,"} is not a stop word. A
 * stop word without two words after it starts no shingle, so a text may have no shingle. Not safe
 * for use by several threads.
 */
public final class StopWordShingler implements Shingler {

  private final Utf8Buffer joined = new Utf8Buffer();
  private final StopWords stopWords;
  private final Words words;

  /** Makes a shingler with these stop words. */
  public StopWordShingler(StopWords stopWords, WordBoundaries boundaries) {
    this.stopWords = Objects.requireNonNull(stopWords);
    words = new Words(boundaries);
  }

  @Override
  public void shingle(byte[] text, int offset, int length, LongArrayList out) {
    Objects.checkFromIndexSize(offset, length, text.length);
    if (words.join(text, offset, length, joined) >= ShingleSettings.STOP_WORD_SIZE) {
      slide(joined.bytes(), joined.length(), out);
    }
    joined.clear();
  }

  private void slide(byte[] all, int length, LongArrayList out) {
    int start = 0;
    int firstEnd = Words.endOfWord(all, start, length);
    int secondEnd = Words.endOfWord(all, firstEnd + 1, length);
    while (secondEnd < length) {
      int thirdEnd = Words.endOfWord(all, secondEnd + 1, length);
      if (stopWords.contains(all, start, firstEnd - start)) {
        out.add(ShortXxh3.hash(all, start, thirdEnd - start));
      }
      start = firstEnd + 1;
      firstEnd = secondEnd;
      secondEnd = thirdEnd;
    }
  }
}
