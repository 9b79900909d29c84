package io.neardup.hadoop.stage3candidatelist;

import io.neardup.hadoop.table.Differences;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** A piece of a tail: up to {@value #MAX_COLUMNS} ascending columns, serialized as differences. */
public final class Tail implements Writable {

  /** Most columns of a piece. */
  static final int MAX_COLUMNS = 4096;

  /** Columns of a window: those of a tail that are united at once, so that memory is bounded. */
  static final int WINDOW = 1 << 20;

  private final LongArrayList columns = new LongArrayList();
  private final Differences differences = new Differences();

  /** Returns the columns, for reading and filling. */
  public LongArrayList columns() {
    return columns;
  }

  /** Returns the window that a column is in. */
  static long window(long column) {
    return column / WINDOW;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    differences.write(columns, out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    differences.read(in, columns);
  }
}
