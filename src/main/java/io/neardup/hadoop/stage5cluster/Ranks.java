package io.neardup.hadoop.stage5cluster;

import io.neardup.hadoop.io.ColumnLists;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The ranks of columns, read beside something else that is sorted by column. */
final class Ranks implements Closeable {

  private static final String RANKS = "neardup-internal.ranks";

  private final ColumnLists lists;
  private long column = -1;
  private long rank;

  /** Opens the ranks of a job. */
  Ranks(Configuration conf) throws IOException {
    lists = new ColumnLists(conf, new Path(conf.get(RANKS)));
  }

  /** Tells a job where the lines {@code column<TAB>rank} are. */
  static void configure(Configuration conf, Path ranks) {
    conf.set(RANKS, ranks.toString());
  }

  /**
   * Returns the rank of a column, unsigned.
   *
   * @param newColumn not less than in the call before
   * @throws IOException if it has none
   */
  long of(long newColumn) throws IOException {
    if (newColumn != column) {
      if (!lists.seek(newColumn) || !lists.nextEntry()) {
        throw new IOException("column " + newColumn + " is in a pair but has no rank");
      }
      column = newColumn;
      rank = lists.entry();
    }
    return rank;
  }

  @Override
  public void close() throws IOException {
    lists.close();
  }
}
