package io.neardup.minhash;

import java.nio.ByteBuffer;

/**
 * The byte layout of a signature column, the record of {@code 1-signatures/}.
 *
 * <pre>
 * offset  length  content
 * 0       8       column, big-endian, 0 … 2⁴⁰ − 1
 * 8       4·n     the n slots, big-endian, in slot order
 * </pre>
 *
 * All records of a corpus have the same length, so the position of a record gives its offset.
 */
public final class SignatureColumn {

  /** Where the slots begin. */
  public static final int SLOTS_OFFSET = 8;

  private SignatureColumn() {}

  /** Returns the length in bytes of a record with n slots. */
  public static int length(int slots) {
    return SLOTS_OFFSET + 4 * slots;
  }

  /**
   * Writes a record.
   *
   * @param working the n working values at {@code offset}, none {@link SignatureScheme#EMPTY}
   * @param record receives {@code length(slots)} bytes
   */
  public static void encode(long column, long[] working, int offset, int slots, byte[] record) {
    ByteBuffer buffer = ByteBuffer.wrap(record).putLong(column);
    for (int i = 0; i < slots; i++) {
      buffer.putInt((int) working[offset + i]); // its lower 32 bits
    }
  }

  /** Returns the column of the record that begins at {@code offset}. */
  public static long column(byte[] record, int offset) {
    return ByteBuffer.wrap(record).getLong(offset);
  }

  /**
   * Reads slots.
   *
   * @param bytes holds n encoded slots from {@code from} on
   * @param slots receives them from {@code to} on
   */
  public static void decode(byte[] bytes, int from, int[] slots, int to, int n) {
    ByteBuffer.wrap(bytes, from, Integer.BYTES * n).asIntBuffer().get(slots, to, n);
  }

  /**
   * Returns the number of slots in which two signatures agree, 0 … n (MMDS 3.3.3).
   *
   * @param a n slots
   * @param b holds n slots from {@code offset} on
   */
  public static int agreement(int[] a, int[] b, int offset) {
    int different = 0;
    for (int i = 0; i < a.length; i++) { // without a branch, so that the compiler vectorizes it
      int bits = a[i] ^ b[offset + i];
      different += (bits | -bits) >>> (Integer.SIZE - 1);
    }
    return a.length - different;
  }
}
