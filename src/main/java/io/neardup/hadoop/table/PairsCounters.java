package io.neardup.hadoop.table;

/** The counters of {@link PairsOutputFormat}. */
public enum PairsCounters {
  /** Edges of all forests. */
  FOREST_EDGES,
  /** The {@link LineChecksum} of the lines of all part files. */
  PAIRS_CHECKSUM,
  /** The {@link LineChecksum} of the lines of all columns files. */
  COLUMNS_CHECKSUM
}
