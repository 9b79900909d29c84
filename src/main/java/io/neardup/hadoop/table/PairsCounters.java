package io.neardup.hadoop.table;

/** The counters of {@link PairsOutputFormat}. */
public enum PairsCounters {
  /** Edges of all forests. */
  FOREST_EDGES
}
