package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.FixedKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * The two documents of a pair, the less preferred (later) one first. Documents are preferred by
 * rank, then by column. Sorts by the later document, then the earlier one; grouped by the later
 * one.
 *
 * <pre>
 * offset  length  content
 * 0       8       rank of the later one, unsigned
 * 8       5       its column
 * 13      8       rank of the earlier one, unsigned
 * 21      5       its column
 * </pre>
 */
public final class LinkKey extends FixedKey {

  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;
  private static final int HALF = Long.BYTES + COLUMN_BYTES;
  private static final int LENGTH = 2 * HALF;

  /** Makes a key of zeros. */
  public LinkKey() {
    super(LENGTH);
  }

  /** Sets all parts. */
  public LinkKey set(long rankOfLater, long later, long rankOfEarlier, long earlier) {
    put(0, Long.BYTES, rankOfLater);
    put(Long.BYTES, COLUMN_BYTES, later);
    put(HALF, Long.BYTES, rankOfEarlier);
    put(HALF + Long.BYTES, COLUMN_BYTES, earlier);
    return this;
  }

  /** Returns the column of the later document. */
  public long later() {
    return get(Long.BYTES, COLUMN_BYTES);
  }

  /** Returns the column of the earlier document. */
  public long earlier() {
    return get(HALF + Long.BYTES, COLUMN_BYTES);
  }

  /** Sorts by the whole key. */
  public static final class Order extends PrefixComparator {
    /** Compares whole keys. */
    public Order() {
      super(LinkKey.class, LENGTH);
    }
  }

  /** Groups by the later document. */
  public static final class Later extends PrefixComparator {
    /** Compares the later documents. */
    public Later() {
      super(LinkKey.class, HALF);
    }
  }

  static {
    WritableComparator.define(LinkKey.class, new Order());
  }
}
