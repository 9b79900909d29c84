package io.neardup.hadoop.format;

/**
 * The fields that {@code dedup --annotate} adds to a document.
 *
 * @param cluster the id of the first document of its cluster; null if it is in none
 * @param clusterDocuments how many documents the cluster has; 1 if it is in none
 * @param kept whether the document is kept
 */
public record Annotation(String cluster, long clusterDocuments, boolean kept) {

  /** The name of the field that holds the cluster. */
  public static final String CLUSTER_FIELD = "neardup_cluster";

  /** The name of the field that holds the number of documents of the cluster. */
  public static final String DOCUMENTS_FIELD = "neardup_cluster_documents";

  /** The name of the field that says whether the document is kept. */
  public static final String KEPT_FIELD = "neardup_kept";
}
