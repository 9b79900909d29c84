package io.neardup.hadoop.collection;

import io.neardup.hadoop.table.ColumnLines;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Reads decisions: lines {@code column<TAB>kept cluster} by column, one for every column of a pair:
 * the column that is kept in its place, itself if it is kept, and the smallest of its cluster.
 */
final class DecisionCursor extends ColumnLines {

  private long kept;
  private long cluster;

  /** Opens the part files of a folder. */
  DecisionCursor(Configuration conf, Path folder) throws IOException {
    super(conf, folder);
  }

  /** Moves to the next decision; returns false if there is none. */
  boolean nextDecision() throws IOException {
    if (!next()) {
      return false;
    }
    kept = readNumber();
    expect(' ');
    cluster = readNumber();
    expect('\n');
    return true;
  }

  /** Returns the column that is kept in its place. */
  long kept() {
    return kept;
  }

  /** Returns the smallest column of its cluster. */
  long cluster() {
    return cluster;
  }

  /**
   * Returns the column that is kept in the place of a column, itself if it is kept or in no pair.
   * Columns must ascend. Use either this or {@link #nextDecision}.
   */
  long kept(long column) throws IOException {
    return seek(column) ? readNumber() : column;
  }
}
