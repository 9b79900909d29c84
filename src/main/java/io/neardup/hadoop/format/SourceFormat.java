package io.neardup.hadoop.format;

import java.util.Locale;

/** The formats of input whose ranges can be read one record at a time. */
public enum SourceFormat {
  /** Lines {@code id<TAB>text}. */
  TSV,
  /** A document a line; its id is the file's name and the line's number. */
  LINES,
  /** A JSON object a line. */
  JSONL,
  /** Records with a header that names the fields, separated by commas, tabs or semicolons. */
  CSV,
  /** Records of a web crawl, WARC or WET. */
  WARC,
  /** A document a file; its id is the file's name. */
  FILES,
  /** Avro object container files. */
  AVRO,
  /** Parquet files. */
  PARQUET,
  /** Sets, as {@code ingest} has grouped them. */
  SETS;

  /** Returns the name in keys and metadata. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the format of a name. */
  public static SourceFormat of(String key) {
    return valueOf(key.toUpperCase(Locale.ROOT));
  }

  /** Returns whether a file of this format may be cut into ranges. */
  public boolean splittable() {
    // A quoted field may hold line breaks, a WARC record what looks like another.
    return this != FILES && this != CSV && this != WARC;
  }

  /** Returns whether files of this format are text in one charset, which they do not name. */
  public boolean isText() {
    return this != WARC && !isStructured();
  }

  /** Returns whether files of this format are containers with a compression of their own. */
  public boolean isStructured() {
    return this == AVRO || this == PARQUET;
  }

  /**
   * Returns whether records have fields with names, besides id and text, so that others can be
   * added to them.
   */
  public boolean hasFields() {
    return this == JSONL || this == CSV || this == AVRO || this == PARQUET;
  }
}
