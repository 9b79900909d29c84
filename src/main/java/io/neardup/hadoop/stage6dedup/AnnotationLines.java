package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.table.ColumnLines;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Finds lines {@code column<TAB>documents<TAB>cluster} in part files sorted by column. Columns must
 * be asked for in ascending order. Memory: one line.
 */
final class AnnotationLines implements Closeable {

  private final ColumnLines lines;
  private long documents;
  private String cluster;

  /** Opens the lines in a folder. */
  AnnotationLines(Configuration conf, Path folder) throws IOException {
    lines = new ColumnLines(conf, folder);
  }

  /**
   * Moves to a column.
   *
   * @param column greater than in the call before
   * @return whether it has a line
   */
  boolean seek(long column) throws IOException {
    if (!lines.seek(column)) {
      return false;
    }
    documents = lines.readNumber();
    lines.expect('\t');
    cluster = lines.readRest();
    return true;
  }

  /** Returns how many documents the cluster of the column has. */
  long documents() {
    return documents;
  }

  /** Returns the id of the first document of the cluster. */
  String cluster() {
    return cluster;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
