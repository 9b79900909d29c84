package io.neardup.hadoop.report;

import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import io.neardup.hadoop.stage5cluster.removal.Removal;
import io.neardup.text.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Chooses removals to be shown: a few lines spread over {@code removed-by.tsv}. */
final class Removals {

  /** How many are shown. */
  static final int SAMPLE = 10;

  /** The longest line that is read: ids, files and numbers. */
  private static final int MAX_LINE = 1 << 18;

  private Removals() {}

  /** Returns removals at even distances in the file, the first of it among them. */
  static List<ExamplePair> sample(Configuration conf, Path clusters) throws IOException {
    Path file = new Path(clusters, ClusterDocuments.REMOVED_BY);
    FileSystem fs = file.getFileSystem(conf);
    long length = fs.getFileStatus(file).getLen();
    Set<String> lines = new LinkedHashSet<>();
    try (FSDataInputStream in = fs.open(file)) {
      for (int s = 0; s < SAMPLE; s++) {
        String line = lineAt(in, length / SAMPLE * s, length);
        if (!line.isEmpty()) {
          lines.add(line);
        }
      }
    }
    return lines.stream().map(line -> example(Removal.parse(line))).toList();
  }

  /** Returns the first line that begins at or after an offset; empty if there is none. */
  private static String lineAt(FSDataInputStream in, long offset, long length) throws IOException {
    long from = Math.max(0, offset - 1);
    byte[] bytes = new byte[(int) Math.min(2L * MAX_LINE, length - from)];
    in.readFully(from, bytes);
    int begin = offset == 0 ? 0 : indexOf(bytes, 0) + 1;
    int end = indexOf(bytes, begin);
    return (offset > 0 && begin == 0) || end < 0
        ? ""
        : new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
  }

  private static int indexOf(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /** Returns the removals whose documents are least similar to the kept ones, some at most. */
  static List<ExamplePair> weakest(Configuration conf, Path clusters, int most) throws IOException {
    return ClusterStage.leastSimilar(conf, clusters).stream()
        .limit(most)
        .map(Removals::example)
        .toList();
  }

  private static ExamplePair example(Removal removal) {
    return new ExamplePair(
        Double.isNaN(removal.similarity()) ? "" : sixDecimals(removal.similarity()),
        remark(removal),
        new ExamplePair.Document("removed", removal.id(), removal.column()),
        new ExamplePair.Document("kept", removal.keptId(), removal.keptColumn()));
  }

  private static String remark(Removal removal) {
    if (!removal.reason().equals(Removal.LINK)) {
      return "They make a pair.";
    }
    return "They make no pair: a chain of pairs connects them. The removed document makes a pair of"
        + " similarity "
        + sixDecimals(removal.linkSimilarity())
        + " with "
        + Printable.id(removal.linkId())
        + ".";
  }

  static String sixDecimals(double similarity) {
    return String.format(Locale.ROOT, "%.6f", similarity);
  }
}
