package io.neardup.reference;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The candidates of a search for containment, plainly: every window of every document is hashed
 * from its shingles, and every two documents that show an anchor are looked at.
 */
final class ReferenceAnchors {

  private static final int HEADS = 4;
  private static final long BASE = 0x9E3779B97F4A7C15L;

  /** A column that shows an anchor, and whether it is its own. */
  private record Member(long column, boolean own) {}

  private final Settings settings;
  private final int window;
  private final Map<Long, List<Member>> buckets = new TreeMap<>();

  ReferenceAnchors(Settings settings, boolean sets) {
    this.settings = settings;
    int least = settings.getInt(Keys.MIN_SHINGLES);
    this.window = sets ? 1 : Math.min(2 * settings.getInt(Keys.SHINGLE_SIZE), least / 2);
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
    Set<Long> distinct = new HashSet<>(shingles);
    int sizeClass = log2(Math.max(settings.getInt(Keys.MIN_SHINGLES), distinct.size()));
    Map<Long, Boolean> anchors = new HashMap<>();
    for (int from = 0; from + window <= shingles.size(); from++) {
      long hash = 0;
      for (long shingle : shingles.subList(from, from + window)) {
        hash = hash * BASE + ReferenceShingler.mix(shingle);
      }
      long anchor = ReferenceShingler.mix(hash);
      int level = Long.numberOfTrailingZeros(anchor) + 4;
      if (level >= log2(settings.getInt(Keys.MIN_SHINGLES))) {
        anchors.put(anchor, level >= sizeClass);
      }
    }
    long all = 0;
    for (long shingle : distinct) {
      all += ReferenceShingler.mix(shingle ^ BASE);
    }
    anchors.put(ReferenceShingler.mix(all) >> 24 << 24, true);
    anchors.forEach(
        (anchor, own) ->
            buckets.computeIfAbsent(anchor, a -> new ArrayList<>()).add(new Member(column, own)));
  }

  private static int log2(int number) {
    return (int) Math.floor(Math.log(number) / Math.log(2) + 1e-12);
  }

  /** Returns the pairs that are listed. */
  SortedSet<ColumnPair> pairs() {
    SortedSet<ColumnPair> pairs = new TreeSet<>();
    int maxColumns = settings.getInt(Keys.MAX_BUCKET_COLUMNS);
    for (List<Member> members : buckets.values()) {
      for (int j = 0; j < members.size(); j++) {
        for (int i = 0; i < j; i++) {
          boolean isOwn = members.get(i).own || members.get(j).own;
          if (isOwn && (j < maxColumns || i < HEADS)) {
            pairs.add(ColumnPair.of(members.get(i).column, members.get(j).column));
          }
        }
      }
    }
    return pairs;
  }
}
