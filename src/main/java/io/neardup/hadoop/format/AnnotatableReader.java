package io.neardup.hadoop.format;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Reads records that have named fields, to which others can be added. */
public interface AnnotatableReader extends RangeReader {

  /**
   * Makes a file of the format of the current record's file, whose records also have the fields of
   * an {@link Annotation}.
   *
   * @throws IOException if the file exists
   */
  AnnotatedFile createAnnotated(Path file) throws IOException;
}
