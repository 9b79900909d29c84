package io.neardup.hadoop.audit;

import io.neardup.audit.PairTally;
import io.neardup.hadoop.job.TaskNotes;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * The tallies of an audit. Each task leaves its own as notes, and the client adds them: the sums do
 * not depend on how the documents were divided.
 */
final class Tallies {

  /** Bands of similarity of this width are tallied apart; 1 is a band of its own. */
  static final int BANDS_PER_UNIT = 20;

  static final String REPORTED = "reported";
  static final String IMPLIED = "implied";
  static final String SAME_CLUSTER = "same-cluster";

  private static final String SIMILARITY = "similarity ";
  private static final String NOTE = "tallies";
  private static final String EXPECTED_NOTE = "expected";
  private static final double BILLION = 1e9;

  private final Map<String, PairTally> pairs = new TreeMap<>();
  private long[] expected = new long[BANDS_PER_UNIT + 1]; // billionths, by band

  /** Returns the number of the band of a similarity, intersection / union. */
  static int band(int intersection, int union) {
    return (int) ((long) BANDS_PER_UNIT * intersection / union);
  }

  /** Returns a tally, to which near-duplicates of documents may be added. */
  PairTally pairs(String name) {
    return pairs.computeIfAbsent(name, n -> new PairTally());
  }

  PairTally band(int band) {
    return pairs(SIMILARITY + band);
  }

  /** Adds the probability with which a pair in a band of similarity shares a bucket. */
  void expect(int band, double probability) {
    expected[band] += Math.round(probability * BILLION);
  }

  /** Returns the sum of the probabilities of a band. */
  double expected(int band) {
    return expected[band] / BILLION;
  }

  void write(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    StringBuilder lines = new StringBuilder();
    pairs.forEach((name, tally) -> lines.append(name).append('\t').append(tally).append('\n'));
    TaskNotes.write(context, NOTE, lines.toString());
    TaskNotes.writeCounts(context, EXPECTED_NOTE, expected);
  }

  /** Returns the sums of what the tasks of a job have left. */
  static Tallies read(Configuration conf, Path output) throws IOException {
    Tallies all = new Tallies();
    for (String line : TaskNotes.read(conf, output, NOTE)) {
      String[] fields = line.split("\t", 2);
      all.pairs(fields[0]).add(PairTally.parse(fields[1]));
    }
    all.expected = TaskNotes.readCounts(conf, output, EXPECTED_NOTE, BANDS_PER_UNIT + 1);
    return all;
  }
}
