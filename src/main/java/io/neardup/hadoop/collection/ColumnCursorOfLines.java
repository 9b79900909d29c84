package io.neardup.hadoop.collection;

import io.neardup.hadoop.table.ColumnLines;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reads the columns of lines {@code column<TAB>…}, one after the other. */
final class ColumnCursorOfLines extends ColumnLines {

  /** Opens the part files of a folder. */
  ColumnCursorOfLines(Configuration conf, Path folder) throws IOException {
    super(conf, folder);
  }

  /** Moves to the next line; returns false if there is none. */
  boolean nextLine() throws IOException {
    return next();
  }

  /** Returns the column of the line. */
  long number() {
    return column();
  }
}
