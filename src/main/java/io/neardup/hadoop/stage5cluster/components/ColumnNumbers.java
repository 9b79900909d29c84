package io.neardup.hadoop.stage5cluster.components;

import io.neardup.hadoop.table.ColumnLists;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reads one number for each column, for a task whose input is sorted by column, too. */
public final class ColumnNumbers implements Closeable {

  private final ColumnLists lists;
  private final String lacking;
  private long column = -1;
  private long number;

  /**
   * @param folder of part files of lines {@code column<TAB>number …}, by column
   * @param lacking message for a column without a line, such as "is in no component"
   */
  public ColumnNumbers(Configuration conf, Path folder, String lacking) throws IOException {
    this.lists = new ColumnLists(conf, folder);
    this.lacking = lacking;
  }

  /**
   * Returns the number of a column, unsigned.
   *
   * @param newColumn not less than in the call before
   * @throws IOException if it has none
   */
  public long of(long newColumn) throws IOException {
    if (newColumn != column) {
      if (!lists.seek(newColumn) || !lists.nextEntry()) {
        throw new IOException("column " + newColumn + " " + lacking);
      }
      column = newColumn;
      number = lists.entry();
    }
    return number;
  }

  @Override
  public void close() throws IOException {
    lists.close();
  }
}
