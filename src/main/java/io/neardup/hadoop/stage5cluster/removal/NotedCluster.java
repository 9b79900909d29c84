package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.TopNotes;
import java.util.Comparator;
import java.util.List;

/**
 * A cluster that is kept as an example.
 *
 * @param first its smallest column
 * @param documents how many it has
 * @param kept how many of them are kept
 * @param pairs how many pairs stage 4 found in it
 * @param least the least similarity of these, in millionths
 * @param members the first documents, at most {@value #MEMBERS}
 */
public record NotedCluster(
    long first, long documents, long kept, long pairs, int least, List<Member> members) {

  /** How many documents are named. */
  public static final int MEMBERS = 12;

  private static final int COUNT = 20;

  /** A document of the cluster. */
  public record Member(long column, boolean kept, String id) {}

  /** Returns an empty list of the clusters of most documents. */
  public static TopNotes<NotedCluster> largest() {
    return notes("noted-largest", Comparator.comparingLong(NotedCluster::documents).reversed());
  }

  /**
   * Returns an empty list of the clusters with the fewest pairs for their size; of equally sparse
   * ones the larger come first.
   */
  public static TopNotes<NotedCluster> sparsest() {
    return notes(
        "noted-sparsest",
        Comparator.comparingDouble(NotedCluster::density)
            .thenComparing(Comparator.comparingLong(NotedCluster::documents).reversed()));
  }

  private static TopNotes<NotedCluster> notes(String name, Comparator<NotedCluster> order) {
    return new TopNotes<>(
        name, COUNT, order.thenComparingLong(NotedCluster::first), NotedCluster.class);
  }

  /** Returns the share of the pairs of its documents that stage 4 found, 0 to 1. */
  public double density() {
    return pairs / (0.5 * documents * (documents - 1));
  }

  /**
   * Returns whether documents of it may be unlike: it is not two documents, and not all its pairs
   * have the same shingles.
   */
  boolean mayBeChain() {
    return documents > 2 && least < 1_000_000;
  }
}
