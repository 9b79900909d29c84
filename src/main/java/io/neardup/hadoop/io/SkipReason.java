package io.neardup.hadoop.io;

/** Why a record was set aside; also the counters of such records. */
public enum SkipReason {
  /** A line without any character. */
  EMPTY_LINE,
  /** No tab in a line of id and text, or no id field in a JSON record. */
  NO_ID,
  /** An id without any character. */
  EMPTY_ID,
  /** An id over {@code neardup.ingest.max-id-bytes}. */
  LONG_ID,
  /** An id with a tab or a line break, or one that is not UTF-8. */
  BAD_ID,
  /** No text field in a JSON record, or one that is not a string. */
  NO_TEXT,
  /** A line that is not one JSON object. */
  BAD_JSON,
  /** A document over {@code neardup.document.max-bytes}. */
  LONG_DOCUMENT
}
