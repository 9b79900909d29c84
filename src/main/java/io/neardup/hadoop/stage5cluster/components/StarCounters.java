package io.neardup.hadoop.stage5cluster.components;

/**
 * What all star rounds count together. In each operation, edges read = edges repeated + edges
 * written, and every large-star operation meets the same columns. So the loss of a line, a file or
 * a task is noticed.
 */
public enum StarCounters {
  /** Edges read. */
  EDGES_READ,
  /** Edges read that another one equals. */
  EDGES_REPEATED,
  /** Edges written. */
  EDGES_WRITTEN,
  /**
   * Edges written with another end than they were read with. If a round changes none, all
   * components are stars.
   */
  EDGES_CHANGED,
  /** Columns met by large-star operations. */
  STAR_COLUMNS
}
