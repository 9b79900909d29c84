package io.neardup.hadoop.format;

/** Why a record was set aside; also the counters of such records. */
public enum SkipReason {
  /** A line without any character. */
  EMPTY_LINE,
  /** No tab in a line of id and text, no id field in a JSON record, no URI in a WARC record. */
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
  /** A record that is not CSV, or has not as many fields as the header. */
  BAD_CSV,
  /** A WARC record that cannot be read. */
  BAD_WARC,
  /** A WARC record that is not a document: a request, an image, a page that was not found. */
  NO_DOCUMENT,
  /** A document over {@code neardup.document.max-bytes}. */
  LONG_DOCUMENT,
  /** A line or record over {@code neardup.ingest.max-line-bytes}. */
  LONG_LINE,
  /** A file that is not text. */
  NOT_TEXT,
  /** What follows in a file that cannot be read on: cut off, or broken. */
  DAMAGED_FILE,
  /** What follows all of the gzip data of a file, and is not gzip. */
  TRAILING_BYTES;

  /** Returns whether this is no record, but the rest of a file, which is not copied. */
  public boolean isRest() {
    return this == DAMAGED_FILE || this == TRAILING_BYTES;
  }

  /**
   * Returns whether the record is a document that was not read, and that stage 6 therefore keeps.
   */
  public boolean isUnread() {
    return this == LONG_DOCUMENT || this == LONG_LINE;
  }

  /** Returns whether the record counts as bad: something is wrong with it. */
  public boolean isBad() {
    return !isUnread() && this != EMPTY_LINE && this != NO_DOCUMENT && this != TRAILING_BYTES;
  }
}
