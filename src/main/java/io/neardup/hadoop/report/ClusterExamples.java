package io.neardup.hadoop.report;

import io.neardup.hadoop.stage5cluster.removal.NotedCluster;
import io.neardup.hadoop.table.PairColumns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The clusters to be shown, and the pairs that join their first documents. */
public final class ClusterExamples {

  private static final int MAX_CLUSTERS = 10;

  /** A pair of two documents of a cluster, by their positions in it; similarity in millionths. */
  public record Edge(int one, int other, int similarity) {}

  private final List<NotedCluster> largest;
  private final List<NotedCluster> sparsest;
  private final Map<Long, List<Edge>> edges = new HashMap<>(); // by the cluster's first column

  /** Makes examples of the given clusters. */
  ClusterExamples(List<NotedCluster> largest, List<NotedCluster> sparsest) {
    this.largest = first(largest);
    this.sparsest = first(sparsest);
  }

  void add(NotedCluster cluster, Edge edge) {
    edges.computeIfAbsent(cluster.first(), c -> new ArrayList<>()).add(edge);
  }

  /** Reads the clusters that stage 5 left, and of each the pairs of its first documents. */
  ClusterExamples(Configuration conf, Path pairs, Path clusters) throws IOException {
    this(NotedCluster.largest().read(conf, clusters), NotedCluster.sparsest().read(conf, clusters));
    Map<Long, NotedCluster> clusterOf = new HashMap<>();
    for (List<NotedCluster> some : List.of(largest, sparsest)) {
      for (NotedCluster cluster : some) {
        cluster.members().forEach(member -> clusterOf.put(member.column(), cluster));
      }
    }
    try (PairColumns columns = new PairColumns(conf, pairs)) {
      for (long column : new TreeSet<>(clusterOf.keySet())) {
        NotedCluster cluster = clusterOf.get(column);
        if (columns.seek(column)) {
          while (columns.nextPair()) {
            int other = position(cluster, columns.pair().larger());
            if (other >= 0) {
              add(cluster, new Edge(position(cluster, column), other, columns.pair().similarity()));
            }
          }
        }
      }
    }
  }

  private static List<NotedCluster> first(List<NotedCluster> all) {
    return all.subList(0, Math.min(MAX_CLUSTERS, all.size()));
  }

  private static int position(NotedCluster cluster, long column) {
    for (int m = 0; m < cluster.members().size(); m++) {
      if (cluster.members().get(m).column() == column) {
        return m;
      }
    }
    return -1;
  }

  public List<NotedCluster> largest() {
    return largest;
  }

  /** Returns the clusters with the fewest pairs for their size. */
  public List<NotedCluster> sparsest() {
    return sparsest;
  }

  /**
   * Returns a pair for each document after the first that is connected with one before: of all such
   * choices the one whose pairs are most similar (a maximum spanning forest), the weakest first.
   */
  public List<Edge> joints(NotedCluster cluster) {
    List<Edge> all = new ArrayList<>(edges.getOrDefault(cluster.first(), List.of()));
    all.sort(
        Comparator.comparingInt(Edge::similarity)
            .reversed()
            .thenComparingInt(Edge::one)
            .thenComparingInt(Edge::other));
    int[] component = new int[cluster.members().size()];
    Arrays.setAll(component, m -> m);
    List<Edge> joints = new ArrayList<>();
    for (Edge edge : all) {
      int from = component[edge.one];
      int to = component[edge.other];
      if (from != to) {
        Arrays.setAll(component, m -> component[m] == from ? to : component[m]);
        joints.add(0, edge);
      }
    }
    return joints;
  }
}
