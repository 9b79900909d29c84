package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.job.TaskNotes;
import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * Estimates the work of comparing the pairs (i, j) of each i, summed within each of at most {@value
 * #MAX_RANGES} equal ranges of columns. The signature filter computes the estimate. It decides
 * which columns each reduce task of the comparison gets, and changes no result.
 */
final class ComparisonLoad {

  private static final int MAX_RANGES = 4096;

  // Work, in units of one pair rejected by its bitmaps.
  private static final int PAIR_KEPT = 40;
  private static final int DOCUMENT_SENT = 200;

  /** Approximate number of ranges in a block; a document is sent to a block once. */
  private static final int RANGES_OF_BLOCK = 64;

  private static final String NOTE = "load";

  private final long range; // columns
  private final long[] loads;
  private long lastJ = -1;
  private int last;

  /** Makes an empty load for {@code columns} columns. */
  ComparisonLoad(long columns) {
    range = Math.max(1, (columns + MAX_RANGES - 1) / MAX_RANGES);
    loads = new long[(int) ((columns + range - 1) / range)];
  }

  /**
   * Adds a pair; pairs come by j, then i.
   *
   * @param similar whether it will probably be kept
   */
  void add(long i, long j, boolean similar) {
    int at = (int) (i / range);
    loads[at] += similar ? PAIR_KEPT : 1;
    if (j != lastJ || at / RANGES_OF_BLOCK != last / RANGES_OF_BLOCK) {
      loads[at] += DOCUMENT_SENT;
      lastJ = j;
      last = at;
    }
  }

  /** Returns how many columns a range has. */
  long range() {
    return range;
  }

  /** Returns how many ranges there are. */
  int ranges() {
    return loads.length;
  }

  /** Returns the load of a range. */
  long of(int at) {
    return loads[at];
  }

  /** Returns the total load of all ranges. */
  long total() {
    long total = 0;
    for (long load : loads) {
      total += load;
    }
    return total;
  }

  /** Writes the load of a task as a note for the client. */
  void write(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    StringBuilder note = new StringBuilder();
    for (long load : loads) {
      note.append(load).append(' ');
    }
    TaskNotes.write(context, NOTE, note.append('\n').toString());
  }

  /** Returns the sum of the loads of all tasks of a job. */
  static ComparisonLoad read(Configuration conf, Path output, long columns) throws IOException {
    ComparisonLoad sum = new ComparisonLoad(columns);
    for (String note : TaskNotes.read(conf, output, NOTE)) {
      StringTokenizer found = new StringTokenizer(note);
      for (int at = 0; at < sum.loads.length; at++) {
        sum.loads[at] += Long.parseLong(found.nextToken());
      }
    }
    return sum;
  }
}
