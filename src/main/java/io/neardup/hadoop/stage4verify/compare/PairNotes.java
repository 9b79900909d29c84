package io.neardup.hadoop.stage4verify.compare;

import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.table.TopNotes;
import io.neardup.similarity.Jaccard;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * The notes of a task about the pairs it keeps: the most similar ones, those closest to the
 * threshold, and counts by similarity.
 */
public final class PairNotes {

  /** The name of the note of counts. */
  public static final String SIMILARITIES = "similarities";

  /** Counts: of 0 to below 0.01, 0.01 to below 0.02 …, and the last one of similarity 1. */
  public static final int BINS = 101;

  private final TopNotes<SampledPair> mostSimilar = SampledPair.mostSimilar();
  private final TopNotes<SampledPair> justAbove = SampledPair.justAbove();
  private final long[] similarities = new long[BINS];

  /** Notes the pair (i, j) of a line, whose similarity by the measure is {@code part / whole}. */
  public void add(long i, long j, int part, int whole, Text line) {
    double similarity = Jaccard.similarity(part, whole);
    SampledPair.add(mostSimilar, i, j, similarity, line);
    SampledPair.add(justAbove, i, j, similarity, line);
    similarities[(int) ((BINS - 1L) * part / whole)]++;
  }

  public void write(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    mostSimilar.write(context);
    justAbove.write(context);
    TaskNotes.writeCounts(context, SIMILARITIES, similarities);
  }
}
