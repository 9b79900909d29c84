package io.neardup.lsh;

import java.util.Arrays;

/**
 * A Bloom filter of hashes: it may say that it has a hash that was not added, but never that it
 * lacks one that was. The {@value #BITS} bits of a hash are in one word, so that a look takes one
 * access to memory (F. Putze, P. Sanders, J. Singler, "Cache-, hash- and space-efficient Bloom
 * filters", WEA 2007). With a hash a word one in 5,900 of the others passes.
 *
 * <p>Before the words {@link #selectRotated} looks at a table of single bits, which fits in the
 * second cache of a processor. Hashes with as many zeros before the lower half share a part of it.
 * So it stops most hashes if half of them have no zero there, a quarter one and so on, but those
 * that were added have more, as anchors of documents of more than a few shingles do.
 *
 * <p>Not safe for use by several threads while hashes are added.
 */
public final class HashFilter {

  private static final int BITS = 4; // of a hash, one in each part of a word
  private static final int PART = Long.SIZE / BITS;
  private static final int PART_BITS = 4;

  /** The words of the table, by the zeros and the upper bits of hashes; they come first. */
  public static final int TABLE = 1 << 16;

  private static final int PARTS = 8; // of the table
  private static final int PART_WORDS = TABLE / PARTS;
  private static final int TABLE_SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(PART_WORDS);
  private static final int TABLE_BIT = TABLE_SHIFT - 6;

  private final long[] words;
  private int leastPart = PARTS; // of the table that has a hash

  /**
   * Makes a filter of the {@link #words} of others, united bit by bit, more than {@link #TABLE}.
   */
  public HashFilter(long[] words) {
    this.words = words;
    for (int word = TABLE - 1; word >= 0; word--) {
      leastPart = words[word] == 0 ? leastPart : word / PART_WORDS;
    }
  }

  /** Makes an empty filter that has room for so many hashes. */
  public static HashFilter forHashes(double hashes) {
    return new HashFilter(new long[TABLE + 1 + (int) hashes]);
  }

  /** Returns a filter that lets all pass. */
  public static HashFilter ofAll() {
    long[] words = new long[TABLE + 1];
    Arrays.fill(words, -1);
    return new HashFilter(words);
  }

  /** Adds a hash, whose upper bits are spread evenly. The last bit is not used. */
  public void add(long hash) {
    words[word(hash)] |= bits(hash);
    words[inTable(hash)] |= 1L << (hash >>> TABLE_BIT);
    leastPart = Math.min(leastPart, inTable(hash) / PART_WORDS);
  }

  /** Returns whether a hash was added, or seems to be. */
  public boolean mayHave(long hash) {
    long bits = bits(hash);
    return (words[word(hash)] & bits) == bits;
  }

  /**
   * Moves the hashes that were added, or seem to be, to the front, in their order. They are rotated
   * by half.
   *
   * @return how many they are of the first {@code length}
   */
  public int selectRotated(long[] rotated, int length) {
    int first = 0;
    for (int i = 0; i < length; i++) { // without a branch, which would not be foreseeable
      rotated[first] = rotated[i];
      long hash = Long.rotateLeft(rotated[i], Integer.SIZE);
      first += (int) (words[inTable(hash)] >>> (hash >>> TABLE_BIT)) & 1;
    }
    int selected = 0;
    for (int i = 0; i < first; i++) { // likewise; several accesses to memory at once
      rotated[selected] = rotated[i];
      selected += mayHave(Long.rotateLeft(rotated[i], Integer.SIZE)) ? 1 : 0;
    }
    return selected;
  }

  /**
   * Returns a number that no hash exceeds that was added, rotated by half, if these are not
   * negative.
   */
  public long mostRotated() {
    return Long.MAX_VALUE >>> Math.max(0, leastPart - 1);
  }

  /** Returns the words. */
  public long[] words() {
    return words;
  }

  /** Returns the share of other hashes that pass, if so many were added to so many words. */
  public static double passing(double hashes, double words) {
    double mean = hashes / words;
    return 1 - 4 * empty(mean, 1) + 6 * empty(mean, 2) - 4 * empty(mean, 3) + empty(mean, 4);
  }

  /** Returns how probably so many bits are empty, where a word has a random number of hashes. */
  private static double empty(double mean, int bits) {
    return Math.exp(mean * (Math.pow(1 - 1.0 / PART, bits) - 1));
  }

  private int word(long hash) {
    return TABLE + (int) (((hash >>> Integer.SIZE) * (words.length - TABLE)) >>> Integer.SIZE);
  }

  private static int inTable(long hash) {
    int part = Math.min(PARTS - 1, Integer.numberOfLeadingZeros((int) hash));
    return part * PART_WORDS + (int) (hash >>> TABLE_SHIFT);
  }

  private static long bits(long hash) {
    long bits = 0;
    for (int bit = 0; bit < BITS; bit++) {
      long place = (hash >>> (1 + bit * PART_BITS)) & (PART - 1);
      bits |= 1L << (place + bit * (long) PART);
    }
    return bits;
  }
}
