package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.table.BigEndian;
import java.util.Arrays;

/**
 * The bytes of a run: columns of one range of a band, each with its hash in the band, the hash of
 * its whole signature, and its distance from the first column of the key.
 *
 * <pre>
 * offset  length  content, big-endian
 * 0       8       hash of the band's slots
 * 8       8       hash of all slots
 * 16      3       column less the first column
 * </pre>
 */
public final class BandRun {

  /** Bytes of a column. */
  public static final int ENTRY_BYTES = 19;

  /** Maximum distance of a column from the first one. */
  static final int MAX_DISTANCE = (1 << 24) - 1;

  /** Maximum columns of a run, so that a run fits the buffers of the shuffle. */
  static final int MAX_COLUMNS = 1 << 15;

  private static final int SIGNATURE_HASH = 8;
  private static final int DISTANCE = 16;

  private byte[] bytes = new byte[ENTRY_BYTES << 6];
  private int length;

  /** Returns the array that begins with the run. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns how many bytes the run has. */
  public int length() {
    return length;
  }

  boolean isEmpty() {
    return length == 0;
  }

  boolean isFull() {
    return length >= ENTRY_BYTES * MAX_COLUMNS;
  }

  void clear() {
    length = 0;
  }

  /** Appends a column at a distance from the first one. */
  void add(long bandHash, long signatureHash, int distance) {
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * length);
    }
    BigEndian.putLong(bytes, length, bandHash);
    BigEndian.putLong(bytes, length + SIGNATURE_HASH, signatureHash);
    BigEndian.put(bytes, length + DISTANCE, ENTRY_BYTES - DISTANCE, distance);
    length += ENTRY_BYTES;
  }

  /** Returns the hash of a column in the band; {@code at} is where its entry begins. */
  static long bandHash(byte[] bytes, int at) {
    return BigEndian.getLong(bytes, at);
  }

  /** Returns the hash of all slots of a column. */
  static long signatureHash(byte[] bytes, int at) {
    return BigEndian.getLong(bytes, at + SIGNATURE_HASH);
  }

  /** Returns how far a column is from the first one. */
  static int distance(byte[] bytes, int at) {
    return (int) BigEndian.get(bytes, at + DISTANCE, ENTRY_BYTES - DISTANCE);
  }
}
