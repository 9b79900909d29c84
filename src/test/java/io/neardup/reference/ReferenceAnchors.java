package io.neardup.reference;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The candidates of a search for containment, plainly: every window of every document is hashed,
 * and every two documents of every bucket are looked at. Band 0 are the buckets of sets with the
 * same least shingles, band 1 those of anchors.
 */
final class ReferenceAnchors {

  private static final int OWN = 18;
  private static final long BASE = 0x9E3779B97F4A7C15L;

  private final int window;
  private final long largest; // hash that counts
  private final Map<Object, ReferenceBucket> buckets = new HashMap<>(); // by anchor or set
  private final Map<List<Long>, Long> sequences = new HashMap<>(); // numbered

  ReferenceAnchors(Settings settings, boolean sets) {
    int least = settings.getInt(Keys.MIN_SHINGLES);
    int size = settings.getInt(Keys.SHINGLE_SIZE);
    this.window = sets ? 1 : Math.min(size, least / 2);
    this.largest = (long) (Math.min(1, 50.0 / (least - window + 1)) * Long.MAX_VALUE);
  }

  /**
   * Adds a document; columns ascend.
   *
   * @param shingles in its order, repeats included
   */
  void add(long column, List<Long> shingles) {
    if (shingles.isEmpty()) {
      return;
    }
    SortedSet<Long> anchors = anchors(shingles);
    Set<Long> own = anchors.stream().limit(OWN).collect(Collectors.toSet());
    Map<Long, Long> least = new HashMap<>();
    shingles.forEach(shingle -> least.merge(shingle >>> 60, shingle, Math::min));
    long sequence = sequences.computeIfAbsent(shingles, s -> (long) sequences.size());
    bucket(0, least).add(sequence, column, true);
    anchors.forEach(anchor -> bucket(1, anchor).add(sequence, column, own.contains(anchor)));
  }

  private SortedSet<Long> anchors(List<Long> shingles) {
    SortedSet<Long> anchors = new TreeSet<>();
    for (int from = 0; from + window <= shingles.size(); from++) {
      long hash = (shingles.get(from) * BASE + shingles.get(from + window - 1)) * BASE;
      anchors.add(hash >>> 1 & ~(1L << 32));
    }
    anchors.removeIf(hash -> hash > largest);
    return anchors;
  }

  /** Returns the signature of a document: its own anchors, each in two slots. */
  int[] signature(List<Long> shingles) {
    int[] slots = new int[2 * OWN];
    Iterator<Long> anchors = anchors(shingles).iterator();
    for (int slot = 0; slot < slots.length; slot += 2) {
      long hash = anchors.hasNext() ? anchors.next() : Long.MAX_VALUE;
      slots[slot] = (int) (hash >>> 32);
      slots[slot + 1] = (int) hash;
    }
    return slots;
  }

  private ReferenceBucket bucket(int band, Object key) {
    return buckets.computeIfAbsent(key, k -> new ReferenceBucket(band, key.hashCode()));
  }

  /** Returns the buckets that have an owner. */
  List<ReferenceBucket> buckets() {
    return buckets.values().stream().filter(bucket -> bucket.owners() > 0).toList();
  }

  /** Returns the pairs of equal sets, and those that at least so many buckets list. */
  static SortedSet<ColumnPair> candidates(List<ReferenceBucket> buckets, int least) {
    Map<ColumnPair, Integer> shared = new HashMap<>();
    for (ReferenceBucket bucket : buckets) {
      int times = bucket.band == 0 ? least : 1;
      bucket.pairs.forEach(pair -> shared.merge(pair, times, Integer::sum));
    }
    shared.values().removeIf(times -> times < least);
    return new TreeSet<>(shared.keySet());
  }
}
