package io.neardup.hadoop.audit;

import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.FixedKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * Something found about a sampled document: sorts by the document, then the section, then the other
 * document, then the kind. Grouped by the sampled document.
 *
 * <pre>
 * offset  length  content
 * 0       5       column of the sampled document
 * 5       1       section: 0 the document, 1 its removal, 2 its near-duplicates
 * 6       5       column of the other document
 * 11      1       kind
 * </pre>
 */
public final class AuditKey extends FixedKey {

  /** What was found; the order is that of the findings of a section. */
  enum Kind {
    /** The sampled document itself. */
    DOCUMENT(0),
    /** Its line of removed-by.tsv. */
    REMOVED_BY(1),
    /** The document that is kept for it, and how similar the two are. */
    KEPT(1),
    /** A document whose similarity to it reaches the threshold. */
    NEAR_DUPLICATE(2),
    /** A pair in 4-pairs. */
    REPORTED(2);

    private final int section;

    Kind(int section) {
      this.section = section;
    }
  }

  private static final int COLUMN = ColumnPairKey.COLUMN_BYTES;
  private static final int OTHER = COLUMN + 1;
  private static final int KIND = OTHER + COLUMN;
  private static final int LENGTH = KIND + 1;

  /** Makes a key of zeros. */
  public AuditKey() {
    super(LENGTH);
  }

  @SuppressWarnings("EnumOrdinal") // both ends of a shuffle are of one build
  AuditKey set(Kind kind, long column, long other) {
    put(0, COLUMN, column);
    put(COLUMN, 1, kind.section);
    put(OTHER, COLUMN, other);
    put(KIND, 1, kind.ordinal());
    return this;
  }

  long column() {
    return get(0, COLUMN);
  }

  long other() {
    return get(OTHER, COLUMN);
  }

  Kind kind() {
    return Kind.values()[(int) get(KIND, 1)];
  }

  /** Sorts by all. */
  public static final class Order extends PrefixComparator {
    /** Compares whole keys. */
    public Order() {
      super(AuditKey.class, LENGTH);
    }
  }

  /** Groups by the sampled document. */
  public static final class Document extends PrefixComparator {
    /** Compares the columns of sampled documents. */
    public Document() {
      super(AuditKey.class, COLUMN);
    }
  }

  static {
    WritableComparator.define(AuditKey.class, new Order());
  }
}
