package io.neardup.reference;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The columns that share a bucket of a band, and which pairs of them are listed.
 *
 * <p>Columns with the same signature are twins. A column is ordinary if it has fewer than {@code
 * maxTwins} smaller twins. A pair (i, j), i &lt; j, is listed
 *
 * <ul>
 *   <li>in band 0, if they are twins and i has no smaller twin or j is ordinary,
 *   <li>if both are ordinary, and fewer than {@code maxColumns} ordinary columns of the bucket are
 *       smaller than j, or fewer than {@value #HEADS} are smaller than i.
 * </ul>
 *
 * <p>Immutable once {@link ReferencePipeline} has given it out.
 */
public final class ReferenceBucket {

  private static final long LINE_PAIRS = 1L << 20;
  private static final int HEADS = 4;

  private final int band;
  private final long hash;
  private final SortedMap<Long, List<Long>> twinGroups = new TreeMap<>(Long::compareUnsigned);

  private final SortedSet<ColumnPair> pairs = new TreeSet<>();
  private final List<Long> ordinary = new ArrayList<>();
  private int collapsedGroups;
  private long impliedPairs;
  private long pairsNotListed;

  ReferenceBucket(int band, long hash) {
    this.band = band;
    this.hash = hash;
  }

  /** Adds a column; they come in ascending order. */
  void add(long signatureHash, long column) {
    twinGroups.computeIfAbsent(signatureHash, h -> new ArrayList<>()).add(column);
  }

  /** Decides which pairs are listed, once all columns are there. */
  void list(int maxTwins, int maxColumns) {
    for (List<Long> group : twinGroups.values()) {
      for (int j = 0; j < group.size(); j++) {
        boolean isOrdinary = j < maxTwins;
        if (isOrdinary) {
          ordinary.add(group.get(j));
        }
        for (int i = 0; i < j; i++) {
          if (i > 0 && !isOrdinary) {
            impliedPairs++;
          } else if (band == 0) {
            pairs.add(ColumnPair.of(group.get(i), group.get(j)));
          }
        }
      }
      collapsedGroups += group.size() > maxTwins ? 1 : 0;
    }
    ordinary.sort(null);
    for (int j = 0; j < ordinary.size(); j++) {
      for (int i = 0; i < j; i++) {
        if (j < maxColumns || i < HEADS) {
          pairs.add(ColumnPair.of(ordinary.get(i), ordinary.get(j)));
        } else {
          pairsNotListed++;
        }
      }
    }
  }

  /** Returns the band, from 0. */
  public int band() {
    return band;
  }

  /** Returns the hash of the band's slots, 64 bits. */
  public long hash() {
    return hash;
  }

  /** Returns the number of columns in the bucket, ordinary or not. */
  public int size() {
    return twinGroups.values().stream().mapToInt(List::size).sum();
  }

  /** Returns the pairs listed for this bucket, in order. */
  public SortedSet<ColumnPair> pairs() {
    return pairs;
  }

  /** Returns whether all columns are ordinary and all pairs of them listed. */
  public boolean isListedInFull() {
    return collapsedGroups == 0 && !isLarge();
  }

  /** Returns how many groups of twins have more than are ordinary. */
  public int collapsedGroups() {
    return collapsedGroups;
  }

  /** Returns how many pairs of twins band 0 does not list. */
  public long impliedPairs() {
    return impliedPairs;
  }

  /** Returns whether there are pairs of ordinary columns that are not listed for the bucket. */
  public boolean isLarge() {
    return pairsNotListed > 0;
  }

  /** Returns how many such pairs there are; those that are listed as twins count. */
  public long pairsNotListed() {
    return pairsNotListed;
  }

  /**
   * Returns the lines that list the bucket in {@code 2-buckets/}, {@code
   * band<TAB>hash<TAB>heads<TAB>columns}: each of the first {@code heads} columns makes a pair with
   * each column that follows it. There is one line, unless that meant more than 2²⁰ pairs; none for
   * a bucket of one column.
   *
   * @throws IllegalStateException if the bucket is not {@linkplain #isListedInFull() listed in
   *     full}: the lines of others follow from how they are cut into pieces, so that only their
   *     pairs can be compared
   */
  public List<String> lines() {
    if (!isListedInFull()) {
      throw new IllegalStateException("bucket of band " + band + " is not listed in full");
    }
    List<String> lines = new ArrayList<>();
    List<Long> rest = ordinary;
    while (rest.size() > 1) {
      int heads = 1;
      while (heads < rest.size() - 1 && pairsOfHeads(heads + 1, rest.size()) <= LINE_PAIRS) {
        heads++;
      }
      lines.add(
          band
              + "\t"
              + HexFormat.of().toHexDigits(hash)
              + "\t"
              + heads
              + "\t"
              + ReferencePipeline.spaced(rest));
      rest = rest.subList(heads, rest.size());
    }
    return lines;
  }

  private static long pairsOfHeads(long heads, long columns) {
    long pairs = 0;
    for (long head = 1; head <= heads; head++) {
      pairs += columns - head;
    }
    return pairs;
  }
}
