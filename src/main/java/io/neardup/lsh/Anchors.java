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
 * The {@value #ANCHORS} smallest hashes of a document are its own anchors, or all if there are
 * fewer: a random sample. A document also shows its other windows, as they may be anchors of
 * smaller documents that it contains. A document and a larger one that contains it share those own
 * anchors that no edit has changed, however large the larger one is. The signatures of both would
 * hardly agree: their Jaccard similarity is at most the quotient of their sizes.
 *
 * <p>The smallest hashes of windows: A. Broder, "On the resemblance and containment of documents",
 * 1997. Windows rather than single shingles, as frequent phrases are in many documents, but few
 * have many shingles in a row in common by chance.
 *
 * <p>Deterministic; the hashes are part of the stored format. Linear time. Memory: 8 bytes for each
 * anchor of a document. Not safe for use by several threads.
 */
public final class Anchors {

  /** The most own anchors. */
  public static final int ANCHORS = 32;

  private static final int GATHERED = 4 * ANCHORS;

  /** So many windows have {@value #ANCHORS} distinct ones among them but for one in a million. */
  private static final double LIKELY_OWN = 2.2 * ANCHORS;

  /** Windows that are hashed at once. */
  private static final int BLOCK = 1 << 10;

  private static final long NO_OWN = -1;

  private static final long BASE = 0x9E3779B97F4A7C15L; // odd, so that powers do not vanish

  private final int window;
  private final long most; // the largest hash that is used
  private final long leavingFactor;
  private final HashSort sort = new HashSort();
  private final HashFilter all = HashFilter.ofAll();
  private final long[] own = new long[GATHERED + BLOCK + 1];
  private int owned; // in it
  private long largestOwn; // no larger hash is an own anchor
  private long[] shown = new long[64];
  private int size;
  private final long[] block = new long[BLOCK]; // hashes of windows
  private long rolling; // hash of the last window, not mixed
  private long least; // shingle
  private boolean showedNothing; // the last document
  private long ofSequence;
  private long ofSet;

  /**
   * Makes an instance for documents of any size.
   *
   * @param window how many shingles are in a window, at least 1
   * @param minShingles the size from which documents have {@value #ANCHORS} own anchors on average;
   *     smaller ones have fewer, and fewer windows are used. At least {@code window}
   */
  public Anchors(int window, int minShingles) {
    if (window < 1 || minShingles < window) {
      throw new IllegalArgumentException("window " + window + ", at least " + minShingles);
    }
    this.window = window;
    double share = Math.min(1, (double) ANCHORS / (minShingles - window + 1));
    most = (long) (share * Long.MAX_VALUE);
    long factor = 1;
    for (int i = 0; i < window; i++) {
      factor *= BASE;
    }
    leavingFactor = factor;
  }

  /**
   * Finds the own anchors of a document, and no others.
   *
   * @param shingles of the document, in its order, repeats included
   */
  public void findOwn(LongArrayList shingles) {
    findWindows(shingles, null);
    for (int i = 0; i < owned; i++) {
      show(own[i]);
    }
  }

  /**
   * Adds what {@link #find} looks for: the least shingle of a document, and its own anchors, or all
   * that others may own.
   */
  public void addTo(HashFilter filter, LongArrayList shingles, boolean ownOnly) {
    if (ownOnly) {
      findOwn(shingles);
    } else {
      findWindows(shingles, all, NO_OWN);
    }
    for (int i = 0; i < size; i++) {
      filter.add(anchor(shown[i]));
    }
    filter.add(ofLeast());
  }

  /**
   * Finds the anchors of a document: of its windows those that may matter.
   *
   * @param shingles of the document, in its order, repeats included, at least one; afterwards in
   *     any
   * @param set takes them over
   * @param matter has the anchors that do, and of sets the least shingle
   * @param ownMatter whether it has all own anchors of the document
   * @return whether the document may meet another one; if not, its set was not hashed
   */
  public boolean find(
      LongArrayList shingles, IndexedSet set, HashFilter matter, boolean ownMatter) {
    find(shingles, matter, ownMatter);
    if (size == 0 && !matter.mayHave(ofLeast())) {
      return false;
    }
    set.take(shingles.elements(), shingles.size());
    ofSet = 0;
    long[] distinct = set.elements();
    for (int i = 0; i < set.size(); i++) {
      ofSet += SplitMix.mix(distinct[i] ^ BASE);
    }
    return true;
  }

  /** Finds all anchors of a document that others may own, as {@link #find} does. */
  public void findAll(LongArrayList shingles, IndexedSet set) {
    find(shingles, set, all, true);
  }

  /** Finds the anchors of a document as {@link #find} does; its shingles stay as they are. */
  public void find(LongArrayList shingles, HashFilter matter, boolean ownMatter) {
    if (ownMatter || showedNothing) { // as most do, so may this one: own anchors are not sought
      findWindows(shingles, matter, NO_OWN);
    }
    if (!ownMatter && (!showedNothing || size > 0)) {
      findWindows(shingles, matter);
    }
    showedNothing = size == 0;
    size = sort.sortDistinct(shown, size);
    if (ownMatter) {
      owned = Math.min(ANCHORS, size);
      largestOwn = size < ANCHORS ? most : shown[ANCHORS - 1];
    }
  }

  /** Finds own anchors, and the windows that matter, of which there are none if it is null. */
  private void findWindows(LongArrayList list, HashFilter matter) {
    double share = LIKELY_OWN / Math.max(LIKELY_OWN, list.size());
    if (!findWindows(list, matter, Math.min(most, (long) (share * Long.MAX_VALUE)))) {
      findWindows(list, matter, most);
    }
  }

  /** Returns whether own anchors were sought up to a hash that suffices. */
  private boolean findWindows(LongArrayList list, HashFilter matter, long mostOwn) {
    int windows = Math.max(0, list.size() - window + 1);
    size = 0;
    owned = 0;
    largestOwn = mostOwn;
    rolling = 0;
    ofSequence = 0;
    least = Long.MAX_VALUE;
    for (int i = 0; i < list.size() - windows; i++) {
      least = Math.min(least, list.getLong(i));
      rolling = rolling * BASE + list.getLong(i);
      ofSequence = ofSequence * BASE + list.getLong(i);
    }
    for (int from = 0; from < windows; from += BLOCK) {
      int length = Math.min(BLOCK, windows - from);
      hash(list.elements(), from, length);
      if (mostOwn > NO_OWN) {
        gatherOwn(length);
      }
      if (matter != null) {
        show(length, matter);
      }
    }
    chooseOwn();
    return owned == ANCHORS || mostOwn == most;
  }

  /** Hashes some windows from one on: each has the next shingle and lacks the first one before. */
  private void hash(long[] shingles, int from, int length) {
    long[] hashes = block;
    long ofWindow = rolling;
    long ofAll = ofSequence;
    long smallest = least;
    long leaving = from == 0 ? 0 : shingles[from - 1];
    for (int i = 0; i < length; i++) {
      long entering = shingles[from + i + window - 1];
      ofWindow = ofWindow * BASE + (entering - leaving * leavingFactor);
      ofAll = ofAll * BASE + entering;
      smallest = Math.min(smallest, entering);
      hashes[i] = mix(ofWindow);
      leaving = shingles[from + i];
    }
    rolling = ofWindow;
    ofSequence = ofAll;
    least = smallest;
  }

  private void gatherOwn(int length) {
    long[] gathered = own;
    int number = owned;
    for (int i = 0; i < length; i++) { // without a branch, which would not be foreseeable
      gathered[number] = block[i];
      number += 1 + (int) ((largestOwn - block[i]) >> (Long.SIZE - 1));
    }
    owned = number;
    if (owned > GATHERED) {
      chooseOwn();
    }
  }

  private void show(int length, HashFilter matter) {
    long[] anchors = block;
    for (int i = 0; i < length; i++) {
      anchors[i] = anchor(anchors[i]);
    }
    int selected = matter.select(anchors, length);
    for (int i = 0; i < selected; i++) {
      long hash = anchor(anchors[i]); // rotated by half is rotated back
      if (hash <= most) {
        show(hash);
      }
    }
  }

  /** Brings all bits forward but the last and, so that anchors are even, one in the middle. */
  private static long mix(long rolling) {
    return ((rolling ^ rolling >>> Integer.SIZE) * BASE) >>> 1 & ~(1L << Integer.SIZE);
  }

  private void chooseOwn() {
    owned = Math.min(ANCHORS, sort.sortDistinct(own, owned));
    if (owned == ANCHORS) {
      largestOwn = own[ANCHORS - 1];
    }
  }

  private void show(long hash) {
    if (size == shown.length) {
      shown = Arrays.copyOf(shown, 2 * size);
    }
    shown[size++] = hash;
  }

  /** Returns how many anchors were found. */
  public int size() {
    return size;
  }

  /** Returns how many own anchors the document has. */
  public int owned() {
    return owned;
  }

  /** Returns an anchor; its upper bits are spread evenly, and it is even. */
  public long anchor(int index) {
    return anchor(shown[index]);
  }

  /** Brings the bits forward that do not tell whether a hash is small, or back. */
  private static long anchor(long hash) {
    return Long.rotateLeft(hash, Integer.SIZE);
  }

  /** Returns whether an anchor is one of the document's own: larger documents may contain it. */
  public boolean isOwn(int index) {
    return shown[index] <= largestOwn;
  }

  /** Returns the hash of the least shingle; equal sets have the same. It is no anchor. */
  public long ofLeast() {
    return SplitMix.mix(least) | 1L << (Integer.SIZE - 1);
  }

  /** Returns the hash of all shingles, in any order; it is odd. */
  public long ofSet() {
    return SplitMix.mix(ofSet) | 1;
  }

  /** Returns the hash of the shingles in their order, repeats included. */
  public long ofSequence() {
    return SplitMix.mix(ofSequence);
  }
}
