package io.neardup.hadoop.table;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Reads all lines {@code column<TAB>value …} of the part files of a folder, one after the other:
 * the column and the first number behind it. More numbers may follow after spaces.
 */
public final class ColumnValues extends ColumnLines {

  private long value;

  /** Opens the part files of a folder. */
  public ColumnValues(Configuration conf, Path folder) throws IOException {
    super(conf, folder);
  }

  /** Moves to the next line; returns false if there is none. */
  public boolean move() throws IOException {
    if (!next()) {
      return false;
    }
    value = readNumber();
    return true;
  }

  /** Returns the column of the line. */
  public long of() {
    return column();
  }

  /** Returns the first number of the line. */
  public long value() {
    return value;
  }

  /** Reads a further number of the line. */
  public long further() throws IOException {
    expect(' ');
    return readNumber();
  }
}
