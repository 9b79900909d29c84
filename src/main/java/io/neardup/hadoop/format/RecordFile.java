package io.neardup.hadoop.format;

import java.io.Closeable;
import java.io.IOException;

/** A new file for records of an existing file, in the format of that file. */
public interface RecordFile extends Closeable {

  /**
   * The fields that {@code dedup --annotate} adds to a document.
   *
   * @param cluster the id of the first document of its cluster; null if it is in none
   * @param clusterDocuments how many documents the cluster has; 1 if it is in none
   * @param kept whether the document is kept
   */
  record Annotation(String cluster, long clusterDocuments, boolean kept) {
    static final String CLUSTER_FIELD = "neardup_cluster";
    static final String DOCUMENTS_FIELD = "neardup_cluster_documents";
    static final String KEPT_FIELD = "neardup_kept";
  }

  /**
   * Appends the current record of a reader, unchanged but for an annotation.
   *
   * @param reader of a range of the file for which this was made, or of another part of it
   * @param annotation null for none; only to a file that was created for annotations
   * @throws IOException also if the record has one of the annotation's fields already
   */
  void append(RangeReader reader, Annotation annotation) throws IOException;
}
