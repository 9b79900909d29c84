package io.neardup.hadoop.stage4verify.compare;

import io.neardup.hadoop.job.TaskNotes;
import java.io.IOException;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * Estimates the work of comparing the pairs (i, j) of each i, summed within each of at most {@value
 * #MAX_RANGES} equal ranges of columns. The signature filter computes the estimate. It decides
 * which columns each reduce task of the comparison gets, and changes no result. Equal numbers of
 * columns would not balance the work: the first columns have the most pairs, and the documents of a
 * cluster of thousands may be consecutive.
 */
public final class ComparisonLoad {
  private static final int MAX_RANGES = 4096;

  // Work, in units of one pair that is not kept.
  private static final int PAIR_KEPT = 40;
  private static final int DOCUMENT_SENT = 200;

  /** Approximate number of ranges in a block; a document is sent to a block once. */
  private static final int RANGES_OF_BLOCK = 64;

  private static final String NOTE = "load";

  private final long range; // columns
  private final long[] loads;
  private long lastJ = -1;
  private int last;

  public ComparisonLoad(long columns) {
    this(columns, new long[MAX_RANGES]);
  }

  private ComparisonLoad(long columns, long[] loads) {
    this.range = Math.max(1, (columns + MAX_RANGES - 1) / MAX_RANGES);
    this.loads = loads;
  }

  /** Adds a pair, which will probably be kept or not; pairs come by j, then i. */
  public void add(long i, long j, boolean similar) {
    int at = (int) (i / range);
    loads[at] += similar ? PAIR_KEPT : 1;
    if (j != lastJ || at / RANGES_OF_BLOCK != last / RANGES_OF_BLOCK) {
      loads[at] += DOCUMENT_SENT;
      lastJ = j;
      last = at;
    }
  }

  public void write(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    TaskNotes.writeCounts(context, NOTE, loads);
  }

  /** Returns the sum of the loads of all tasks of a job. */
  public static ComparisonLoad read(Configuration conf, Path output, long columns)
      throws IOException {
    return new ComparisonLoad(columns, TaskNotes.readCounts(conf, output, NOTE, MAX_RANGES));
  }

  /**
   * Cuts the columns into consecutive parts of about equal work. Each begins where the load before
   * it is nearest to its share.
   *
   * @return the number of each part by its first column; the floor entry of a column has its part
   */
  public NavigableMap<Long, Integer> parts(int parts) {
    NavigableMap<Long, Integer> starts = new TreeMap<>();
    starts.put(0L, 0);
    double total = Arrays.stream(loads).sum();
    long before = 0;
    int part = 1;
    for (int at = 0; at < loads.length; at++) {
      long after = before + loads[at];
      while (part < parts && 2 * total * part / parts <= before + after) {
        starts.put(at * range, part++);
      }
      before = after;
    }
    return starts;
  }
}
