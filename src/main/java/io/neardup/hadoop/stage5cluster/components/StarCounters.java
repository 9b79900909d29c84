package io.neardup.hadoop.stage5cluster.components;

/**
 * What the star rounds count, over all of them. In each operation edges read = edges repeated +
 * edges written; every large-star operation meets the same columns. So a lost line, file or task
 * shows.
 */
public enum StarCounters {
  /** Edges read. */
  EDGES_READ,
  /** Edges that were there already. */
  EDGES_REPEATED,
  /** Edges written. */
  EDGES_WRITTEN,
  /** Edges written with another end than they were read with: when none is, all is stars. */
  EDGES_CHANGED,
  /** Columns met by large-star operations. */
  STAR_COLUMNS
}
