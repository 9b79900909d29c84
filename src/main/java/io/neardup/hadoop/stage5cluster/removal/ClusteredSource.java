package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.TopNotes;
import java.util.Comparator;

/**
 * A source that has documents in clusters.
 *
 * @param name of the source
 * @param documents how many it has
 * @param clustered how many of them are in clusters, at least 1
 */
public record ClusteredSource(String name, long documents, long clustered) {

  /** How many sources are compared with each other. */
  static final int COUNT = 100;

  /**
   * Returns an empty list of the sources that have the most documents in clusters; of equal ones by
   * name.
   */
  public static TopNotes<ClusteredSource> largest() {
    return new TopNotes<>(
        "clustered-sources",
        COUNT,
        Comparator.comparingLong(ClusteredSource::clustered)
            .reversed()
            .thenComparing(ClusteredSource::name),
        ClusteredSource.class);
  }
}
