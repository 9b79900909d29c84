package io.neardup.hadoop.collection;

import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.StageFolder;
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
  private final Stages stages;
  private final Corpus corpus;
  private final Path added;
  private final TouchedClusters touched; // null if these are all
  private long removed;

  private ClusterUpdate(
      CollectionWriter writer, Stages stages, Corpus corpus, Path added, TouchedClusters touched) {
    this.writer = writer;
    this.stages = stages;
    this.corpus = corpus;
    this.added = added;
    this.touched = touched;
  }

  /**
   * Finds the clusters that a change touches.
   *
   * @param corpus all documents, after the change
   * @param pairs folders of all pairs, oldest first, the new ones among them
   * @param added the folder of the new pairs
   * @param dropped the columns that are dropped
   */
  static ClusterUpdate of(
      CollectionWriter writer,
      Stages stages,
      Corpus corpus,
      List<Path> pairs,
      Path added,
      ColumnBits dropped)
      throws IOException {
    CollectionIndex parent = writer.parent();
    return new ClusterUpdate(
        writer,
        stages,
        corpus,
        added,
        parent.isEmpty()
            ? null
            : new TouchedClusters(writer.conf(), parent.decisions(), pairs, added, dropped));
  }

  /** Decides on the documents of these clusters: makes {@link #clusters}. */
  void cluster(StageContext context) throws IOException {
    if (touched == null) {
      ClusterStage.run(context, corpus, added, clusters());
      return;
    }
    Path columns = writer.work(TOUCHED + "/columns");
    Path pairsOfThem = writer.work(TOUCHED + "/pairs");
    touched.writeColumns(columns);
    try (StageContext writing = stages.same("pairs of clusters")) {
      touched.writePairs(writing, corpus, pairsOfThem);
    }
    ClusterStage.run(context, corpus.only(context.conf(), columns), pairsOfThem, clusters());
  }

  /** Makes {@link #decisions}, in place of what an interrupted run has left of them. */
  void decide() throws IOException {
    if (touched == null) {
      removed =
          new StageFolder(writer.conf(), clusters())
              .require(Stage.CLUSTER)
              .count(ClusterCounters.REMOVED);
      return;
    }
    writer.delete(List.of(decisions()));
    removed = touched.writeDecisions(ClusterStage.decisions(clusters()), decisions());
    writer.delete(List.of(writer.work(TOUCHED)));
  }

  /** Returns the columns of the clusters that the change touches, unless these are all. */
  ColumnBits members() {
    return touched.members();
  }

  /** Returns the output of stage 5 for the clusters that the change touches. */
  Path clusters() {
    return writer.work(Stage.CLUSTER);
  }

  /** Returns the decisions on all documents. */
  Path decisions() {
    return decisions(writer);
  }

  /** Returns where a writer has the decisions on all documents. */
  static Path decisions(CollectionWriter writer) {
    return writer.parent().isEmpty()
        ? ClusterStage.decisions(writer.work(Stage.CLUSTER))
        : writer.work("decisions");
  }

  /** Returns how many documents are removed for others. */
  long removed() {
    return removed;
  }
}
