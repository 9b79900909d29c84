package io.neardup.hadoop.stage5cluster;

/**
 * What stage 5 counts: pairs = pairs kept by stage 4; columns = documents = kept + removed;
 * components = clusters = kept.
 */
public enum ClusterCounters {
  /** Pairs read to find the components. */
  PAIRS,
  /** Columns that occur in a pair. */
  COLUMNS,
  /** Components that were found. */
  COMPONENTS,
  /** Attempts at union–find that were given up because the columns did not fit. */
  UNION_FINDS_GIVEN_UP,
  /** Documents in clusters. */
  DOCUMENTS,
  /** Clusters written. */
  CLUSTERS,
  /** Documents kept: one of each cluster. */
  KEPT,
  /** Documents removed. */
  REMOVED,
  /** Clusters of more documents than the configuration expects. */
  LARGE_CLUSTERS
}
