package io.neardup.lsh;

/**
 * A Bloom filter of hashes: it may say that it has a hash that was not added, but never that it
 * lacks one that was. The three bits of a hash are in one word, so that a look takes one access to
 * memory (F. Putze, P. Sanders, J. Singler, "Cache-, hash- and space-efficient Bloom filters", WEA
 * 2007). Before that, a hash is sought by its lower bits in a table that fits in a cache of the
 * processor. With {@value #HASHES_OF_WORD} hashes a word it lets 0.2 % of the others pass.
 *
 * <p>Not safe for use by several threads while hashes are added.
 */
public final class HashFilter {

  /** For how many hashes a word of 64 bits suffices. */
  public static final int HASHES_OF_WORD = 2;

  private static final int BIT_BITS = 6;

  /** The words of the table by lower bits, which come first. */
  public static final int TABLE = 1 << 11;

  private static final int TABLE_SHIFT = Integer.SIZE - 1 - 11;

  private final long[] words;

  /** Makes an empty filter of so many words, more than {@value #TABLE}. */
  public HashFilter(int words) {
    this.words = new long[words];
  }

  /** Makes an empty filter that has room for so many hashes. */
  public static HashFilter forHashes(double hashes) {
    return new HashFilter(TABLE + 1 + (int) (hashes / HASHES_OF_WORD));
  }

  /** Adds a hash, whose upper bits are spread evenly. Bit 31 is not used. */
  public void add(long hash) {
    words[inTable(hash)] |= 1L << (hash >>> (TABLE_SHIFT - BIT_BITS));
    words[word(hash)] |= bits(hash);
  }

  /** Returns whether a hash was added, or seems to be. */
  public boolean mayHave(long hash) {
    if (((words[inTable(hash)] >>> (hash >>> (TABLE_SHIFT - BIT_BITS))) & 1) == 0) {
      return false;
    }
    long bits = bits(hash);
    return (words[word(hash)] & bits) == bits;
  }

  /** Returns the words. */
  public long[] words() {
    return words;
  }

  /** Returns the share of other hashes that pass, if so many were added to so many words. */
  public static double passing(double hashes, double words) {
    double mean = hashes / words;
    return 1 - 3 * empty(mean, 1) + 3 * empty(mean, 2) - empty(mean, 3);
  }

  /** Returns how probably so many bits are empty, where a word has a random number of hashes. */
  private static double empty(double mean, int bits) {
    return Math.exp(mean * (Math.pow(1 - 1.0 / Long.SIZE, 3 * bits) - 1));
  }

  private static int inTable(long hash) {
    return (int) (hash >>> TABLE_SHIFT) & (TABLE - 1);
  }

  private int word(long hash) {
    return TABLE + (int) (((hash >>> Integer.SIZE) * (words.length - TABLE)) >>> Integer.SIZE);
  }

  private static long bits(long hash) {
    return 1L << (hash >>> 1)
        | 1L << (hash >>> (1 + BIT_BITS))
        | 1L << (hash >>> (1 + 2 * BIT_BITS));
  }
}
