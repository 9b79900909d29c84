package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.config.Quantity;
import io.neardup.hadoop.output.Utf8Lines;
import io.neardup.hadoop.table.TsvEscapes;
import io.neardup.text.Printable;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * How many documents of a source have a copy in a source: they are in one cluster with another
 * document of it.
 *
 * @param source the source whose documents are counted
 * @param other the source of the other documents, which may be the same
 * @param documents how many, at least 1
 * @param share of all documents of the source, above 0 to 1
 */
public record SourceOverlap(String source, String other, long documents, double share) {

  /** The largest overlap first; of equal ones by name. */
  public static final Comparator<SourceOverlap> LARGEST =
      Comparator.comparingLong(SourceOverlap::documents)
          .reversed()
          .thenComparing(SourceOverlap::source)
          .thenComparing(SourceOverlap::other);

  /**
   * Returns the overlaps of each of some sources with each, by the bytes of both names.
   *
   * @param sources at most {@value ClusteredSource#COUNT}
   * @param files lines of {@link ClusterSources}; other sources in them are left out
   */
  static List<SourceOverlap> of(Configuration conf, List<ClusteredSource> sources, List<Path> files)
      throws IOException {
    List<ClusteredSource> sorted = new ArrayList<>(sources);
    sorted.sort(
        Comparator.comparing(
            source -> source.name().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned));
    Map<Long, Integer> places = new HashMap<>();
    sorted.forEach(source -> places.put(ClusterSources.hash(source.name()), places.size()));
    long[][] documents = new long[sorted.size()][sorted.size()];
    for (Path file : files) {
      count(conf, file, places, documents);
    }
    List<SourceOverlap> overlaps = new ArrayList<>();
    for (int i = 0; i < documents.length; i++) {
      ClusteredSource source = sorted.get(i);
      for (int j = 0; j < documents.length; j++) {
        if (documents[i][j] > 0) {
          double share = (double) documents[i][j] / source.documents();
          overlaps.add(
              new SourceOverlap(source.name(), sorted.get(j).name(), documents[i][j], share));
        }
      }
    }
    return overlaps;
  }

  private static void count(
      Configuration conf, Path file, Map<Long, Integer> places, long[][] documents)
      throws IOException {
    SortedMap<Integer, Long> cluster = new TreeMap<>();
    try (BufferedReader in = Utf8Lines.read(conf, file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        boolean continues = line.startsWith("+");
        if (!continues) {
          add(cluster, documents);
          cluster.clear();
        }
        String[] numbers = (continues ? line.substring(1) : line).split(" ", -1);
        for (int i = 0; i < numbers.length; i += 2) {
          Integer place = places.get(Long.valueOf(numbers[i]));
          if (place != null) {
            cluster.merge(place, Long.valueOf(numbers[i + 1]), Long::sum);
          }
        }
      }
    }
    add(cluster, documents);
  }

  private static void add(Map<Integer, Long> cluster, long[][] documents) {
    cluster.forEach(
        (source, number) -> {
          for (int other : cluster.keySet()) {
            documents[source][other] += source == other && number == 1 ? 0 : number;
          }
        });
  }

  /** Returns whether the documents have copies in another source. */
  public boolean differ() {
    return !source.equals(other);
  }

  /**
   * Returns the line {@code source<TAB>other<TAB>documents<TAB>share}, the names with {@link
   * TsvEscapes}, without line break.
   */
  String line() {
    return Quantity.format(
        "%s\t%s\t%d\t%.6f", TsvEscapes.escape(source), TsvEscapes.escape(other), documents, share);
  }

  /** Parses a line of {@code source-overlaps.tsv}. */
  public static SourceOverlap parse(String line) {
    String[] fields = line.split("\t", -1);
    return new SourceOverlap(
        TsvEscapes.unescape(fields[0]),
        TsvEscapes.unescape(fields[1]),
        Long.parseLong(fields[2]),
        Double.parseDouble(fields[3]));
  }

  /** Returns the overlap in words, such as {@code 4 of test (40.0%) in train}. */
  public String inWords() {
    return Quantity.format(
        "%,d of %s (%.1f%%) in %s",
        documents, Printable.of(source), 100 * share, Printable.of(other));
  }
}
