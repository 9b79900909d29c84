package io.neardup.hadoop.format;

import java.io.Closeable;
import java.io.IOException;

/** A new file that takes records of the formatat of its source, with fields added. */
public interface AnnotatedFile extends Closeable {

  /**
   * Appends the document at which a reader stands, with an annotation.
   *
   * @throws IOException also if the record has one of the fields already
   */
  void append(RangeReader reader, Annotation annotation) throws IOException;

  /** Appends a document that was not read, being too long, as it stands. */
  void appendUnread(RangeReader reader) throws IOException;
}
