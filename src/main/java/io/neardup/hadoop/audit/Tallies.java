package io.neardup.hadoop.audit;

import io.neardup.audit.PairTally;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The tallies of an audit, and the first examples of what is missing or wrong. Those of several
 * tasks can be put together: the result does not depend on how the documents were divided.
 */
final class Tallies {

  /** The name of the notes in which tasks leave their tallies. */
  static final String NOTE = "audit";

  /** Bands of similarity of this width are tallied apart; 1 is a band of its own. */
  static final int BANDS_PER_UNIT = 20;

  static final String REPORTED = "reported";
  static final String IMPLIED = "implied";
  static final String SAME_CLUSTER = "same-cluster";

  /** The most examples of a kind. */
  static final int MAX_EXAMPLES = 20;

  private static final String EXAMPLE = "example";
  private static final String EXPECTED = "expected";
  private static final String SIMILARITY = "similarity ";

  private final TreeMap<String, PairTally> pairs = new TreeMap<>();
  private final TreeMap<Integer, Long> expected = new TreeMap<>(); // billionths, by band
  private final TreeMap<String, TreeMap<String, String>> examples = new TreeMap<>();

  /** Returns the number of the band of a similarity, intersection / union. */
  static int band(int intersection, int union) {
    return (int) ((long) BANDS_PER_UNIT * intersection / union);
  }

  /** Adds the near-duplicates of a document to a tally. */
  void add(String name, long found, long partners) {
    pairs.computeIfAbsent(name, n -> new PairTally()).add(found, partners);
  }

  /** Adds the near-duplicates of a document in a band of similarity. */
  void addBand(int band, long found, long partners) {
    add(SIMILARITY + band, found, partners);
  }

  /** Adds the probability with which a pair in a band of similarity shares a bucket. */
  void expect(int band, double probability) {
    expected.merge(band, Math.round(probability * 1e9), Long::sum);
  }

  /**
   * Adds an example, unless there are enough of its kind with smaller columns.
   *
   * @param fields what to say of it, without tabs and line breaks
   */
  void example(String kind, long column, long other, Object... fields) {
    String text = Arrays.stream(fields).map(String::valueOf).collect(Collectors.joining("\t"));
    put(kind, column, other, text);
  }

  private void put(String kind, long column, long other, String text) {
    TreeMap<String, String> ofKind = examples.computeIfAbsent(kind, k -> new TreeMap<>());
    ofKind.put(String.format(Locale.ROOT, "%013d %013d", column, other), text);
    if (ofKind.size() > MAX_EXAMPLES) {
      ofKind.pollLastEntry();
    }
  }

  PairTally pairs(String name) {
    return pairs.getOrDefault(name, new PairTally());
  }

  PairTally band(int band) {
    return pairs(SIMILARITY + band);
  }

  /** Returns the sum of the probabilities of a band. */
  double expected(int band) {
    return expected.getOrDefault(band, 0L) / 1e9;
  }

  /** Returns the examples of a kind, by column. */
  List<String> examples(String kind) {
    return List.copyOf(examples.getOrDefault(kind, new TreeMap<>()).values());
  }

  /** Returns the tallies as lines, for {@link #addLines}. */
  String lines() {
    List<String> lines = new ArrayList<>();
    pairs.forEach((name, tally) -> lines.add(name + "\t" + tally));
    expected.forEach((band, sum) -> lines.add(EXPECTED + "\t" + band + "\t" + sum));
    examples.forEach(
        (kind, ofKind) ->
            ofKind.forEach(
                (columns, text) -> lines.add(String.join("\t", EXAMPLE, kind, columns, text))));
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /** Adds what other tasks have tallied. */
  void addLines(List<String> lines) {
    for (String line : lines) {
      String[] fields = line.split("\t", 4);
      if (fields[0].equals(EXAMPLE)) {
        String[] columns = fields[2].split(" ", 2);
        put(fields[1], Long.parseLong(columns[0]), Long.parseLong(columns[1]), fields[3]);
      } else if (fields[0].equals(EXPECTED)) {
        expected.merge(Integer.parseInt(fields[1]), Long.parseLong(fields[2]), Long::sum);
      } else {
        pairs.computeIfAbsent(fields[0], n -> new PairTally()).add(PairTally.parse(fields[1]));
      }
    }
  }
}
