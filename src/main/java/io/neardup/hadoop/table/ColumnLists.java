package io.neardup.hadoop.table;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Finds the lists of ascending columns in sorted part files of lines {@code column<TAB>entry entry
 * …}. An entry is a column (or any unsigned 64-bit number), or {@code column:number}. A list may
 * continue on further lines of the same column. Holds one line in memory.
 */
public final class ColumnLists extends ColumnLines {

  private long entry;
  private int number;

  /** Opens the lists in a folder. */
  public ColumnLists(Configuration conf, Path folder) throws IOException {
    super(conf, folder);
  }

  /** Moves to the next entry of the list found by {@link #seek}; returns false at its end. */
  public boolean nextEntry() throws IOException {
    if (!hasMore()) {
      return false;
    }
    entry = readNumber();
    number = accept(':') ? (int) readNumber() : 0;
    isUnread = accept(' ');
    if (!isUnread && offset() < line.getLength()) {
      throw broken();
    }
    return true;
  }

  /** Returns the column of the entry. */
  public long entry() {
    return entry;
  }

  /** Returns the number that follows the entry's column, 0 if there is none. */
  public int number() {
    return number;
  }
}
