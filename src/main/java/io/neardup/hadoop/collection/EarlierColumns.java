package io.neardup.hadoop.collection;

import io.neardup.hadoop.table.ColumnSet;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Merges a set of columns, which may be missing, with others that come ascending. */
final class EarlierColumns implements Closeable {

  private final ColumnSet.Cursor cursor; // null if there is no set
  private long next; // −1 at the end

  EarlierColumns(Configuration conf, Optional<ColumnSet> columns) throws IOException {
    cursor = columns.isPresent() ? columns.get().read(conf) : null;
    next = cursor == null ? -1 : cursor.next();
  }

  /** Writes the columns of the set before a column that is not in it. */
  void writeBefore(long column, ColumnSet.Writer out) throws IOException {
    while (next >= 0 && next < column) {
      out.add(next);
      next = cursor.next();
    }
  }

  @Override
  public void close() throws IOException {
    if (cursor != null) {
      cursor.close();
    }
  }
}
