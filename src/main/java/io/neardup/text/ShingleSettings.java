package io.neardup.text;

import java.util.List;
import java.util.Objects;

/**
 * How documents are cut into shingles. Two documents can be compared only if their shingles were
 * made with equal settings.
 *
 * @param unit what a shingle is made of
 * @param size the number k of units in a shingle, 1 to 1000. For {@code STOPWORD} it is always 3,
 *     whatever is given; for {@code ELEMENT} it has no meaning
 * @param hashBits 64, or 32 to hash shingles to [0, 2³²) (<i>Mining of Massive Datasets</i> 3.2.3)
 * @param multiset whether the repeats of a shingle count, for the Jaccard similarity of bags
 * @param ignored regular expressions of passages that are left out first, see {@link IgnoredText};
 *     this and the next one have no effect for {@code ELEMENT}
 * @param normalization applied then
 * @param wordBoundaries what divides words
 */
public record ShingleSettings(
    Unit unit,
    int size,
    int hashBits,
    boolean multiset,
    List<String> ignored,
    Normalization normalization,
    WordBoundaries wordBoundaries) {

  /** The largest size of a shingle. */
  public static final int MAX_SIZE = 1000;

  static final int STOP_WORD_SIZE = 3;

  private static final int SIZES_OF_PASSAGE = 3;

  /** What a shingle is made of. */
  public enum Unit {
    /** Unicode code points: see {@link CharShingler}. */
    CHAR,
    /** Words: see {@link WordShingler}. */
    WORD,
    /** A stop word and the two words after it: see {@link StopWordShingler}. */
    STOPWORD,
    /** The elements of a set: see {@link ElementShingler}. */
    ELEMENT
  }

  /**
   * Makes settings.
   *
   * @throws IllegalArgumentException if the size or the number of hash bits is out of range
   */
  public ShingleSettings {
    Objects.requireNonNull(unit, "unit");
    ignored = List.copyOf(ignored);
    Objects.requireNonNull(normalization, "normalization");
    Objects.requireNonNull(wordBoundaries, "wordBoundaries");
    if (size < 1 || size > MAX_SIZE) {
      throw new IllegalArgumentException("A shingle has 1 to " + MAX_SIZE + " units, not " + size);
    }
    if (hashBits != 32 && hashBits != 64) {
      throw new IllegalArgumentException("A shingle's hash has 32 or 64 bits, not " + hashBits);
    }
    if (unit == Unit.STOPWORD) {
      size = STOP_WORD_SIZE;
    }
  }

  /**
   * Returns how many stop shingles that follow each other are left out at least: 3k, a passage of
   * 35 characters or 11 words with the usual sizes; fewer, as of frequent words, say something. The
   * elements of a set do not follow each other: 1.
   */
  int minPassage() {
    return unit == Unit.ELEMENT ? 1 : SIZES_OF_PASSAGE * size;
  }

  /** Returns these settings with hashes of so many bits, and repeats as they are. */
  public ShingleSettings ofOccurrences(int bits) {
    return new ShingleSettings(unit, size, bits, false, ignored, normalization, wordBoundaries);
  }

  static int requirePositive(int k) {
    if (k < 1) {
      throw new IllegalArgumentException("A shingle has at least one unit, not " + k);
    }
    return k;
  }
}
