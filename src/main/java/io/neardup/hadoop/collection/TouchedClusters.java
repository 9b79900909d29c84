package io.neardup.hadoop.collection;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.Facts;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.StageOutput;
import io.neardup.hadoop.stage4verify.VerifyCounters;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnListWriter;
import io.neardup.hadoop.table.ForestWriter;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.PairColumns;
import io.neardup.hadoop.table.PairsCounters;
import io.neardup.hadoop.table.PairsOutputFormat;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.Text;

/**
 * The clusters that new pairs touch: all old clusters that have a column of one, and the columns
 * that were in no pair before. Clusters do not depend on each other, so only these are decided
 * again.
 *
 * <p>Cost: the stored decisions are read three times, the stored pairs are searched for the columns
 * of these clusters. Memory: {@link ColumnBits}, three times.
 */
final class TouchedClusters {

  private static final int BUFFER = 1 << 16;

  private final Configuration conf;
  private final Path decisions; // of all clusters, before
  private final List<Path> pairs; // oldest first
  private final ColumnBits dropped;
  private final ColumnBits members = new ColumnBits();

  /**
   * Finds the clusters that have a column of a new pair, or one that is dropped.
   *
   * @param decisions of all clusters
   * @param pairs folders of all pairs, oldest first, the new ones among them
   * @param added the folder of the new pairs
   * @param dropped columns; they are no members of the clusters
   */
  TouchedClusters(
      Configuration conf, Path decisions, List<Path> pairs, Path added, ColumnBits dropped)
      throws IOException {
    this.conf = conf;
    this.decisions = decisions;
    this.pairs = pairs;
    this.dropped = dropped;
    readNew(added);
    ColumnBits clusters = new ColumnBits();
    try (DecisionCursor cursor = new DecisionCursor(conf, decisions)) {
      while (cursor.nextDecision()) {
        if (members.contains(cursor.column()) || dropped.contains(cursor.column())) {
          clusters.add(cursor.cluster());
        }
      }
    }
    try (DecisionCursor cursor = new DecisionCursor(conf, decisions)) {
      while (cursor.nextDecision()) {
        if (clusters.contains(cursor.cluster()) && !dropped.contains(cursor.column())) {
          members.add(cursor.column());
        }
      }
    }
  }

  private void readNew(Path added) throws IOException {
    try (PairColumns cursor = new PairColumns(conf, added)) {
      while (cursor.nextOfAll()) {
        members.add(cursor.pair().smaller());
        members.add(cursor.pair().larger());
      }
    }
  }

  /** Returns the columns of the clusters. */
  ColumnBits members() {
    return members;
  }

  /** Writes the columns as lines {@code column<TAB>}, by column, into a new folder. */
  void writeColumns(Path folder) throws IOException {
    try (ColumnListWriter columns = new ColumnListWriter(conf, folder)) {
      members.forEach(columns::add);
    }
  }

  /** Writes the pairs of the clusters as an output of stage 4 without the lines of pairs. */
  void writePairs(StageContext context, Corpus corpus, Path folder) throws IOException {
    StageOutput output = context.newOutput(folder, Stage.VERIFY);
    LineBuilder line = new LineBuilder();
    long[] number = {0};
    ForestWriter forest =
        new ForestWriter(
            create(PairsOutputFormat.forestFile(output.path())), ForestWriter.IN_MEMORY);
    List<PairColumns> runs = new ArrayList<>();
    try (forest;
        OutputStream out = create(PairsOutputFormat.columnsFile(output.path()))) {
      for (Path run : pairs) {
        runs.add(new PairColumns(conf, run));
      }
      members.forEach(
          i -> {
            for (PairColumns run : runs) { // a later run has larger columns j
              if (run.seek(i)) {
                while (run.nextPair()) {
                  run.pair().appendTo(line.clear());
                  write(line, out);
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
        Facts.none()
            .with(Fact.COLUMNS, corpus.columns())
            .with(Fact.BATCHES, corpus.batches().size()),
        Quantity.of(number[0], "pair") + " of " + Quantity.of(members.size(), "document"));
  }

  /**
   * Writes the decisions of all clusters: those of the other clusters as they were, and those of
   * these clusters as they are now.
   *
   * @param now the decisions of these clusters
   * @return how many columns are removed
   */
  long writeDecisions(Path now, Path folder) throws IOException {
    LineBuilder line = new LineBuilder();
    long removed = 0;
    try (OutputStream out = create(new Path(folder, PartFiles.PREFIX + "r-00000"));
        DecisionCursor others = new DecisionCursor(conf, decisions);
        DecisionCursor these = new DecisionCursor(conf, now)) {
      boolean inOthers = nextOther(others);
      boolean inThese = these.nextDecision();
      while (inOthers || inThese) {
        boolean takesOther = !inThese || (inOthers && others.column() < these.column());
        DecisionCursor next = takesOther ? others : these;
        line.clear().append(next.column()).append('\t').append(next.kept()).append(' ');
        write(line.append(next.cluster()), out);
        removed += next.kept() == next.column() ? 0 : 1;
        if (takesOther) {
          inOthers = nextOther(others);
        } else {
          inThese = these.nextDecision();
        }
      }
    }
    return removed;
  }

  private boolean nextOther(DecisionCursor others) throws IOException {
    while (others.nextDecision()) {
      if (!members.contains(others.column()) && !dropped.contains(others.column())) {
        return true;
      }
    }
    return false;
  }

  private OutputStream create(Path file) throws IOException {
    return new BufferedOutputStream(file.getFileSystem(conf).create(file, false), BUFFER);
  }

  private static void write(LineBuilder line, OutputStream out) throws IOException {
    Text text = line.append('\n').toText();
    out.write(text.getBytes(), 0, text.getLength());
  }
}
