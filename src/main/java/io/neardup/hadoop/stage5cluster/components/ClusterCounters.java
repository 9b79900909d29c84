package io.neardup.hadoop.stage5cluster.components;

/**
 * What stage 5 counts. The stage checks these equations:
 *
 * <ul>
 *   <li>pairs decided = pairs kept by stage 4 = pairs linked + pairs not contained
 *   <li>columns = documents = kept + removed; so are columns decided and ranked, if any
 *   <li>components = clusters ≤ kept
 *   <li>removed = lines of {@code removed-by.tsv} = removed of sources
 *   <li>documents of sources = documents of the corpus
 * </ul>
 */
public enum ClusterCounters {
  /** Columns that occur in a pair. */
  COLUMNS,
  /** Components that were found. */
  COMPONENTS,
  /** Documents with a number in the field of the priority. */
  WITH_PRIORITY,
  /** Documents with a value in the field that names the source. */
  WITH_SOURCE,
  /** Documents that were given a rank. */
  RANKED,
  /** Pairs whose documents were given ranks. */
  PAIRS_RANKED,
  /** Pairs read for direct linking. */
  PAIRS_LINKED,
  /** Pairs not linked, as the preferred document holds too little of the other. */
  PAIRS_NOT_CONTAINED,
  /** Documents that direct linking removes. */
  LINKED_REMOVED,
  /** Of those, columns that go with one that was removed for another that is not in the pairs. */
  LINKED_TO_OTHERS,
  /** Shingles of the documents that direct linking removes; 0 unless verification is exact. */
  SHINGLES_OF_REMOVED,
  /** Those of them that the document kept in their place does not have. */
  SHINGLES_NOT_IN_KEPT,
  /** Pairs read to find what a removed document is most similar to. */
  PAIRS_DECIDED,
  /** Columns for which it was decided which column is kept in their place. */
  COLUMNS_DECIDED,
  /** Documents in clusters. */
  DOCUMENTS,
  /** Clusters written. */
  CLUSTERS,
  /** Documents in clusters with documents of more than one source. */
  IN_SEVERAL_SOURCES,
  /** Documents kept. */
  KEPT,
  /** Documents removed. */
  REMOVED,
  /** Clusters of more than {@code neardup.cluster.max-documents} documents. */
  LARGE_CLUSTERS,
  /**
   * Lines of {@code removed-by.tsv}: removed documents, each with the document kept in its place.
   */
  REMOVED_BY,
  /** Lines of {@code removed-by.tsv} whose two documents make no verified pair. */
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
