package io.neardup.hadoop.stage5cluster.removal;

import java.util.ArrayList;
import java.util.List;

/** Counts clusters by size, in classes that end at powers of two: 2, 3 to 4, 5 to 8 … */
final class ClusterSizes {

  /** The name of a task's note. */
  static final String NOTE = "cluster-sizes";

  private static final int CLASSES = Long.SIZE;

  private final long[] clusters = new long[CLASSES];
  private final long[] documents = new long[CLASSES];

  /** Adds a cluster of a size, at least 2. */
  void add(long size) {
    int number = Long.SIZE - Long.numberOfLeadingZeros(size - 1); // 2^(number-1) < size
    clusters[number]++;
    documents[number] += size;
  }

  /** Adds the counts of notes. */
  void addLines(List<String> lines) {
    for (String line : lines) {
      String[] fields = line.split("\t", -1);
      int number = Long.SIZE - Long.numberOfLeadingZeros(Long.parseLong(fields[1]) - 1);
      clusters[number] += Long.parseLong(fields[2]);
      documents[number] += Long.parseLong(fields[3]);
    }
  }

  /**
   * Returns the lines {@code from<TAB>to<TAB>clusters<TAB>documents} of the sizes that occur, from
   * small to large, without line breaks.
   */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int number = 1; number < CLASSES; number++) {
      if (clusters[number] > 0) {
        long to = 1L << number;
        lines.add((to / 2 + 1) + "\t" + to + "\t" + clusters[number] + "\t" + documents[number]);
      }
    }
    return lines;
  }
}
