package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.output.Utf8Lines;
import io.neardup.hadoop.table.TopNotes;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A bucket that was not listed in full.
 *
 * @param band or the level of its anchor
 * @param hash of its band, or its anchor, 16 hex digits
 * @param columns how many it has
 * @param heads those that are paired with all others, with a space between
 * @param pairsNotListed how many of its pairs it does not list
 */
public record LargeBucket(int band, String hash, long columns, String heads, long pairsNotListed) {

  /** How many buckets are named. */
  static final int MAX_BUCKETS = 1000;

  /**
   * Returns an empty list of the largest buckets; ties go to the lower band, then the lower hash.
   */
  static TopNotes<LargeBucket> notes() {
    return new TopNotes<>(
        "large-buckets",
        MAX_BUCKETS,
        Comparator.comparingLong(LargeBucket::columns)
            .reversed()
            .thenComparingInt(LargeBucket::band)
            .thenComparing(LargeBucket::hash),
        LargeBucket::line,
        LargeBucket::parse);
  }

  /** Returns the largest buckets of an output, at most a number, largest first. */
  public static List<LargeBucket> read(Configuration conf, Path output, int most)
      throws IOException {
    try (BufferedReader in =
        Utf8Lines.read(conf, new Path(output, BandBucketStage.LARGE_BUCKETS))) {
      return in.lines().limit(most).map(LargeBucket::parse).toList();
    } catch (FileNotFoundException e) {
      return List.of(); // all were listed in full
    }
  }

  /** Returns the heads as numbers. */
  public List<Long> headColumns() {
    return Stream.of(heads.split(" ")).map(Long::valueOf).toList();
  }

  private String line() {
    return band + "\t" + hash + "\t" + columns + "\t" + heads + "\t" + pairsNotListed;
  }

  private static LargeBucket parse(String line) {
    String[] fields = line.split("\t", -1);
    return new LargeBucket(
        Integer.parseInt(fields[0]),
        fields[1],
        Long.parseLong(fields[2]),
        fields[3],
        Long.parseLong(fields[4]));
  }
}
