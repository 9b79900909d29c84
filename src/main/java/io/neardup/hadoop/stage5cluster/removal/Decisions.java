package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.ColumnLists;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Reads lines {@code column<TAB>kept cluster} or {@code column<TAB>kept cluster reason}, for a task
 * whose input is sorted by column, too.
 */
final class Decisions implements Closeable {

  private final ColumnLists lists;
  private long kept;
  private long cluster;

  /** Opens the lines in a folder. */
  Decisions(Configuration conf, Path folder) throws IOException {
    lists = new ColumnLists(conf, folder);
  }

  /**
   * Moves to a column.
   *
   * @param column not less than in the call before
   * @return whether it is in a pair
   */
  boolean seek(long column) throws IOException {
    if (!lists.seek(column)) {
      return false;
    }
    kept = next(column);
    cluster = next(column);
    return true;
  }

  private long next(long column) throws IOException {
    if (!lists.nextEntry()) {
      throw new IOException("the decision of column " + column + " is not whole");
    }
    return lists.entry();
  }

  /** Returns the column that is kept: this one, or another in its place. */
  long kept() {
    return kept;
  }

  /** Returns the smallest column of the cluster. */
  long cluster() {
    return cluster;
  }

  /**
   * Reads the {@link Reason} for the removal of a column, once.
   *
   * @throws IOException if its line has none
   */
  long readReason(long column) throws IOException {
    return next(column);
  }

  @Override
  public void close() throws IOException {
    lists.close();
  }
}
