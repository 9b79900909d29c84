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

    /** The name of the field that holds the cluster. */
    public static final String CLUSTER_FIELD = "neardup_cluster";

    /** The name of the field that holds the number of documents of the cluster. */
    public static final String DOCUMENTS_FIELD = "neardup_cluster_documents";

    /** The name of the field that says whether the document is kept. */
    public static final String KEPT_FIELD = "neardup_kept";
  }

  /**
   * Appends the current record of a reader, unchanged.
   *
   * @param reader of a range of the file for which this was made, or of another part of it
   */
  void append(RangeReader reader) throws IOException;

  /**
   * Appends the current document of a reader with an annotation, to a file that was created for it.
   *
   * @throws IOException also if the record has one of the fields already
   */
  default void append(RangeReader reader, Annotation annotation) throws IOException {
    throw new UnsupportedOperationException("these records have no fields to add to");
  }
}
