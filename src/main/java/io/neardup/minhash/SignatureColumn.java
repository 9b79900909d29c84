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
 * All records of a corpus have the same length, so the record of a position is found by arithmetic.
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
      buffer.putInt(SignatureScheme.stored(working[offset + i]));
    }
  }

  /** Returns the column of the record that begins at {@code offset}. */
  public static long column(byte[] record, int offset) {
    return ByteBuffer.wrap(record).getLong(offset);
  }

  /**
   * Returns in how many of n slots two signatures agree, 0 … n (MMDS 3.3.3).
   *
   * @param a holds n slots from {@code aOffset} on
   * @param b holds n slots from {@code bOffset} on
   */
  public static int agreement(byte[] a, int aOffset, byte[] b, int bOffset, int slots) {
    ByteBuffer left = ByteBuffer.wrap(a);
    ByteBuffer right = ByteBuffer.wrap(b);
    int equal = 0;
    for (int i = 0; i < slots; i++) {
      if (left.getInt(aOffset + 4 * i) == right.getInt(bOffset + 4 * i)) {
        equal++;
      }
    }
    return equal;
  }
}
