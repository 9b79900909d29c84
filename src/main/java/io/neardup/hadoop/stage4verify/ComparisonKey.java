package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.FixedKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * The key of a document that is sent to a block of columns: sorts by block, then role, then column,
 * so that the members of a block come before its visitors; grouped by block.
 *
 * <pre>
 * offset  length  content
 * 0       5       number of the block
 * 5       1       role: 0 a member of the block, 1 a visitor
 * 6       5       column of the document
 * </pre>
 *
 * A visitor is only compared with members. A member may be compared with members before it, too.
 */
public final class ComparisonKey extends FixedKey {

  private static final int ROLE = ColumnPairKey.COLUMN_BYTES;
  private static final int COLUMN = ROLE + 1;

  /** Bytes of a key. */
  static final int LENGTH = COLUMN + ColumnPairKey.COLUMN_BYTES;

  private static final int MEMBER = 0;
  private static final int VISITOR = 1;

  /** Makes a key of zeros. */
  public ComparisonKey() {
    super(LENGTH);
  }

  /** Sets the key of a member of a block. */
  public ComparisonKey setMember(long block, long column) {
    return set(block, MEMBER, column);
  }

  /** Sets the key of a visitor, which is only compared with members of the block. */
  public ComparisonKey setVisitor(long block, long column) {
    return set(block, VISITOR, column);
  }

  private ComparisonKey set(long block, int role, long column) {
    put(0, ROLE, block);
    put(ROLE, COLUMN - ROLE, role);
    put(COLUMN, ColumnPairKey.COLUMN_BYTES, column);
    return this;
  }

  /** Returns the number of the block. */
  public long block() {
    return get(0, ROLE);
  }

  /** Returns whether the document is a member of the block. */
  public boolean isMember() {
    return get(ROLE, COLUMN - ROLE) == MEMBER;
  }

  /** Returns the column of the document. */
  public long column() {
    return get(COLUMN, ColumnPairKey.COLUMN_BYTES);
  }

  /** Sorts documents. */
  public static final class Order extends PrefixComparator {
    /** Compares whole keys. */
    public Order() {
      super(ComparisonKey.class, LENGTH);
    }
  }

  /** Groups the documents that are sent to a block. */
  public static final class Block extends PrefixComparator {
    /** Compares blocks. */
    public Block() {
      super(ComparisonKey.class, ROLE);
    }
  }

  static {
    WritableComparator.define(ComparisonKey.class, new Order());
  }
}
