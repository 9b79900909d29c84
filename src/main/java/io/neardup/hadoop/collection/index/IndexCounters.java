package io.neardup.hadoop.collection.index;

/** What the jobs of an index count. */
public enum IndexCounters {
  /** Signatures of new documents read. */
  SIGNATURES,
  /** Entries of new documents that were sent. */
  ENTRIES_SENT,
  /** Entries of new documents that were received. */
  ENTRIES_RECEIVED,
  /** Entries of stored runs that were read. */
  ENTRIES_READ,
  /** Entries written to the new run. */
  ENTRIES_WRITTEN
}
