package io.neardup.hadoop.collection;

import io.neardup.hadoop.table.ColumnLines;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Looks up, for ascending columns, which column is kept in their place. */
final class DecisionCursor extends ColumnLines {

  /**
   * Opens decisions.
   *
   * @param folder part files of lines {@code column<TAB>kept cluster}, by column, for every column
   *     of a pair
   */
  DecisionCursor(Configuration conf, Path folder) throws IOException {
    super(conf, folder);
  }

  /** Returns the column that is kept in the place of a column: itself if it is kept. */
  long kept(long column) throws IOException {
    return seek(column) ? readNumber() : column;
  }
}
