package io.neardup.hadoop.stage0ingest;

/**
 * What stage 0 counts. Records set aside are also counted by reason, in {@link
 * io.neardup.hadoop.format.SkipReason}.
 */
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
  /** Documents, of sets: elements, with bytes that are not of their charset. */
  MALFORMED,
  /** Ids of more than one document. */
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
