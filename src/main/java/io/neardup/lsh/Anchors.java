package io.neardup.lsh;

import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.SignatureScheme;
import io.neardup.sort.HashSort;
import io.neardup.sort.SplitMix;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Finds the anchors of documents: hashes by which a document meets the larger ones that contain it.
 *
 * <p>A window is {@code w} consecutive shingles of a document. Its hash is made of the first and
 * the last one, which cover it if shingles are of {@code w} characters or words, or more. The
 * {@value #ANCHORS} smallest hashes of a document are its own anchors, or all if there are fewer: a
 * random sample. A document also shows its other windows, as they may be anchors of smaller
 * documents that it contains. A document and a larger one that contains it share those own anchors
 * that no edit has changed, however large the larger one is. The signatures of both would hardly
 * agree: their Jaccard similarity is at most the quotient of their sizes.
 *
 * <p>The smallest hashes of windows: A. Broder, "On the resemblance and containment of documents",
 * 1997. Windows rather than single shingles, as frequent phrases are in many documents, but few
 * have many shingles in a row in common by chance.
 *
 * <p>Deterministic; the hashes are part of the stored format. Linear time. Memory: 8 bytes for each
 * anchor of a document. Not safe for use by several threads.
 */
public final class Anchors extends ColumnSketcher {

  /** The most own anchors. */
  public static final int ANCHORS = 18;

  /** The slots of a signature of own anchors. */
  public static final int SLOTS = 2 * ANCHORS;

  private static final int GATHERED = 4 * ANCHORS;

  /** If there are so many on average, fewer than {@value #ANCHORS} are one case in ten million. */
  private static final double LIKELY_OWN = 50;

  /** Windows that are handled at once. */
  private static final int BLOCK = 1 << 10;

  private static final int LEASTS_SHIFT = Long.SIZE - 4;

  private static final long BASE = 0x9E3779B97F4A7C15L; // odd, so that powers do not vanish
  private static final long SQUARE = 0xDF442D22CE4859B9L; // of it

  private final int window;
  private final long most; // the largest hash that is used
  private final HashSort sort = new HashSort();
  private final HashFilter all = HashFilter.ofAll();
  private final long[] own = new long[GATHERED + BLOCK + 1];
  private int owned; // in it
  private long largestOwn; // no larger hash is an own anchor
  private long[] shown = new long[64];
  private int size;

  /**
   * Makes an instance for documents of any size.
   *
   * @param window how many shingles are in a window, at least 1
   * @param minShingles the size from which documents surely have {@value #ANCHORS} own anchors, if
   *     they have as many windows; smaller ones have fewer. At least {@code window}
   */
  public Anchors(int window, int minShingles) {
    super(SLOTS);
    if (window < 1 || minShingles < window) {
      throw new IllegalArgumentException("window " + window + ", at least " + minShingles);
    }
    this.window = window;
    most = likelyOwn(minShingles - window + 1);
  }

  /**
   * Finds the own anchors of a document, and no others.
   *
   * @param shingles of the document, in its order, repeats included
   */
  public void findOwn(LongArrayList shingles) {
    gatherOwn(shingles);
    size = owned;
    System.arraycopy(own, 0, shown, 0, size);
  }

  /**
   * Makes the signature of a document: its own anchors, ascending, each in two slots; what is
   * missing is {@link SignatureScheme#EMPTY}.
   *
   * @param elements in the order of the document
   */
  @Override
  public void sketch(long[] elements, int length) {
    findOwn(LongArrayList.wrap(elements, length));
    for (int i = 0; i < ANCHORS; i++) {
      long hash = i < size ? shown[i] : SignatureScheme.EMPTY;
      minima[2 * i] = hash >>> Integer.SIZE;
      minima[2 * i + 1] = hash;
    }
  }

  @Override
  public int lastRound() {
    return 0;
  }

  /** Adds the anchors of an encoded signature to a filter that another one has, too. */
  public static void addTo(HashFilter filter, byte[] encoded, int from, HashFilter other) {
    ByteBuffer hashes = ByteBuffer.wrap(encoded, from, Integer.BYTES * SLOTS);
    while (hashes.hasRemaining()) {
      long hash = hashes.getLong();
      if (hash != SignatureScheme.EMPTY && other.mayHave(anchor(hash))) {
        filter.add(anchor(hash));
      }
    }
  }

  /**
   * Adds what others look for: all anchors of a document that others may own, and {@link #ofSet}.
   */
  public void addTo(HashFilter filter, LongArrayList shingles) {
    findAll(shingles);
    for (int i = 0; i < size; i++) {
      filter.add(anchor(shown[i]));
    }
    filter.add(ofSet(shingles));
  }

  /** Finds all anchors of a document that others may own. */
  public void findAll(LongArrayList shingles) {
    find(shingles, all, 0);
  }

  /**
   * Finds the anchors of a document: of its windows those that may matter.
   *
   * @param shingles of the document, in its order, repeats included, at least one
   * @param matter has the anchors that do
   * @param least if the document has fewer of these, none counts as its own; 0 if all its own ones
   *     are among them
   */
  public void find(LongArrayList shingles, HashFilter matter, int least) {
    size = 0;
    findWindows(shingles, matter);
    size = sort.sortDistinct(shown, size);
    largestOwn = -1;
    if (least == 0) {
      owned = Math.min(ANCHORS, size);
      largestOwn = size < ANCHORS ? most : shown[ANCHORS - 1];
    } else if (size >= least) {
      gatherOwn(shingles);
    }
  }

  private void gatherOwn(LongArrayList shingles) {
    largestOwn = Math.min(most, likelyOwn(shingles.size()));
    findWindows(shingles, null);
    if (owned < ANCHORS && largestOwn < most) {
      largestOwn = most;
      findWindows(shingles, null);
    }
  }

  /** Returns the largest hash that is likely to be an own anchor, of so many windows. */
  private static long likelyOwn(int windows) {
    return (long) (Math.min(1, LIKELY_OWN / windows) * Long.MAX_VALUE);
  }

  /** Shows the windows that matter, or gathers those that may be own ones if it is null. */
  private void findWindows(LongArrayList list, HashFilter matter) {
    long[] shingles = list.elements();
    int windows = list.size() - window + 1;
    owned = 0;
    for (int from = 0; from < windows; from += BLOCK) {
      int end = Math.min(windows, from + BLOCK);
      if (matter == null) {
        gatherOwn(shingles, from, end);
      } else {
        show(shingles, from, end, matter);
      }
    }
    chooseOwn();
  }

  /** Gathers some windows if they may be own ones. */
  private void gatherOwn(long[] shingles, int from, int end) {
    int gathered = owned;
    for (int at = from; at < end; at++) { // without a branch, which would not be foreseeable
      long hash = hash(shingles[at], shingles[at + window - 1]);
      own[gathered] = hash;
      gathered += 1 + (int) ((largestOwn - hash) >> (Long.SIZE - 1));
    }
    owned = gathered;
    if (owned > GATHERED) {
      chooseOwn();
    }
  }

  /** Shows some windows if they matter. */
  private void show(long[] shingles, int from, int end, HashFilter matter) {
    shown = LongArrays.grow(shown, size + BLOCK, size);
    long[] hashes = shown;
    int hashed = size;
    for (int at = from; at < end; at++) { // likewise
      long hash = hash(shingles[at], shingles[at + window - 1]);
      hashes[hashed] = hash;
      hashed += matter.inTable(hash);
    }
    for (int i = size; i < hashed; i++) {
      long hash = hashes[i];
      hashes[size] = hash;
      size += hash <= most && matter.mayHave(anchor(hash)) ? 1 : 0;
    }
  }

  /** Returns the hash of a window; one bit is left 0, so that anchors are even. */
  private static long hash(long first, long last) {
    return ((first * BASE + last) * BASE) >>> 1 & ~(1L << Integer.SIZE);
  }

  private void chooseOwn() {
    owned = Math.min(ANCHORS, sort.sortDistinct(own, owned));
    if (owned == ANCHORS) {
      largestOwn = own[ANCHORS - 1];
    }
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

  /** Returns the index of an anchor, or a negative number if it was not found. */
  public int index(long anchor) {
    return Arrays.binarySearch(shown, 0, size, anchor(anchor));
  }

  /** Brings the bits forward that do not tell whether a hash is small, or back. */
  private static long anchor(long hash) {
    return Long.rotateLeft(hash, Integer.SIZE);
  }

  /** Returns whether an anchor is one of the document's own: larger documents may contain it. */
  public boolean isOwn(int index) {
    return shown[index] <= largestOwn;
  }

  /**
   * Returns a hash that is the same for equal sets of shingles, and seldom for others; it is odd.
   * It is made of the least shingles, one for each value of the upper four bits.
   */
  public static long ofSet(LongArrayList list) {
    long[] shingles = list.elements();
    long[] leasts = new long[1 << (Long.SIZE - LEASTS_SHIFT)];
    Arrays.fill(leasts, Long.MAX_VALUE);
    for (int i = 0; i < list.size(); i++) {
      int place = (int) (shingles[i] >>> LEASTS_SHIFT);
      if (shingles[i] < leasts[place]) { // seldom, once a few have been seen
        leasts[place] = shingles[i];
      }
    }
    long ofSet = 0;
    for (long least : leasts) {
      ofSet = SplitMix.mix(ofSet + least);
    }
    return ofSet | 1;
  }

  /** Returns the hash of shingles in their order, repeats included. */
  public static long ofSequence(LongArrayList list) {
    long[] shingles = list.elements();
    int i = list.size() % 2;
    long hash = i == 0 ? 0 : shingles[0];
    for (; i < list.size(); i += 2) { // two at a time: one multiplication waits for the other
      hash = hash * SQUARE + (shingles[i] * BASE + shingles[i + 1]);
    }
    return SplitMix.mix(hash);
  }
}
