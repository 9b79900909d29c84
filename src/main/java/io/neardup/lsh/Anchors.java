package io.neardup.lsh;

import io.neardup.similarity.IndexedSet;
import io.neardup.sort.HashSort;
import io.neardup.sort.SplitMix;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * Finds the anchors of documents: hashes by which a document meets the larger ones that contain it.
 *
 * <p>A window is {@code w} consecutive shingles of a document, and its hash depends on their order.
 * A hash has a <em>level</em>: the number of its trailing zeros plus {@value #LOG_ANCHORS}. A
 * document of s different shingles is of size class p = ⌊log₂ s⌋, or of the least class if that is
 * greater. Its own anchors are the windows of level p and above. One window in 2<sup>p</sup> /
 * {@value #ANCHORS} is one on average, so a document has about {@value #ANCHORS} to 32, and fewer
 * below the least class. It also shows the anchors of smaller documents that it may contain: its
 * windows of lower levels, down to the least class. A document and a larger one that contains
 * nearly all of it share nearly all of its own anchors, however large the larger one is. The
 * signatures of both would hardly agree: their Jaccard similarity is at most s divided by the
 * larger size. An anchor of all shingles, in any order, is for equal sets.
 *
 * <p>Partitions by powers of two of the size: LSH Ensemble (E. Zhu, F. Nargesian, K. Pu, R. Miller,
 * VLDB 2016, doi:10.14778/2994509.2994534). A share of the hashes that does not depend on the
 * document, instead of a number of minima: "modulo sketches" (A. Broder, "On the resemblance and
 * containment of documents", 1997). Windows rather than single shingles, as frequent phrases are in
 * many documents, but few have many shingles in a row in common by chance.
 *
 * <p>Deterministic; the hashes are part of the stored format. Linear time. Memory: 8 bytes for each
 * anchor of a document. Not safe for use by several threads.
 */
public final class Anchors {

  /** The least expected number of own anchors. */
  public static final int ANCHORS = 16;

  private static final int LOG_ANCHORS = 4;

  /** The level of the anchor of all shingles, above that of every size. */
  private static final int LEVEL_OF_ALL = 28;

  private static final long BASE = 0x9E3779B97F4A7C15L; // odd, so that powers do not vanish

  private final int window;
  private final int leastClass;
  private final long leavingFactor;
  private final HashSort sort = new HashSort();
  private long[] anchors = new long[64];
  private int size;
  private int ownLevel;

  /**
   * Makes an instance for documents of any size.
   *
   * @param window how many shingles are in a window, at least 1
   * @param minShingles the size from which documents have about {@value #ANCHORS} own anchors;
   *     smaller ones have fewer. At least {@value #ANCHORS}
   */
  public Anchors(int window, int minShingles) {
    if (window < 1 || minShingles < ANCHORS) {
      throw new IllegalArgumentException("window " + window + ", at least " + minShingles);
    }
    this.window = window;
    this.leastClass = log2(minShingles);
    long factor = 1;
    for (int i = 0; i < window; i++) {
      factor *= BASE;
    }
    leavingFactor = factor;
  }

  private static int log2(int size) {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(size);
  }

  /**
   * Finds the anchors of a document.
   *
   * @param shingles of the document, in its order, repeats included, at least one; afterwards in
   *     any
   * @param set takes them over
   */
  public void find(LongArrayList shingles, IndexedSet set) {
    findWindows(shingles.elements(), shingles.size());
    set.take(shingles.elements(), shingles.size());
    ownLevel = Math.max(leastClass, log2(set.size()));
    long[] distinct = set.elements();
    long all = 0;
    for (int i = 0; i < set.size(); i++) {
      all += SplitMix.mix(distinct[i] ^ BASE);
    }
    add(SplitMix.mix(all) & -1L << (LEVEL_OF_ALL - LOG_ANCHORS));
  }

  private void findWindows(long[] shingles, int length) {
    size = 0;
    long rolling = 0;
    for (int i = 0; i < length; i++) {
      rolling = rolling * BASE + SplitMix.mix(shingles[i]);
      if (i >= window) {
        rolling -= leavingFactor * SplitMix.mix(shingles[i - window]);
      }
      if (i >= window - 1) {
        long hash = SplitMix.mix(rolling);
        if (level(hash) >= leastClass) {
          add(hash);
        }
      }
    }
    size = sort.sortDistinct(anchors, size);
  }

  private void add(long hash) {
    if (size == anchors.length) {
      anchors = Arrays.copyOf(anchors, 2 * size);
    }
    anchors[size++] = hash;
  }

  /** Returns how many anchors the document shows. */
  public int size() {
    return size;
  }

  /** Returns an anchor; its upper bits are spread evenly. */
  public long anchor(int index) {
    return anchors[index];
  }

  /** Returns whether an anchor is one of the document's own: larger documents may contain it. */
  public boolean isOwn(int index) {
    return level(anchors[index]) >= ownLevel;
  }

  /** Returns the level of an anchor: the greatest size class of documents whose own it is. */
  public static int level(long anchor) {
    return Long.numberOfTrailingZeros(anchor) + LOG_ANCHORS;
  }
}
