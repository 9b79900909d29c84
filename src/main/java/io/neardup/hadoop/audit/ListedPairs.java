package io.neardup.hadoop.audit;

import io.neardup.hadoop.table.ColumnLists;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Looks up whether pairs were listed as candidates. Fast if they come in ascending order; each step
 * back opens the lists again.
 */
final class ListedPairs implements Closeable {

  private static final long NONE = -1;

  private final Configuration conf;
  private final Path folder;
  private ColumnLists lists;
  private long column = NONE;
  private long entry = NONE; // of the column's list, the last one read; NONE before the first
  private long asked; // the last j of the column; the list has no entry between it and the last one
  private boolean more;

  ListedPairs(Configuration conf, Path folder) {
    this.conf = conf;
    this.folder = folder;
  }

  /** Returns whether a pair was listed, i &lt; j. */
  boolean contains(long i, long j) throws IOException {
    if (lists == null || i < column || (i == column && j < asked)) {
      close();
      lists = new ColumnLists(conf, folder);
      column = NONE;
    }
    if (i != column) {
      more = lists.seek(i);
      column = i;
      entry = NONE;
    }
    asked = j;
    while (more && entry < j) {
      more = lists.nextEntry();
      if (more) {
        entry = lists.entry();
      }
    }
    return entry == j;
  }

  @Override
  public void close() throws IOException {
    if (lists != null) {
      lists.close();
      lists = null;
    }
  }
}
