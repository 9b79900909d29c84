package io.neardup.hadoop.export;

/** The rows written, by table. */
public enum ExportCounters {
  /** Rows of {@code pairs/}: as many as stage 4 has kept pairs. */
  PAIR_ROWS,
  /** Rows of {@code clusters/}: as many as stage 5 has documents in clusters. */
  CLUSTER_ROWS,
  /** Rows of {@code removals/}: as many as there are removed documents. */
  REMOVAL_ROWS
}
