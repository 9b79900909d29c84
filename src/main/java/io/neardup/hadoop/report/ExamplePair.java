package io.neardup.hadoop.report;

import static java.util.stream.Collectors.partitioningBy;

import io.neardup.config.Quantity;
import io.neardup.hadoop.stage4verify.compare.SampledPair;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import io.neardup.hadoop.stage5cluster.removal.Removal;
import io.neardup.text.Printable;
import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.LineReader;

/**
 * A pair of documents to be shown side by side.
 *
 * @param similarity with six decimals; may be empty
 * @param remark what else is to be said of it
 */
public record ExamplePair(String similarity, String remark, Side left, Side right) {

  /** How many are shown under one heading. */
  static final int MAX = 10;

  /**
   * One of them.
   *
   * @param role what it is in the comparison, such as {@code removed}
   */
  public record Side(String role, String id, long column) {}

  /**
   * Returns the first few pairs that stage 4 left, so that no document is shown twice as long as
   * there are others.
   */
  static List<ExamplePair> choose(List<SampledPair> pairs) {
    Set<Long> seen = new HashSet<>();
    Map<Boolean, List<SampledPair>> byNew =
        pairs.stream()
            .collect(
                partitioningBy(
                    pair -> {
                      List<Long> both = List.of(pair.i(), pair.j());
                      return Collections.disjoint(seen, both) && seen.addAll(both);
                    }));
    return Stream.concat(byNew.get(true).stream(), byNew.get(false).stream())
        .limit(MAX)
        .sorted(Comparator.comparingInt(pairs::indexOf))
        .map(ExamplePair::of)
        .toList();
  }

  private static ExamplePair of(SampledPair pair) {
    String[] fields = pair.line().split("\t", -1);
    String remark =
        fields[4].isEmpty()
            ? "The similarity is that of the signatures."
            : Quantity.format(
                "%s in common: the first document has %,d, the second %,d. %s of the signature slots"
                    + " agree.",
                Quantity.of(Long.parseLong(fields[4]), "shingle"),
                Long.parseLong(fields[6]),
                Long.parseLong(fields[7]),
                fields[2]);
    return new ExamplePair(
        sixDecimals(pair.similarity()),
        remark,
        new Side("first", fields[0], pair.i()),
        new Side("second", fields[1], pair.j()));
  }

  /** Returns removals at even distances in {@code removed-by.tsv}, the first of it among them. */
  static List<ExamplePair> ofRemovals(Configuration conf, Path clusters) throws IOException {
    Path file = new Path(clusters, ClusterDocuments.REMOVED_BY);
    FileSystem fs = file.getFileSystem(conf);
    long length = fs.getFileStatus(file).getLen();
    Set<String> lines = new LinkedHashSet<>();
    Text line = new Text();
    try (FSDataInputStream in = fs.open(file)) {
      for (int s = 0; s < MAX; s++) {
        long offset = length / MAX * s;
        in.seek(Math.max(0, offset - 1));
        LineReader reader = new LineReader(in, new byte[] {'\n'});
        if (offset > 0) {
          reader.readLine(line); // the rest of the line before
        }
        if (reader.readLine(line) > 0) {
          lines.add(line.toString());
        }
      }
    }
    return lines.stream().map(text -> of(Removal.parse(text))).toList();
  }

  /** Returns the removed document and the one kept in its place. */
  static ExamplePair of(Removal removal) {
    return new ExamplePair(
        Double.isNaN(removal.similarity()) ? "" : sixDecimals(removal.similarity()),
        removal.reason().equals(Removal.LINK)
            ? Quantity.format(
                "They make no pair: a chain of pairs connects them. The removed document makes a pair"
                    + " of similarity %.6f with %s.",
                removal.linkSimilarity(), Printable.id(removal.linkId()))
            : "They make a pair.",
        new Side("removed", removal.id(), removal.column()),
        new Side("kept", removal.keptId(), removal.keptColumn()));
  }

  private static String sixDecimals(double similarity) {
    return Quantity.format("%.6f", similarity);
  }
}
