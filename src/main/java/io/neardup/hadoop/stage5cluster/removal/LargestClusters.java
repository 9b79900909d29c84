package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.Top;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.io.Text;

/** The few largest clusters among those added; if sizes are equal, the first ones. */
final class LargestClusters {

  /** How many clusters are kept. */
  static final int COUNT = 10;

  /** The name of a task's note. */
  static final String NOTE = "largest-clusters";

  record Cluster(long documents, String name) {}

  private final Top<Cluster> clusters =
      new Top<>(COUNT, Comparator.comparingLong(Cluster::documents).reversed());

  void add(long documents, Text name) {
    Cluster bar = clusters.bar();
    if (bar == null || documents > bar.documents) { // few names become strings
      clusters.add(new Cluster(documents, name.toString()));
    }
  }

  /** Adds the clusters of notes. */
  void addLines(List<String> lines) {
    for (String line : lines) {
      int tab = line.indexOf('\t');
      add(Long.parseLong(line.substring(0, tab)), new Text(line.substring(tab + 1)));
    }
  }

  /** Returns the clusters, the largest first. */
  List<Cluster> list() {
    return clusters.list();
  }

  /** Returns them as lines {@code documents<TAB>name}, each with a line break. */
  String lines() {
    StringBuilder lines = new StringBuilder();
    list().forEach(c -> lines.append(c.documents).append('\t').append(c.name).append('\n'));
    return lines.toString();
  }
}
