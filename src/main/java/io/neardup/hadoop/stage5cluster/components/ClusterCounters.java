package io.neardup.hadoop.stage5cluster.components;

/**
 * What stage 5 counts: pairs = pairs kept by stage 4 = pairs linked; columns = columns decided =
 * documents = kept + removed; components = clusters ≤ kept; removed = lines of {@code
 * removed-by.tsv}; documents of sources = documents of the corpus; removed of sources = removed.
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
  /** Documents with a number in the field of the priority. */
  WITH_PRIORITY,
  /** Documents with a value in the field that names the source. */
  WITH_SOURCE,
  /** Documents that were given a rank. */
  RANKED,
  /** Pairs whose documents were given ranks. */
  PAIRS_RANKED,
  /** Pairs that were gone through for direct linking. */
  PAIRS_LINKED,
  /** Documents that direct linking removes. */
  LINKED_REMOVED,
  /** Pairs read to find what a removed document is most similar to. */
  PAIRS_DECIDED,
  /** Columns of which it was decided by which one they are removed, if they are. */
  COLUMNS_DECIDED,
  /** Documents in clusters. */
  DOCUMENTS,
  /** Clusters written. */
  CLUSTERS,
  /** Documents kept. */
  KEPT,
  /** Documents removed. */
  REMOVED,
  /** Clusters of more documents than the configuration expects. */
  LARGE_CLUSTERS,
  /** Removed documents with the document kept for them. */
  REMOVED_BY,
  /** Those of them that make no verified pair with it. */
  REMOVED_BY_LINK,
  /** Sources. */
  SOURCES,
  /** Documents of all sources. */
  SOURCE_DOCUMENTS,
  /** Removed documents of all sources. */
  SOURCE_REMOVED,
  /** Sources all of whose documents are removed. */
  SOURCES_WIPED_OUT
}
