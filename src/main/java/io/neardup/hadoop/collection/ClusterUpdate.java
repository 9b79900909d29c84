package io.neardup.hadoop.collection;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.stage4verify.compare.VerifyCounters;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ForestWriter;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.PairColumns;
import io.neardup.hadoop.table.PairsCounters;
import io.neardup.hadoop.table.PairsOutputFormat;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;

/**
 * Brings the clusters of a collection up to date: decides again on the documents of the clusters
 * that a change touches, and takes over the decisions on all others. Touched are all old clusters
 * that have a column of a new pair or a dropped one, and the columns that were in no pair before.
 * Clusters do not depend on each other.
 *
 * <p>Cost: the stored decisions are read three times, the stored pairs are searched for the columns
 * of these clusters. Memory: {@link ColumnBits}, four times.
 */
public final class ClusterUpdate {

  private static final String TOUCHED = "touched";

  private final CollectionWriter writer;
  private final Stages stages;
  private final Configuration conf;
  private final Corpus corpus;
  private final List<Path> pairs; // of all documents, oldest first
  private final Path added;
  private final ColumnBits dropped;
  private final boolean areAll; // there were no clusters before
  private final ColumnBits members = new ColumnBits(); // of the touched clusters, unless areAll
  private final ColumnBits all = new ColumnBits(); // of all clusters, unless areAll
  private long removed;

  /**
   * Finds the clusters that a change touches.
   *
   * @param corpus all documents, after the change
   * @param pairs folders of all pairs, oldest first, the new ones among them
   * @param added the folder of the new pairs
   * @param dropped the columns that are dropped; they are no members of the clusters
   */
  public ClusterUpdate(
      CollectionWriter writer,
      Stages stages,
      Corpus corpus,
      List<Path> pairs,
      Path added,
      ColumnBits dropped)
      throws IOException {
    this.writer = writer;
    this.stages = stages;
    this.conf = writer.conf();
    this.corpus = corpus;
    this.pairs = pairs;
    this.added = added;
    this.dropped = dropped;
    this.areAll = writer.parent().isEmpty();
    if (!areAll) {
      findMembers();
    }
  }

  private void findMembers() throws IOException {
    try (PairColumns cursor = new PairColumns(conf, added)) {
      while (cursor.nextOfAll()) {
        members.add(cursor.pair().smaller());
        members.add(cursor.pair().larger());
      }
    }
    ColumnBits clusters = new ColumnBits();
    try (ColumnLines cursor = before()) {
      while (cursor.next()) {
        if (members.contains(cursor.column()) || dropped.contains(cursor.column())) {
          clusters.add(cluster(cursor));
        }
      }
    }
    try (ColumnLines cursor = before()) {
      while (cursor.next()) {
        if (!dropped.contains(cursor.column())) {
          all.add(cursor.column());
          if (clusters.contains(cluster(cursor))) {
            members.add(cursor.column());
          }
        }
      }
    }
    members.forEach(all::add);
  }

  private ColumnLines before() throws IOException {
    return new ColumnLines(conf, writer.parent().decisions());
  }

  /** Reads the cluster of a decision, which follows the kept column. */
  private static long cluster(ColumnLines decision) throws IOException {
    decision.readNumber();
    return decision.readFurtherNumber();
  }

  /** Decides on the documents of these clusters. */
  public void cluster(StageContext context, Path clusters) throws IOException {
    if (areAll) {
      ClusterStage.run(context, corpus, added, clusters);
      return;
    }
    Path columns = writer.work(TOUCHED + "/columns");
    Path pairsOfThem = writer.work(TOUCHED + "/pairs");
    LineBuilder line = new LineBuilder();
    try (OutputStream out = PartFiles.createOnly(conf, columns)) {
      members.forEach(column -> line.clear().append(column).append('\t').writeTo(out));
    }
    try (StageContext writing = stages.same("pairs of clusters")) {
      writePairs(writing, pairsOfThem);
    }
    ClusterStage.run(context, corpus.only(context.conf(), columns), pairsOfThem, clusters);
  }

  /** Writes the pairs of the clusters as an output of stage 4 without the lines of pairs. */
  private void writePairs(StageContext context, Path folder) throws IOException {
    OwnedFolder output = context.newOutput(folder, Stage.VERIFY);
    LineBuilder line = new LineBuilder();
    long[] number = {0};
    ForestWriter forest =
        new ForestWriter(
            PartFiles.create(conf, PairsOutputFormat.forestFile(output.result())),
            ForestWriter.IN_MEMORY);
    List<PairColumns> runs = new ArrayList<>();
    try (forest;
        OutputStream out = PartFiles.create(conf, PairsOutputFormat.columnsFile(output.result()))) {
      for (Path run : pairs) {
        runs.add(new PairColumns(conf, run));
      }
      members.forEach(
          i -> {
            for (PairColumns run : runs) { // a later run has larger columns j
              if (run.seek(i)) {
                while (run.nextPair()) {
                  run.pair().appendTo(line.clear());
                  line.writeTo(out);
                  forest.add(i, run.pair().larger());
                  number[0]++;
                }
              }
            }
          });
    } finally {
      IOUtils.closeStreams(runs.toArray(Closeable[]::new));
    }
    context.add(VerifyCounters.PAIRS_KEPT, number[0]);
    context.add(PairsCounters.FOREST_EDGES, forest.edges());
    context.complete(
        output,
        Stage.VERIFY,
        corpus.identity(),
        corpus.facts(),
        Quantity.of(number[0], "pair") + " of " + Quantity.of(members.size(), "document"));
  }

  /**
   * Makes {@link #decisions}, in place of what an interrupted run has left of them: those of the
   * other clusters as they were, and those of these clusters as they are now.
   */
  public void decide() throws IOException {
    if (areAll) {
      removed =
          new StageFolder(conf, clusters()).require(Stage.CLUSTER).count(ClusterCounters.REMOVED);
      return;
    }
    writer.delete(decisions());
    LineBuilder line = new LineBuilder();
    try (OutputStream out = PartFiles.createOnly(conf, decisions());
        ColumnLines others = before();
        ColumnLines these = new ColumnLines(conf, ClusterStage.decisions(clusters()))) {
      all.forEach(
          column -> {
            ColumnLines decision = members.contains(column) ? these : others;
            if (decision.seek(column)) {
              long kept = decision.readNumber();
              line.clear().append(column).append('\t').append(kept).append(' ');
              line.append(decision.readFurtherNumber()).writeTo(out);
              removed += kept == column ? 0 : 1;
            }
          });
    }
    writer.delete(writer.work(TOUCHED));
  }

  /** Returns the columns of the clusters that the change touches, unless these are all. */
  ColumnBits members() {
    return members;
  }

  /** Returns the output of stage 5 for the clusters that the change touches. */
  public Path clusters() {
    return writer.work(Stage.CLUSTER);
  }

  /** Returns the decisions on all documents. */
  public Path decisions() {
    return areAll ? ClusterStage.decisions(clusters()) : writer.work("decisions");
  }

  /** Returns how many documents are removed for others. */
  public long removed() {
    return removed;
  }
}
