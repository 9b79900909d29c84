package io.neardup.hadoop.table;

import org.apache.hadoop.conf.Configuration;

/**
 * Cuts an ordered key space into consecutive parts, one a reducer, so that part files in name order
 * are globally sorted.
 */
public final class ColumnPartition {

  private static final String COLUMNS = "neardup-internal.columns";

  private ColumnPartition() {}

  /** Tells the tasks of a job how many columns the corpus has. */
  public static void setColumns(Configuration conf, long columns) {
    conf.setLong(COLUMNS, columns);
  }

  /** Returns how many columns the corpus of a job has. */
  public static long columns(Configuration conf) {
    return conf.getLong(COLUMNS, 0);
  }

  /** Returns the part, 0 … parts − 1, of the number {@code value} in 0 … total − 1. */
  public static int part(long value, long total, int parts) {
    return total == 0 ? 0 : (int) (Math.min(value, total - 1) * parts / total);
  }

  /** Returns the part, 0 … parts − 1, of an unsigned 64-bit number: its high bits times parts. */
  public static int part(long unsigned, int parts) {
    long high = (unsigned >>> 32) * parts;
    long low = (unsigned & 0xffffffffL) * parts;
    return (int) ((high + (low >>> 32)) >>> 32);
  }
}
