package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.job.TaskNotes;
import java.io.IOException;
import java.util.Arrays;
import java.util.StringTokenizer;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * Counts pairs by similarity: {@value #BINS} bins, 0 to below 0.01, 0.01 to below 0.02 …, and the
 * last one for similarity 1.
 */
final class SimilarityCounts {

  /** The number of bins. */
  static final int BINS = 101;

  private static final String NOTE = "similarities";

  private final long[] counts = new long[BINS];

  /** Counts a pair by the quotient of two numbers, {@code part} 0 to {@code whole}. */
  void add(int part, int whole) {
    counts[(int) ((BINS - 1L) * part / whole)]++;
  }

  /** Leaves the counts as a note of the task. */
  void write(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    TaskNotes.write(
        context,
        NOTE,
        Arrays.stream(counts).mapToObj(Long::toString).collect(Collectors.joining(" ", "", "\n")));
  }

  /** Returns the sums of the counts that the tasks of a job left, by bin. */
  static long[] read(Configuration conf, Path output) throws IOException {
    long[] sums = new long[BINS];
    for (String line : TaskNotes.read(conf, output, NOTE)) {
      StringTokenizer found = new StringTokenizer(line);
      if (found.countTokens() != BINS) {
        throw new IOException("not the counts of " + BINS + " bins: " + line);
      }
      for (int bin = 0; bin < BINS; bin++) {
        sums[bin] += Long.parseLong(found.nextToken());
      }
    }
    return sums;
  }
}
