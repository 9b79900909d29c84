package io.neardup.hadoop.format;

/** What is wrong with a record that is read nevertheless; also the counters of such documents. */
public enum Tolerance {
  /** A WARC record with lines that end in LF, control characters, or too many line breaks. */
  WARC_SYNTAX,
  /** A page that is not encoded as its Content-Encoding or Transfer-Encoding says. */
  CONTENT_ENCODING,
  /** A page without a usable Content-Type, recognized by how it begins. */
  CONTENT_TYPE,
  /** A gzip file that is one document, with other bytes after the gzip data. */
  TRAILING_BYTES,
  /** A line of a tab-separated file whose quote is text, though a later line closes it. */
  QUOTES
}
