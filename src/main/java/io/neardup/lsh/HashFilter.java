package io.neardup.lsh;

import java.util.Arrays;

/**
 * A Bloom filter of hashes: it may say that it has a hash that was not added, but never that it
 * lacks one that was. The {@value #BITS} bits of a hash are in one word, so that a look takes one
 * access to memory (F. Putze, P. Sanders, J. Singler, "Cache-, hash- and space-efficient Bloom
 * filters", WEA 2007). With a hash a word one in 5,900 of the others passes.
 *
 * <p>Before the words a table has a bit for each value of 19 bits of a hash, those after the first
 * of its lower half. It stays in the second cache of a processor, and stops most other hashes if
 * few were added, or if these mostly begin with zeros there, as anchors of long documents do.
 *
 * <p>Not safe for use by several threads while hashes are added.
 */
public final class HashFilter {

  private static final int BITS = 4; // of a hash, one in each part of a word
  private static final int PART = Long.SIZE / BITS;
  private static final int PART_BITS = 4;

  private static final int LOG_TABLE = 13; // larger ones stop more, but are too far away

  /** The words of the table; they come first. */
  public static final int TABLE = 1 << LOG_TABLE;

  private static final int TABLE_WORD = Long.SIZE - 1 - LOG_TABLE;
  private static final int TABLE_BIT = TABLE_WORD - 6;

  private final long[] words;

  /**
   * Makes a filter of the {@link #words} of others, united bit by bit, more than {@link #TABLE}.
   */
  public HashFilter(long[] words) {
    this.words = words;
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
    long rotated = Long.rotateLeft(hash, Integer.SIZE) & Long.MAX_VALUE;
    words[(int) (rotated >>> TABLE_WORD)] |= 1L << (rotated >>> TABLE_BIT);
  }

  /** Returns whether a hash was added, or seems to be. */
  public boolean mayHave(long hash) {
    long bits = bits(hash);
    return (words[word(hash)] & bits) == bits;
  }

  /**
   * Returns 1 if some hash was added whose lower half begins like the upper half of a number that
   * is not negative; 0 otherwise.
   */
  int inTable(long rotated) {
    return (int) (words[(int) (rotated >>> TABLE_WORD)] >>> (rotated >>> TABLE_BIT)) & 1;
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

  private static long bits(long hash) {
    long bits = 0;
    for (int bit = 0; bit < BITS; bit++) {
      long place = (hash >>> (1 + bit * PART_BITS)) & (PART - 1);
      bits |= 1L << (place + bit * (long) PART);
    }
    return bits;
  }
}
