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
 * <p>As a rule all pairs. Of a group of more than {@code maxTwins} columns with the same signature
 * the smallest stands for all: in band 0 it is paired with each of the others; what is said of the
 * bucket's columns in the following holds without those others. If more than {@code maxColumns}
 * columns are left, only those with the same signature are paired, and the smallest column of each
 * signature with one centre: the smallest column of the signature whose hash is least.
 *
 * <p>Immutable once {@link ReferencePipeline} has given it out.
 */
public final class ReferenceBucket {

  private static final long LINE_PAIRS = 1L << 20;

  private final int band;
  private final long hash;
  private final SortedMap<Long, List<Long>> twinGroups = new TreeMap<>(Long::compareUnsigned);

  private final SortedSet<ColumnPair> pairs = new TreeSet<>();
  private final List<Long> remaining = new ArrayList<>();
  private int collapsedGroups;
  private long impliedPairs;
  private boolean linked;
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
    List<List<Long>> groups = new ArrayList<>();
    for (List<Long> group : twinGroups.values()) {
      if (group.size() <= maxTwins) {
        groups.add(group);
        continue;
      }
      collapsedGroups++;
      impliedPairs += (long) allPairs(group).size() - (group.size() - 1);
      if (band == 0) {
        pairs.addAll(star(group.get(0), group.subList(1, group.size())));
      }
      groups.add(group.subList(0, 1));
    }
    groups.forEach(remaining::addAll);
    remaining.sort(null);
    if (remaining.size() <= maxColumns) {
      pairs.addAll(allPairs(remaining));
      return;
    }
    linked = true;
    SortedSet<ColumnPair> links = new TreeSet<>();
    List<Long> smallest = new ArrayList<>();
    for (List<Long> group : groups) {
      links.addAll(allPairs(group));
      smallest.add(group.get(0));
    }
    links.addAll(star(smallest.get(0), smallest.subList(1, smallest.size())));
    pairs.addAll(links);
    pairsNotListed = (long) allPairs(remaining).size() - links.size();
  }

  private static SortedSet<ColumnPair> allPairs(List<Long> columns) {
    SortedSet<ColumnPair> all = new TreeSet<>();
    for (int x = 0; x < columns.size(); x++) {
      all.addAll(star(columns.get(x), columns.subList(x + 1, columns.size())));
    }
    return all;
  }

  private static SortedSet<ColumnPair> star(long centre, List<Long> others) {
    SortedSet<ColumnPair> star = new TreeSet<>();
    for (long other : others) {
      star.add(ColumnPair.of(centre, other));
    }
    return star;
  }

  /** Returns the band, from 0. */
  public int band() {
    return band;
  }

  /** Returns the hash of the band's slots, 64 bits. */
  public long hash() {
    return hash;
  }

  /** Returns the number of columns in the bucket, collapsed ones included. */
  public int size() {
    return twinGroups.values().stream().mapToInt(List::size).sum();
  }

  /** Returns the pairs listed for this bucket, in order. */
  public SortedSet<ColumnPair> pairs() {
    return pairs;
  }

  /** Returns whether all pairs of the bucket are listed: no group collapsed, not linked. */
  public boolean isListedInFull() {
    return collapsedGroups == 0 && !linked;
  }

  /** Returns how many groups of the same signature were too large to be listed in full. */
  public int collapsedGroups() {
    return collapsedGroups;
  }

  /** Returns how many pairs of columns in collapsed groups band 0 does not list. */
  public long impliedPairs() {
    return impliedPairs;
  }

  /** Returns whether the bucket was too large to be listed in full. */
  public boolean isLinked() {
    return linked;
  }

  /** Returns how many pairs of a linked bucket, collapsed columns apart, are not listed. */
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
    List<Long> rest = remaining;
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
