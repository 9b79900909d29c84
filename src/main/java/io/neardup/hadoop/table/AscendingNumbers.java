package io.neardup.hadoop.table;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A list of ascending numbers, 0 to 2⁶³ − 1, serialized as differences between neighbours, in
 * variable-length bytes: seven bits a byte, the lowest first; a set high bit means that more bytes
 * of the number follow. The total length in bytes comes first. The list is encoded in an array and
 * written at once, as writing single bytes to a stream would take longer than encoding them.
 *
 * <p>Memory: the bytes of the longest list. Not safe for use by several threads.
 */
public final class AscendingNumbers implements Writable {

  private static final int BITS = 7;
  private static final int MAX_NUMBER_BYTES = 9; // of a number

  private LongArrayList list = new LongArrayList();
  private byte[] bytes = new byte[64];

  /** Returns the list, for reading and filling. */
  public LongArrayList list() {
    return list;
  }

  /** Refers to another list. */
  public void set(LongArrayList newList) {
    list = newList;
  }

  /** Writes the list; IllegalArgumentException if it does not ascend. */
  @Override
  public void write(DataOutput out) throws IOException {
    int size = list.size();
    long[] numbers = list.elements();
    ensure(MAX_NUMBER_BYTES * size);
    int length = 0;
    long last = 0;
    for (int i = 0; i < size; i++) {
      long left = numbers[i] - last;
      last = numbers[i];
      if (left < 0) {
        throw new IllegalArgumentException("not ascending at " + last);
      }
      for (; left > Byte.MAX_VALUE; left >>>= BITS) {
        bytes[length++] = (byte) (left | Byte.MIN_VALUE);
      }
      bytes[length++] = (byte) left;
    }
    WritableUtils.writeVInt(out, length);
    out.write(bytes, 0, length);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    int length = WritableUtils.readVInt(in);
    ensure(length);
    in.readFully(bytes, 0, length);
    list.clear();
    long number = 0;
    for (int at = 0; at < length; ) {
      int shift = 0;
      byte next;
      do {
        next = bytes[at++];
        number += (long) (next & Byte.MAX_VALUE) << shift;
        shift += BITS;
      } while (next < 0);
      list.add(number);
    }
  }

  private void ensure(int length) {
    if (bytes.length < length) {
      bytes = Arrays.copyOf(bytes, Math.max(length, 2 * bytes.length));
    }
  }
}
