package io.neardup.hadoop.table;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Finds the pairs whose smaller column is a given one, for ascending columns, in the columns files
 * that {@link PairsOutputFormat} writes. Holds no pairs in memory.
 */
public final class PairColumns extends ColumnLines {

  private final ColumnPair pair = new ColumnPair();

  /** Opens the files in a folder of pairs. */
  public PairColumns(Configuration conf, Path folder) throws IOException {
    super(conf, folder, PairsOutputFormat.COLUMNS + "-");
  }

  /**
   * Moves to the next pair of the column found by {@link #seek}; returns false if there is none.
   */
  public boolean nextPair() throws IOException {
    if (!hasMore()) {
      return false;
    }
    readPair();
    return true;
  }

  /** Moves to the next pair of all; returns false if there is none. Use either this or a search. */
  public boolean nextOfAll() throws IOException {
    if (!next()) {
      return false;
    }
    readPair();
    return true;
  }

  private void readPair() throws IOException {
    isUnread = false;
    try {
      pair.parse(column(), line, offset());
    } catch (IOException e) {
      throw broken(); // names the file
    }
  }

  /** Returns the pair, valid until the next move. */
  public ColumnPair pair() {
    return pair;
  }
}
