package io.neardup.hadoop.stage5cluster;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Text;

/** The few largest clusters among those added; of equally large ones the first. */
final class LargestClusters {

  /** How many clusters are kept. */
  static final int COUNT = 10;

  /** The name of a task's note. */
  static final String NOTE = "largest-clusters";

  record Cluster(long documents, String name) {}

  private final List<Cluster> clusters = new ArrayList<>(COUNT + 1);

  void add(long documents, Text name) {
    int rank = clusters.size();
    while (rank > 0 && clusters.get(rank - 1).documents < documents) {
      rank--;
    }
    if (rank < COUNT) {
      clusters.add(rank, new Cluster(documents, name.toString()));
      if (clusters.size() > COUNT) {
        clusters.remove(COUNT);
      }
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
    return List.copyOf(clusters);
  }

  /** Returns them as lines {@code documents<TAB>name}, each with a line break. */
  String lines() {
    StringBuilder lines = new StringBuilder();
    clusters.forEach(c -> lines.append(c.documents).append('\t').append(c.name).append('\n'));
    return lines.toString();
  }
}
