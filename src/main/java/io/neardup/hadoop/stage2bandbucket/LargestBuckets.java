package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.table.TopNotes;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Which buckets were not listed in full; finds some of their columns in an output. */
public final class LargestBuckets {

  /** How many buckets are named. */
  static final int MAX_BUCKETS = 1000;

  /** Bytes of a line that are looked at. */
  private static final int LINE = 1 << 16;

  private LargestBuckets() {}

  /**
   * A bucket.
   *
   * @param band or the level of its anchor
   * @param hash of its band, or its anchor, 16 hex digits
   * @param columns how many it has
   * @param heads those that are paired with all others, with a space between
   * @param pairsNotListed how many of its pairs it does not list
   */
  public record Bucket(int band, String hash, long columns, String heads, long pairsNotListed) {

    private String line() {
      return band + "\t" + hash + "\t" + columns + "\t" + heads + "\t" + pairsNotListed;
    }

    private static Bucket parse(String line) {
      String[] fields = line.split("\t", -1);
      return new Bucket(
          Integer.parseInt(fields[0]),
          fields[1],
          Long.parseLong(fields[2]),
          fields[3],
          Long.parseLong(fields[4]));
    }
  }

  /**
   * Returns an empty list of the largest buckets; ties go to the lower band, then the lower hash.
   */
  static TopNotes<Bucket> notes() {
    return new TopNotes<>(
        "large-buckets",
        MAX_BUCKETS,
        Comparator.comparingLong(Bucket::columns)
            .reversed()
            .thenComparingInt(Bucket::band)
            .thenComparing(Bucket::hash),
        Bucket::line,
        Bucket::parse);
  }

  /** Returns the largest buckets that were not listed in full, at most a number, largest first. */
  public static List<Bucket> read(Configuration conf, Path output, int most) throws IOException {
    Path file = new Path(output, BandBucketStage.LARGE_BUCKETS);
    List<Bucket> buckets = new ArrayList<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(file.getFileSystem(conf).open(file), StandardCharsets.UTF_8))) {
      for (String line = in.readLine();
          line != null && buckets.size() < most;
          line = in.readLine()) {
        buckets.add(Bucket.parse(line));
      }
    } catch (FileNotFoundException e) {
      return List.of(); // all were listed in full
    }
    return buckets;
  }

  /**
   * Returns some columns of a bucket, spread over the beginning of its first line, in order; none
   * if the bucket is not found.
   *
   * @param anchors whether lines are sorted by hash alone, as those of anchors are
   */
  public static List<Long> columns(
      Configuration conf, Path output, Bucket bucket, boolean anchors, int most)
      throws IOException {
    String line = "";
    for (FileStatus part : PartFiles.of(conf, output)) {
      try (FSDataInputStream in = part.getPath().getFileSystem(conf).open(part.getPath())) {
        line = find(in, part.getLen(), bucket, anchors);
      }
      if (!line.isEmpty()) {
        break;
      }
    }
    if (line.isEmpty()) {
      return List.of();
    }
    String[] all = line.substring(line.lastIndexOf('\t') + 1).split(" ", -1);
    List<Long> columns = new ArrayList<>();
    int count = Math.min(most, all.length);
    for (int c = 0; c < count; c++) {
      columns.add(Long.parseLong(all[(int) ((long) c * all.length / count)]));
    }
    return columns.stream().distinct().sorted().toList();
  }

  /** Returns the beginning of the first line of a bucket in a part file, by binary search. */
  private static String find(FSDataInputStream in, long length, Bucket bucket, boolean anchors)
      throws IOException {
    long low = 0; // the line begins here or later
    long high = length; // and before this
    while (low < high) {
      long middle = (low + high) >>> 1;
      long begin = lineBegin(in, middle, length);
      if (begin >= high || compare(read(in, begin, length), bucket, anchors) >= 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    long begin = lineBegin(in, low, length);
    String line = begin < length ? read(in, begin, length) : "";
    return !line.isEmpty() && compare(line, bucket, anchors) == 0 ? line : "";
  }

  /** Returns where the first line begins that begins at or after an offset. */
  private static long lineBegin(FSDataInputStream in, long offset, long length) throws IOException {
    if (offset == 0) {
      return 0;
    }
    byte[] bytes = new byte[LINE];
    for (long at = offset - 1; at < length; at += LINE) {
      int count = (int) Math.min(LINE, length - at);
      in.readFully(at, bytes, 0, count);
      for (int i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
          return at + i + 1;
        }
      }
    }
    return length;
  }

  /** Returns the beginning of a line, without a column that may be cut off. */
  private static String read(FSDataInputStream in, long begin, long length) throws IOException {
    byte[] bytes = new byte[(int) Math.min(LINE, length - begin)];
    in.readFully(begin, bytes);
    String text = new String(bytes, StandardCharsets.US_ASCII);
    int end = text.indexOf('\n');
    return end >= 0 ? text.substring(0, end) : text.substring(0, text.lastIndexOf(' '));
  }

  private static int compare(String line, Bucket bucket, boolean anchors) {
    String[] fields = line.split("\t", 3);
    int band = anchors ? 0 : Integer.compare(Integer.parseInt(fields[0]), bucket.band);
    return band != 0 ? band : fields[1].compareTo(bucket.hash);
  }
}
