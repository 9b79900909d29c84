package io.neardup.hadoop.collection;

import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnBits;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Brings the clusters of a collection up to date: decides again on the documents of the clusters
 * that a change touches, and takes over the decisions on all others.
 */
final class ClusterUpdate {

  private static final String TOUCHED = "touched";

  private final CollectionWriter writer;
  private final Path clusters;
  private Path decisions;
  private long removed;

  ClusterUpdate(CollectionWriter writer) {
    this.writer = writer;
    this.clusters = writer.work(Stage.CLUSTER);
  }

  /**
   * Decides.
   *
   * @param pairs folders of all pairs, oldest first, the new ones among them
   * @param added the folder of the new pairs
   * @param dropped the columns that are dropped
   * @return the clusters that the change touches; null if these are all
   */
  TouchedClusters run(
      StageContext context, Corpus corpus, List<Path> pairs, Path added, ColumnBits dropped)
      throws IOException {
    if (writer.parent() == null) {
      StageMetadata made = ClusterStage.run(context, corpus, added, clusters);
      decisions = ClusterStage.decisions(clusters);
      removed = made.count(ClusterCounters.REMOVED);
      return null;
    }
    TouchedClusters touched =
        new TouchedClusters(writer.conf(), writer.parent().decisions(), pairs, added, dropped);
    Path columns = writer.work(TOUCHED + "/columns");
    Path pairsOfThem = writer.work(TOUCHED + "/pairs");
    touched.writeColumns(columns);
    try (StageContext writing = writer.sameStep("pairs of clusters")) {
      touched.writePairs(writing, corpus, pairsOfThem);
    }
    ClusterStage.run(context, corpus.only(columns), pairsOfThem, clusters);
    decisions = writer.work("decisions");
    removed = touched.writeDecisions(ClusterStage.decisions(clusters), decisions);
    writer.fileSystem().delete(writer.work(TOUCHED), true);
    return touched;
  }

  /** Returns the output of stage 5 for the clusters that the change touches. */
  Path clusters() {
    return clusters;
  }

  /** Returns the decisions on all documents. */
  Path decisions() {
    return decisions;
  }

  /** Returns how many documents are removed for others. */
  long removed() {
    return removed;
  }
}
