package io.neardup.hadoop.stage3candidatelist;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** A piece of a tail: up to {@value #MAX_COLUMNS} ascending columns, serialized as differences. */
public final class Tail implements Writable {

  /** Most columns of a piece. */
  public static final int MAX_COLUMNS = 4096;

  private final LongArrayList columns = new LongArrayList();

  /** Returns the columns, for reading and filling. */
  public LongArrayList columns() {
    return columns;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, columns.size());
    long last = 0;
    for (int i = 0; i < columns.size(); i++) {
      WritableUtils.writeVLong(out, columns.getLong(i) - last);
      last = columns.getLong(i);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    columns.clear();
    long last = 0;
    for (int i = WritableUtils.readVInt(in); i > 0; i--) {
      last += WritableUtils.readVLong(in);
      columns.add(last);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Tail tail && columns.equals(tail.columns);
  }

  @Override
  public int hashCode() {
    return columns.hashCode();
  }

  @Override
  public String toString() {
    return columns.toString();
  }
}
