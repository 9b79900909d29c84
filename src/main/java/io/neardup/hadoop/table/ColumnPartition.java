package io.neardup.hadoop.table;

import org.apache.hadoop.conf.Configuration;

/**
 * Divides an ordered key space into consecutive ranges, one per reducer, so that part files in name
 * order are globally sorted.
 */
public final class ColumnPartition {

  /** How many columns there can be; or first bytes of a hash, as many as a column has. */
  public static final long MAX_COLUMNS = 1L << (Byte.SIZE * GroupedKey.COLUMN_BYTES);

  private static final String COLUMNS = "neardup-internal.columns";
  private static final String FIRST = "neardup-internal.first-column";

  private ColumnPartition() {}

  /** Sets the number of columns of the corpus for the tasks of a job. */
  public static void setColumns(Configuration conf, long columns) {
    conf.setLong(COLUMNS, columns);
  }

  /**
   * Sets the columns that the keys of a job have: only those of a new batch, for example.
   *
   * @param first the first of them
   * @param columns the number of columns of the corpus; the last key is at most one less
   */
  public static void setColumns(Configuration conf, long first, long columns) {
    setColumns(conf, columns);
    conf.setLong(FIRST, first);
  }

  /** Returns the first column that the keys of a job have. */
  public static long first(Configuration conf) {
    return conf.getLong(FIRST, 0);
  }

  /** Returns the number of columns of the corpus that a job reads. */
  public static long columns(Configuration conf) {
    return conf.getLong(COLUMNS, 0);
  }

  /** Returns the part, 0 … parts − 1, of the number {@code value} in 0 … total − 1. */
  public static int part(long value, long total, int parts) {
    return total == 0 ? 0 : (int) (Math.min(value, total - 1) * parts / total);
  }
}
