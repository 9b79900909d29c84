package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.table.ColumnPairKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * The two documents of a pair, the less preferred (later) one first. Documents are preferred by
 * rank, then by column. Sorts by the later document, then the earlier one; grouped by the later
 * one.
 *
 * <pre>
 * offset   length  content
 * 0        r       rank of the later one
 * r        5       its column
 * 5 + r    r       rank of the earlier one
 * 5 + 2 r  5       its column
 * </pre>
 */
public final class LinkKey extends RankedKey {

  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;

  /** Makes an empty key. */
  public LinkKey() {}

  /** Sets all parts. The ranks are of the same length. */
  public LinkKey set(byte[] rankOfLater, long later, byte[] rankOfEarlier, long earlier) {
    int half = rankOfLater.length + COLUMN_BYTES;
    resize(2 * half);
    put(0, rankOfLater);
    put(half - COLUMN_BYTES, COLUMN_BYTES, later);
    put(half, rankOfEarlier);
    put(2 * half - COLUMN_BYTES, COLUMN_BYTES, earlier);
    return this;
  }

  /** Returns the column of the later document. */
  public long later() {
    return get(bytes.length / 2 - COLUMN_BYTES, COLUMN_BYTES);
  }

  /** Returns the column of the earlier document. */
  public long earlier() {
    return get(bytes.length - COLUMN_BYTES, COLUMN_BYTES);
  }

  /** Sorts by the whole key. */
  public static final class Order extends RankedComparator {
    /** Compares whole keys. */
    public Order() {
      super(LinkKey.class);
    }

    @Override
    protected int prefix(int length) {
      return length;
    }
  }

  /** Groups by the later document. */
  public static final class Later extends RankedComparator {
    /** Compares the later documents. */
    public Later() {
      super(LinkKey.class);
    }

    @Override
    protected int prefix(int length) {
      return length / 2;
    }
  }

  static {
    WritableComparator.define(LinkKey.class, new Order());
  }
}
