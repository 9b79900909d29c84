package io.neardup.hadoop.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian numbers of 1 to 8 bytes in an array; their unsigned byte order is numeric order. */
public final class BigEndian {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private BigEndian() {}

  /** Writes the low {@code length} bytes of a number, 1 to 8. */
  public static void put(byte[] bytes, int offset, int length, long value) {
    if (length == Long.BYTES) {
      putLong(bytes, offset, value);
      return;
    }
    for (int i = offset + length - 1; i >= offset; i--) {
      bytes[i] = (byte) value;
      value >>>= 8;
    }
  }

  /** Reads {@code length} bytes, 1 to 8, as an unsigned number; 8 bytes give the raw 64 bits. */
  public static long get(byte[] bytes, int offset, int length) {
    if (length == Long.BYTES) {
      return getLong(bytes, offset);
    }
    long value = 0;
    for (int i = offset; i < offset + length; i++) {
      value = value << 8 | (bytes[i] & 0xff);
    }
    return value;
  }

  /** Writes all eight bytes of a number. */
  public static void putLong(byte[] bytes, int offset, long value) {
    LONG.set(bytes, offset, value);
  }

  /** Reads eight bytes. */
  public static long getLong(byte[] bytes, int offset) {
    return (long) LONG.get(bytes, offset);
  }

  /** Returns a record of numbers, eight bytes each, that sorts by the first, then the others. */
  public static byte[] record(long... numbers) {
    byte[] record = new byte[numbers.length * Long.BYTES];
    for (int i = 0; i < numbers.length; i++) {
      putLong(record, i * Long.BYTES, numbers[i]);
    }
    return record;
  }

  /** Returns a number of a {@link #record}, by its place from 0. */
  public static long number(byte[] record, int place) {
    return getLong(record, place * Long.BYTES);
  }
}
