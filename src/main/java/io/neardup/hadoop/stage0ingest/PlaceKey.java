package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.table.FixedKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * A position in the input; sorts in the order of the input.
 *
 * <pre>
 * offset  length  content
 * 0       8       position of the range in the plan
 * 8       8       position in the file
 * </pre>
 */
public final class PlaceKey extends FixedKey {

  private static final int LENGTH = 2 * Long.BYTES;

  /** Makes a key of zeros. */
  public PlaceKey() {
    super(LENGTH);
  }

  void set(long ordinal, long position) {
    put(0, Long.BYTES, ordinal);
    put(Long.BYTES, Long.BYTES, position);
  }

  long ordinal() {
    return get(0, Long.BYTES);
  }

  long position() {
    return get(Long.BYTES, Long.BYTES);
  }

  /** Sorts positions. */
  public static final class Order extends PrefixComparator {
    /** Compares whole keys. */
    public Order() {
      super(PlaceKey.class, LENGTH);
    }
  }

  static {
    WritableComparator.define(PlaceKey.class, new Order());
  }
}
