package io.neardup.hadoop.stage4verify.filter;

import io.neardup.hadoop.table.AscendingNumbers;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** The slots of a column i, and the columns j of one block that are in its candidate list. */
public final class ListedSignature implements Writable {

  private final AscendingNumbers offsets = new AscendingNumbers();
  private byte[] bytes = new byte[0];
  private int slotsOffset;
  private int length;

  /** Refers to slots, of so many bytes, without columns. */
  public void set(byte[] newBytes, int newSlotsOffset, int newLength) {
    bytes = newBytes;
    slotsOffset = newSlotsOffset;
    length = newLength;
    offsets.list().clear();
  }

  /** Returns the array that holds the slots. */
  byte[] bytes() {
    return bytes;
  }

  /** Returns where they begin in it. */
  int slotsOffset() {
    return slotsOffset;
  }

  /** Returns the columns, ascending, as their offsets from the first column of the block. */
  public LongArrayList offsets() {
    return offsets.list();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, length);
    out.write(bytes, slotsOffset, length);
    offsets.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    length = WritableUtils.readVInt(in);
    bytes = bytes.length == length ? bytes : new byte[length];
    slotsOffset = 0;
    in.readFully(bytes);
    offsets.readFields(in);
  }
}
