package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.FixedKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * A column with what decides on it. Sorts by column, kind, then the other column; grouped by
 * column.
 *
 * <pre>
 * offset  length  content
 * 0       5       column
 * 5       1       kind
 * 6       5       the other column
 * </pre>
 */
public final class DecisionKey extends FixedKey {

  /** What the other column is, in the order of the keys. */
  public enum Kind {
    /** The smallest column of the component. */
    COMPONENT(0),
    /** The column that is kept in place of the column, which may be that column itself. */
    KEPT(1),
    /** A column for which the column may be removed, if it has none of the kind before. */
    PARTNER(2),
    /** The other column of a pair. */
    PAIR(3);

    private final int code;

    Kind(int code) {
      this.code = code;
    }
  }

  private static final Kind[] KINDS = Kind.values();
  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;

  /** Bytes of a key. */
  private static final int LENGTH = 2 * COLUMN_BYTES + 1;

  /** Makes a key of zeros. */
  public DecisionKey() {
    super(LENGTH);
  }

  /** Sets all parts. */
  public DecisionKey set(long column, Kind kind, long other) {
    put(0, COLUMN_BYTES, column);
    put(COLUMN_BYTES, 1, kind.code);
    put(COLUMN_BYTES + 1, COLUMN_BYTES, other);
    return this;
  }

  /** Returns the column. */
  public long column() {
    return get(0, COLUMN_BYTES);
  }

  /** Returns what the other column is. */
  public Kind kind() {
    return KINDS[(int) get(COLUMN_BYTES, 1)];
  }

  /** Returns the other column. */
  public long other() {
    return get(COLUMN_BYTES + 1, COLUMN_BYTES);
  }

  /** Sorts by the whole key. */
  public static final class Order extends PrefixComparator {
    /** Compares whole keys. */
    public Order() {
      super(DecisionKey.class, LENGTH);
    }
  }

  /** Groups by column. */
  public static final class Column extends PrefixComparator {
    /** Compares columns. */
    public Column() {
      super(DecisionKey.class, COLUMN_BYTES);
    }
  }

  static {
    WritableComparator.define(DecisionKey.class, new Order());
  }
}
