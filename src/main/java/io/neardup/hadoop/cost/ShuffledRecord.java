package io.neardup.hadoop.cost;

import org.apache.hadoop.io.WritableUtils;

/** The size of a record in Hadoop's shuffle. */
public final class ShuffledRecord {

  private ShuffledRecord() {}

  /**
   * Returns the bytes of a map output record: key, value, and the length of each.
   *
   * @param keyBytes the serialized length of the key
   * @param valueBytes the serialized length of the value, a mean over many records
   */
  public static double bytes(double keyBytes, double valueBytes) {
    return length((long) keyBytes) + keyBytes + length((long) valueBytes) + valueBytes;
  }

  /** Returns the bytes of a length or count, encoded as a variable-length integer. */
  public static int length(long value) {
    return WritableUtils.getVIntSize(value);
  }

  /** Returns the number of decimal digits of a non-negative number. */
  public static int digits(double number) {
    return Long.toString((long) number).length();
  }
}
