package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.Top;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * The {@value #COUNT} compared pairs that are closest to the threshold, on one side of it; of
 * equally similar ones those with the smallest columns. So the closest pairs of all tasks together
 * do not depend on the number of tasks.
 */
final class ClosestPairs {

  /** How many pairs are kept. */
  static final int COUNT = 100;

  /** How far below the threshold a pair may be. */
  static final double MARGIN = 0.1;

  private static final Comparator<SampledPair> BY_SIMILARITY =
      Comparator.comparingDouble(SampledPair::similarity);

  private final boolean above;
  private final Comparator<SampledPair> order;
  private final Top<SampledPair> pairs;
  private double bound; // the similarity of the pairs that are still kept, at most or at least

  private ClosestPairs(boolean above, double bound) {
    this.above = above;
    this.bound = bound;
    this.order =
        (above ? BY_SIMILARITY : BY_SIMILARITY.reversed())
            .thenComparingLong(SampledPair::i)
            .thenComparingLong(SampledPair::j);
    this.pairs = new Top<>(COUNT, order);
  }

  /** Returns an empty sample of the pairs whose similarity is the threshold or more. */
  static ClosestPairs above() {
    return new ClosestPairs(true, 1);
  }

  /** Returns an empty sample of the pairs whose similarity is below a threshold. */
  static ClosestPairs below(double threshold) {
    return new ClosestPairs(false, Math.max(0, threshold - MARGIN));
  }

  /**
   * Returns the similarity of the pair farthest from the threshold that would still be kept. It
   * moves towards the threshold as pairs are added.
   */
  double bound() {
    return bound;
  }

  /**
   * Returns whether a pair of this side of the threshold is to be added. Most are rejected by their
   * similarity alone.
   */
  boolean takes(long i, long j, double similarity) {
    if (above ? similarity > bound : similarity < bound) {
      return false;
    }
    SampledPair bar = pairs.bar();
    return bar == null || order.compare(new SampledPair(i, j, similarity, ""), bar) < 0;
  }

  /** Adds a pair. */
  void add(long i, long j, double similarity, Text line) {
    add(new SampledPair(i, j, similarity, line.toString()));
  }

  private void add(SampledPair pair) {
    pairs.add(pair);
    SampledPair bar = pairs.bar();
    if (bar != null) {
      bound = bar.similarity();
    }
  }

  /** Leaves the pairs as a note of the task, if there are any. */
  void write(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    if (!pairs.isEmpty()) {
      StringBuilder lines = new StringBuilder();
      pairs.list().forEach(pair -> lines.append(pair.toNote()).append('\n'));
      TaskNotes.write(context, note(), lines.toString());
    }
  }

  /** Adds the pairs that the tasks of a job left, and returns all, the closest first. */
  List<SampledPair> read(Configuration conf, Path output) throws IOException {
    for (String line : TaskNotes.read(conf, output, note())) {
      add(SampledPair.parse(line));
    }
    return pairs.list();
  }

  /**
   * Adds the pairs that the tasks of several jobs left, and leaves the closest as a note.
   *
   * @param dropped columns whose pairs are left out
   */
  void merge(Configuration conf, List<Path> outputs, Path output, ColumnBits dropped)
      throws IOException {
    for (Path other : outputs) {
      for (String line : TaskNotes.read(conf, other, note())) {
        SampledPair pair = SampledPair.parse(line);
        if (!dropped.contains(pair.i()) && !dropped.contains(pair.j())) {
          add(pair);
        }
      }
    }
    Path file = new Path(output, "_" + note() + "-r-00000");
    try (OutputStream out = file.getFileSystem(conf).create(file, false)) {
      for (SampledPair pair : pairs.list()) {
        out.write((pair.toNote() + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private String note() {
    return above ? "just-above" : "just-below";
  }
}
