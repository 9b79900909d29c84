package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.TopNotes;
import java.util.ArrayList;
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
 * @param leastI the smaller column of the least similar pair
 * @param leastJ its larger column
 * @param members the first documents, at most {@value #MEMBERS}
 */
public record NotedCluster(
    long first,
    long documents,
    long kept,
    long pairs,
    int least,
    long leastI,
    long leastJ,
    List<Member> members) {

  /** How many documents are named. */
  public static final int MEMBERS = 12;

  private static final int COUNT = 20;
  private static final int FIELDS = 7;
  private static final int MEMBER_FIELDS = 3;

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
        name,
        COUNT,
        order.thenComparingLong(NotedCluster::first),
        NotedCluster::line,
        NotedCluster::parse);
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

  /** Returns the same with documents. */
  NotedCluster with(List<Member> some) {
    return new NotedCluster(first, documents, kept, pairs, least, leastI, leastJ, some);
  }

  /** Returns the line of a note. */
  private String line() {
    StringBuilder line = new StringBuilder();
    line.append(first).append('\t').append(documents).append('\t').append(kept).append('\t');
    line.append(pairs).append('\t').append(least).append('\t');
    line.append(leastI).append('\t').append(leastJ);
    for (Member member : members) {
      line.append('\t').append(member.column).append('\t').append(member.kept ? 1 : 0);
      line.append('\t').append(member.id);
    }
    return line.toString();
  }

  /** Parses the line of a note. */
  private static NotedCluster parse(String line) {
    String[] fields = line.split("\t", -1);
    List<Member> members = new ArrayList<>();
    for (int f = FIELDS; f + MEMBER_FIELDS <= fields.length; f += MEMBER_FIELDS) {
      members.add(new Member(Long.parseLong(fields[f]), fields[f + 1].equals("1"), fields[f + 2]));
    }
    return new NotedCluster(
        Long.parseLong(fields[0]),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[3]),
        Integer.parseInt(fields[4]),
        Long.parseLong(fields[5]),
        Long.parseLong(fields[6]),
        members);
  }
}
