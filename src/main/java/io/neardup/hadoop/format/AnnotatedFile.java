package io.neardup.hadoop.format;

import java.io.Closeable;
import java.io.IOException;

/** A new file that takes records of the format of its source, with fields added. */
public interface AnnotatedFile extends Closeable {

  /**
   * Appends the current document of a reader, with an annotation.
   *
   * @throws IOException also if the record has one of the fields already
   */
  void append(RangeReader reader, Annotation annotation) throws IOException;

  /** Appends a document that was not read, being too long, as it stands. */
  void appendUnread(RangeReader reader) throws IOException;
}
