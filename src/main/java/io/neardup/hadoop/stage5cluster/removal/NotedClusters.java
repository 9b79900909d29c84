package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.table.Top;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * The first {@value #COUNT} clusters in some order; of equal ones those of the smallest columns. So
 * the first of all tasks together do not depend on the number of tasks.
 */
public final class NotedClusters {

  private static final int COUNT = 20;

  private final String note;
  private final Comparator<NotedCluster> order;
  private final Top<NotedCluster> clusters;

  private NotedClusters(String note, Comparator<NotedCluster> order) {
    this.note = note;
    this.order = order.thenComparingLong(NotedCluster::first);
    this.clusters = new Top<>(COUNT, this.order);
  }

  /** Returns an empty list of the clusters of most documents. */
  public static NotedClusters largest() {
    return new NotedClusters(
        "noted-largest", Comparator.comparingLong(NotedCluster::documents).reversed());
  }

  /**
   * Returns an empty list of the clusters with the fewest pairs for their size; of equally sparse
   * ones the larger come first.
   */
  public static NotedClusters sparsest() {
    return new NotedClusters(
        "noted-sparsest",
        Comparator.comparingDouble(NotedCluster::density)
            .thenComparing(Comparator.comparingLong(NotedCluster::documents).reversed()));
  }

  /**
   * Adds a cluster.
   *
   * @param figures without its members
   * @param whole the same with its members, asked for only if the cluster is among the first
   */
  void add(NotedCluster figures, Supplier<NotedCluster> whole) {
    NotedCluster bar = clusters.bar();
    if (bar == null || order.compare(figures, bar) < 0) {
      clusters.add(whole.get());
    }
  }

  /** Leaves the clusters as a note of the task. */
  void write(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    StringBuilder lines = new StringBuilder();
    clusters.list().forEach(cluster -> lines.append(cluster.line()).append('\n'));
    if (lines.length() > 0) {
      TaskNotes.write(context, note, lines.toString());
    }
  }

  /** Adds the clusters that the tasks of a job left, and returns all, the first ones first. */
  public List<NotedCluster> read(Configuration conf, Path output) throws IOException {
    for (String line : TaskNotes.read(conf, output, note)) {
      clusters.add(NotedCluster.parse(line));
    }
    return clusters.list();
  }
}
