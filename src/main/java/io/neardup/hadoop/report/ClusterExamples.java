package io.neardup.hadoop.report;

import io.neardup.config.Quantity;
import io.neardup.hadoop.report.page.ClusterView;
import io.neardup.hadoop.stage5cluster.removal.NotedCluster;
import io.neardup.hadoop.stage5cluster.removal.NotedClusters;
import io.neardup.hadoop.table.PairColumns;
import io.neardup.text.Printable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The clusters to be shown, and the pairs that join their first documents. */
final class ClusterExamples {

  private static final int MAX_CLUSTERS = 10;

  /** A pair of two documents of a cluster, by their positions in it. */
  private record Edge(int one, int other, int similarity) {}

  private final List<NotedCluster> largest;
  private final List<NotedCluster> sparsest;
  private final Map<Long, List<Edge>> edges = new HashMap<>(); // by the cluster's first column

  /** Reads the clusters that stage 5 left, and of each the pairs of its first documents. */
  ClusterExamples(Configuration conf, Path pairs, Path clusters) throws IOException {
    largest = first(NotedClusters.largest().read(conf, clusters));
    sparsest = first(NotedClusters.sparsest().read(conf, clusters));
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
              edges
                  .computeIfAbsent(cluster.first(), c -> new ArrayList<>())
                  .add(new Edge(position(cluster, column), other, columns.pair().similarity()));
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

  /** Returns the largest clusters. */
  List<ClusterView> largest() {
    return largest.stream().map(this::view).toList();
  }

  /** Returns the clusters with the fewest pairs for their size. */
  List<ClusterView> sparsest() {
    return sparsest.stream().map(this::view).toList();
  }

  private ClusterView view(NotedCluster cluster) {
    List<ClusterView.Member> members = new ArrayList<>();
    for (NotedCluster.Member member : cluster.members()) {
      members.add(
          new ClusterView.Member(members.size() + 1, Printable.id(member.id()), member.kept()));
    }
    long more = cluster.documents() - members.size();
    return new ClusterView(
        members.get(0).id(),
        Quantity.of(cluster.documents(), "document"),
        Quantity.number(cluster.kept()) + " kept.",
        Quantity.of(cluster.pairs(), "pair") + " reach the threshold;",
        String.format(Locale.ROOT, "%.1f %%", 100 * cluster.density()),
        similarity(cluster.least()),
        members,
        joints(cluster),
        more > 0 ? "and " + Quantity.of(more, "further document") : "");
  }

  /**
   * Returns a pair for each document after the first that is connected with one before: of all such
   * choices the one whose pairs are most similar (a maximum spanning forest), the weakest first.
   */
  private List<ClusterView.Joint> joints(NotedCluster cluster) {
    List<Edge> all = new ArrayList<>(edges.getOrDefault(cluster.first(), List.of()));
    all.sort(
        Comparator.comparingInt(Edge::similarity)
            .reversed()
            .thenComparingInt(Edge::one)
            .thenComparingInt(Edge::other));
    int[] component = new int[cluster.members().size()];
    Arrays.setAll(component, m -> m);
    List<ClusterView.Joint> joints = new ArrayList<>();
    for (Edge edge : all) {
      int from = component[edge.one];
      int to = component[edge.other];
      if (from != to) {
        Arrays.setAll(component, m -> component[m] == from ? to : component[m]);
        joints.add(
            0, new ClusterView.Joint(edge.one + 1, edge.other + 1, similarity(edge.similarity)));
      }
    }
    return joints;
  }

  private static String similarity(int millionths) {
    return String.format(Locale.ROOT, "%d.%06d", millionths / 1_000_000, millionths % 1_000_000);
  }
}
