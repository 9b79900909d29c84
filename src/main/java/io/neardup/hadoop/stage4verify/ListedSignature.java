package io.neardup.hadoop.stage4verify;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** The slots of a column i, and the columns j of one block that are in its candidate list. */
public final class ListedSignature implements Writable {

  private final IntArrayList offsets = new IntArrayList();
  private byte[] bytes = new byte[0];
  private int slotsOffset;
  private int length;

  /** Refers to slots, of so many bytes, without columns. */
  void set(byte[] newBytes, int newSlotsOffset, int newLength) {
    bytes = newBytes;
    slotsOffset = newSlotsOffset;
    length = newLength;
    offsets.clear();
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
  IntArrayList offsets() {
    return offsets;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, length);
    out.write(bytes, slotsOffset, length);
    WritableUtils.writeVInt(out, offsets.size());
    int last = 0;
    for (int o = 0; o < offsets.size(); o++) {
      WritableUtils.writeVInt(out, offsets.getInt(o) - last);
      last = offsets.getInt(o);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    length = WritableUtils.readVInt(in);
    bytes = bytes.length == length ? bytes : new byte[length];
    slotsOffset = 0;
    in.readFully(bytes);
    offsets.clear();
    int offset = 0;
    for (int left = WritableUtils.readVInt(in); left > 0; left--) {
      offset += WritableUtils.readVInt(in);
      offsets.add(offset);
    }
  }
}
