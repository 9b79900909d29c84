package io.neardup.reference;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The columns that share a bucket of a band, and which pairs of them are listed.
 *
 * <p>Columns with the same signature, or the same sequence of shingles, are twins. A column is
 * ordinary if it has fewer than {@code maxTwins} smaller twins. A pair (i, j), i &lt; j, is listed
 *
 * <ul>
 *   <li>in band 0, if they are twins and i has no smaller twin or j is ordinary,
 *   <li>if both are ordinary, one is an owner, and fewer than {@code maxColumns} ordinary columns
 *       of the bucket are smaller than j, or fewer than {@value #HEADS} are smaller than i.
 * </ul>
 */
public final class ReferenceBucket {

  private static final int HEADS = 4;

  final int band; // from 0
  private final long hash;
  private final SortedMap<Long, List<Long>> twinGroups = new TreeMap<>(Long::compareUnsigned);
  private final Set<Long> others = new HashSet<>(); // that are no owners

  /** Those with few smaller twins, once {@link #list} was called. */
  public final List<Long> ordinary = new ArrayList<>();

  /** Those listed for this bucket. */
  public final SortedSet<ColumnPair> pairs = new TreeSet<>();

  /** How many groups of twins have more than are ordinary. */
  public int collapsedGroups;

  /** How many pairs of twins band 0 does not list. */
  public long impliedPairs;

  /**
   * How many pairs of ordinary columns with an owner are not listed; those that are listed as twins
   * count.
   */
  public long pairsNotListed;

  public ReferenceBucket(int band, long hash) {
    this.band = band;
    this.hash = hash;
  }

  /** Adds a column; they come in ascending order. */
  public void add(long signatureHash, long column, boolean isOwner) {
    twinGroups.computeIfAbsent(signatureHash, h -> new ArrayList<>()).add(column);
    if (!isOwner) {
      others.add(column);
    }
  }

  /** Decides which pairs are listed, once all columns are there. */
  public void list(int maxTwins, int maxColumns) {
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
        if (others.contains(ordinary.get(i)) && others.contains(ordinary.get(j))) {
          continue;
        }
        if (j < maxColumns || i < HEADS) {
          pairs.add(ColumnPair.of(ordinary.get(i), ordinary.get(j)));
        } else {
          pairsNotListed++;
        }
      }
    }
  }

  /** Returns {@code band<TAB>hash}, as the lines begin. */
  String name() {
    return band + "\t" + HexFormat.of().toHexDigits(hash);
  }

  /** Returns the number of columns in the bucket, ordinary or not. */
  int size() {
    return twinGroups.values().stream().mapToInt(List::size).sum();
  }

  /** Returns how many columns are owners. */
  public int owners() {
    return size() - others.size();
  }

  /** Returns whether all columns are ordinary and all pairs of them listed. */
  boolean isListedInFull() {
    return collapsedGroups == 0 && !isLarge();
  }

  /** Returns whether there are pairs of ordinary columns that are not listed for the bucket. */
  public boolean isLarge() {
    return pairsNotListed > 0;
  }

  /**
   * Returns the line that lists the bucket in {@code 2-buckets/}, {@code
   * band<TAB>hash<TAB>heads<TAB>columns}: each of the first {@code heads} columns makes a pair with
   * each column that follows it. Only of a bucket of several columns that is {@linkplain
   * #isListedInFull() listed in full}: the lines of others follow from how they are cut into
   * pieces, so that only their pairs can be compared.
   */
  String line() {
    String columns = ordinary.stream().map(String::valueOf).collect(Collectors.joining(" "));
    return name() + "\t" + (ordinary.size() - 1) + "\t" + columns;
  }
}
