package io.neardup.hadoop.collection;

/** What the search for documents to be dropped counts. */
public enum DropCounters {
  /** Documents to be dropped. */
  DOCUMENTS_FOUND,
  /** Bytes of their texts. */
  TEXT_BYTES_FOUND
}
