package io.neardup.hadoop.cost;

import org.apache.hadoop.io.WritableUtils;

/** The bytes that Hadoop shuffles for a record. */
public final class ShuffledRecord {

  private ShuffledRecord() {}

  /**
   * Returns the bytes of a record of map output: key, value, and the length of each.
   *
   * @param keyBytes serialized
   * @param valueBytes serialized, the mean of many records
   */
  public static double bytes(double keyBytes, double valueBytes) {
    return length((long) keyBytes) + keyBytes + length((long) valueBytes) + valueBytes;
  }

  /** Returns the bytes of a length or count that is written as a variable-length integer. */
  public static int length(long value) {
    return WritableUtils.getVIntSize(value);
  }

  /** Returns how many decimal digits a number has that is not negative. */
  public static int digits(double number) {
    return Long.toString((long) number).length();
  }
}
