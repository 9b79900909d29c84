package io.neardup.hadoop.stage0ingest;

/** What stage 0 counts; records set aside are counted by reason besides. */
public enum IngestCounters {
  /** Records read: documents + set aside. */
  RECORDS,
  /** Documents, each of which has a column. */
  DOCUMENTS,
  /** Records set aside. */
  SKIPPED,
  /** Bytes of the documents' texts. */
  TEXT_BYTES,
  /** Byte ranges of the manifest. */
  RANGES,
  /** Ids that more than one document has. */
  REPEATED_IDS,
  /** Files with more bad records than are allowed. */
  BAD_FILES,
  /** Lines of set and element that were grouped into sets. */
  SET_MEMBERS,
  /** Sources whose records were packed. */
  SOURCES_PACKED,
  /** Records that were packed. */
  RECORDS_PACKED
}
