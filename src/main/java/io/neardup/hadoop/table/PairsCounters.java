package io.neardup.hadoop.table;

/** What {@link PairsOutputFormat} counts. */
public enum PairsCounters {
  /** Edges of all forests. */
  FOREST_EDGES
}
