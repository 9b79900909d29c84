package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.ColumnLists;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reads lines that {@link DecisionJob} wrote, for a task whose input is sorted by column, too. */
final class Decisions implements Closeable {

  private final ColumnLists lists;
  private long kept;
  private long cluster;
  private long other;
  private int similarity;

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
    if (kept != column) {
      other = next(column);
      similarity = (int) next(column);
    }
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

  /** Returns the other column of the pair that a removed column has as its reason. */
  long other() {
    return other;
  }

  /** Returns the similarity of that pair, in millionths. */
  int similarity() {
    return similarity;
  }

  @Override
  public void close() throws IOException {
    lists.close();
  }
}
