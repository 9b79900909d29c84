package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.table.Top;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Keeps the largest buckets that were not listed in full; ties go to the lower band, then the lower
 * hash (unsigned).
 */
final class LargeBuckets {

  /** How many buckets are kept. */
  static final int MAX_BUCKETS = 1000;

  /** The name of a task's note. */
  static final String NOTE = "large-buckets";

  private record Bucket(long columns, int band, long hash, String heads, long pairsNotListed) {

    private String line() {
      return String.format(
          Locale.ROOT, "%d\t%016x\t%d\t%s\t%d", band, hash, columns, heads, pairsNotListed);
    }
  }

  private final Top<Bucket> buckets =
      new Top<>(
          MAX_BUCKETS,
          Comparator.comparingLong(Bucket::columns)
              .reversed()
              .thenComparingInt(Bucket::band)
              .thenComparing(Bucket::hash, Long::compareUnsigned));

  void add(int band, long hash, long columns, LongList heads, long pairsNotListed) {
    String spaced = heads.longStream().mapToObj(Long::toString).collect(Collectors.joining(" "));
    buckets.add(new Bucket(columns, band, hash, spaced, pairsNotListed));
  }

  /** Adds the buckets of notes. */
  void addLines(List<String> lines) {
    for (String line : lines) {
      String[] fields = line.split("\t", -1);
      buckets.add(
          new Bucket(
              Long.parseLong(fields[2]),
              Integer.parseInt(fields[0]),
              Long.parseUnsignedLong(fields[1], 16),
              fields[3],
              Long.parseLong(fields[4])));
    }
  }

  boolean isEmpty() {
    return buckets.isEmpty();
  }

  /**
   * Returns lines {@code band<TAB>hash<TAB>columns<TAB>heads<TAB>pairs not listed}, each with a
   * line break, the largest bucket first.
   */
  String lines() {
    StringBuilder lines = new StringBuilder();
    buckets.list().forEach(bucket -> lines.append(bucket.line()).append('\n'));
    return lines.toString();
  }
}
