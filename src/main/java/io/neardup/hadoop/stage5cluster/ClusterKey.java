package io.neardup.hadoop.stage5cluster;

import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.io.FixedKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * A document of a cluster, in one of two roles: as one that could be kept, or as a member. Sorts by
 * cluster; within it first come those that could be kept, the best first, then the members by
 * column. Grouped by cluster.
 *
 * <pre>
 * offset  length  content
 * 0       5       smallest column of the cluster
 * 5       5       rank of one that could be kept, 2³⁹ of a member
 * 10      5       column
 * </pre>
 */
public final class ClusterKey extends FixedKey {

  private static final int COLUMN_BYTES = 5;
  private static final int LENGTH = 3 * COLUMN_BYTES;
  private static final long MEMBER = KeepPolicy.MAX_LENGTH + 1;

  /** Makes a key of zeros. */
  public ClusterKey() {
    super(LENGTH);
  }

  /** Makes it the key of a document that could be kept. */
  public ClusterKey setEligible(long cluster, long rank, long column) {
    return set(cluster, rank, column);
  }

  /** Makes it the key of a member. */
  public ClusterKey setMember(long cluster, long column) {
    return set(cluster, MEMBER, column);
  }

  private ClusterKey set(long cluster, long rank, long column) {
    put(0, COLUMN_BYTES, cluster);
    put(COLUMN_BYTES, COLUMN_BYTES, rank);
    put(2 * COLUMN_BYTES, COLUMN_BYTES, column);
    return this;
  }

  /** Returns the smallest column of the cluster. */
  public long cluster() {
    return get(0, COLUMN_BYTES);
  }

  /** Returns whether it is the key of a member. */
  public boolean isMember() {
    return get(COLUMN_BYTES, COLUMN_BYTES) == MEMBER;
  }

  /** Returns the column. */
  public long column() {
    return get(2 * COLUMN_BYTES, COLUMN_BYTES);
  }

  /** Sorts by the whole key. */
  public static final class Order extends PrefixComparator {
    /** Compares whole keys. */
    public Order() {
      super(ClusterKey.class, LENGTH);
    }
  }

  /** Groups by cluster. */
  public static final class Cluster extends PrefixComparator {
    /** Compares clusters. */
    public Cluster() {
      super(ClusterKey.class, COLUMN_BYTES);
    }
  }

  static {
    WritableComparator.define(ClusterKey.class, new Order());
  }
}
