package io.neardup.hadoop.io;

import java.util.Locale;

/** The forms of input whose ranges can be read one record at a time. */
public enum SourceFormat {
  /** Lines {@code id<TAB>text}. */
  TSV,
  /** A document a line; its id is the file's name and the line's number. */
  LINES,
  /** A JSON object a line. */
  JSONL,
  /** A document a file; its id is the file's name. */
  FILES,
  /** SequenceFiles of id and document, as {@code ingest} writes them for sets. */
  PACKED;

  /** Returns the name in keys and metadata. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the format of a name. */
  public static SourceFormat of(String key) {
    return valueOf(key.toUpperCase(Locale.ROOT));
  }

  /** Returns whether a file of this form may be cut into ranges. */
  public boolean splittable() {
    return this != FILES;
  }
}
