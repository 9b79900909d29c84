package io.neardup.hadoop.collection.drop;

/** What the search for documents to be dropped counts. */
public enum DropCounters {
  /** Documents to be dropped. */
  DOCUMENTS_FOUND,
  /** Bytes of their texts. */
  TEXT_BYTES_FOUND,
  /** Shingles of their texts, repeats within a document included. */
  SHINGLES_FOUND,
  /** Occurrences of stop shingles left out of their texts. */
  STOP_SHINGLES_FOUND,
  /** Those of the documents with stop shingles alone. */
  OF_STOP_SHINGLES_FOUND,
  /** Those of the documents that have no shingle. */
  WITHOUT_SHINGLES_FOUND
}
