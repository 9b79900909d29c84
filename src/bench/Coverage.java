import io.neardup.audit.PairTally;
import io.neardup.audit.SampledColumns;
import io.neardup.audit.Share;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Counts how often the 95 % intervals of an audit contain the truth: {@code java -cp
 * target/neardup.jar src/bench/Coverage.java RESULTS DOCS TRUTH THRESHOLD DOCUMENTS SEEDS}.
 *
 * <p>RESULTS is the output of a pipeline over the file DOCS, lines {@code id<TAB>text} with
 * different ids, with {@code neardup.cluster.keep=first}. TRUTH has all pairs from a similarity of
 * at most the threshold on, lines {@code id<TAB>id<TAB>similarity<TAB>intersection<TAB>union}, from
 * an exact join. For each seed, the same classes as in the verb choose the sample and compute the
 * intervals; what is known of each document comes from RESULTS and TRUTH.
 */
public final class Coverage {

  private static final int BANDS = 20;

  /** What is known of all documents, by column. */
  private final int columns;

  private final long[] partners;
  private final long[] found;
  private final long[] sameCluster;
  private final long[][] bandPartners = new long[BANDS + 1][];
  private final long[][] bandFound = new long[BANDS + 1][];
  private final boolean[] kept;
  private final boolean[] missedRemoval;
  private final boolean[] keptWithKept;

  private Coverage(Path results, Path docs, Path truth, double threshold) throws IOException {
    Map<String, Integer> ids = new HashMap<>();
    try (BufferedReader in = Files.newBufferedReader(docs)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        ids.put(line.substring(0, line.indexOf('\t')), ids.size());
      }
    }
    columns = ids.size();
    partners = new long[columns];
    found = new long[columns];
    sameCluster = new long[columns];
    kept = new boolean[columns];
    missedRemoval = new boolean[columns];
    keptWithKept = new boolean[columns];
    for (int band = 0; band <= BANDS; band++) {
      bandPartners[band] = new long[columns];
      bandFound[band] = new long[columns];
    }
    Set<Long> reported = new HashSet<>();
    for (String[] fields : lines(results.resolve("4-pairs"), "columns-")) {
      reported.add(pair(Integer.parseInt(fields[0]), Integer.parseInt(fields[1])));
    }
    int[] keptFor = new int[columns];
    int[] clusters = new int[columns];
    for (int c = 0; c < columns; c++) {
      keptFor[c] = c;
      clusters[c] = c;
    }
    for (String[] fields : lines(results.resolve("5-clusters/columns"), "part-")) {
      keptFor[Integer.parseInt(fields[0])] = Integer.parseInt(fields[1]);
      clusters[Integer.parseInt(fields[0])] = Integer.parseInt(fields[2]);
    }
    for (int c = 0; c < columns; c++) {
      kept[c] = keptFor[c] == c;
    }
    long pairs = 0;
    try (BufferedReader in = Files.newBufferedReader(truth)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] fields = line.split("\t", -1);
        long intersection = Long.parseLong(fields[3]);
        long union = Long.parseLong(fields[4]);
        if ((double) intersection / union < threshold) {
          continue;
        }
        pairs++;
        int i = ids.get(fields[0]);
        int j = ids.get(fields[1]);
        int band = (int) (BANDS * intersection / union);
        boolean isReported = reported.remove(pair(i, j));
        for (int[] both : new int[][] {{i, j}, {j, i}}) {
          int c = both[0];
          int other = both[1];
          partners[c]++;
          bandPartners[band][c]++;
          if (isReported) {
            found[c]++;
            bandFound[band][c]++;
          }
          sameCluster[c] += isReported || clusters[c] == clusters[other] ? 1 : 0;
          keptWithKept[c] |= kept[c] && kept[other];
          missedRemoval[c] |= kept[c] && clusters[c] != clusters[other] && keptFor[other] < c;
        }
      }
    }
    System.err.printf(
        Locale.ROOT,
        "%,d documents, %,d pairs, %,d reported that are none%n",
        columns,
        pairs,
        reported.size());
  }

  private static long pair(int i, int j) {
    return (long) Math.min(i, j) << 32 | Math.max(i, j);
  }

  private static List<String[]> lines(Path folder, String prefix) throws IOException {
    List<String[]> lines = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, prefix + "*")) {
      for (Path file : files) {
        for (String line : Files.readAllLines(file)) {
          lines.add(line.split("[\t ]", -1));
        }
      }
    }
    return lines;
  }

  /** The estimates of a sample; those of all documents are the truth. */
  private Map<String, Share> estimates(long seed, int documents) {
    SampledColumns sample = SampledColumns.of(seed, documents, columns, column -> false);
    PairTally pairs = new PairTally();
    PairTally cluster = new PairTally();
    PairTally[] bands = new PairTally[BANDS + 1];
    long with = 0;
    long documentsFound = 0;
    long keptDocuments = 0;
    long missed = 0;
    long both = 0;
    for (int band = 0; band <= BANDS; band++) {
      bands[band] = new PairTally();
    }
    for (int c = 0; c < columns; c++) {
      if (sample.contains(c)) {
        pairs.add(found[c], partners[c]);
        cluster.add(sameCluster[c], partners[c]);
        for (int band = 0; band <= BANDS; band++) {
          bands[band].add(bandFound[band][c], bandPartners[band][c]);
        }
        with += partners[c] > 0 ? 1 : 0;
        documentsFound += found[c] > 0 ? 1 : 0;
        keptDocuments += kept[c] ? 1 : 0;
        missed += missedRemoval[c] ? 1 : 0;
        both += keptWithKept[c] ? 1 : 0;
      }
    }
    boolean everything = documents >= columns;
    Map<String, Share> estimates = new TreeMap<>();
    estimates.put("recall.pairs", pairs.recall(documents, columns));
    estimates.put("recall.pairsInSameCluster", cluster.recall(documents, columns));
    estimates.put("recall.documents", Share.ofCount(documentsFound, with, everything));
    estimates.put("removals.missed", Share.ofCount(missed, keptDocuments, everything));
    estimates.put(
        "removals.keptWithKeptNearDuplicate", Share.ofCount(both, keptDocuments, everything));
    for (int band = 0; band <= BANDS; band++) {
      estimates.put(
          String.format(Locale.ROOT, "recall.bySimilarity %.2f", (double) band / BANDS),
          bands[band].recall(documents, columns));
    }
    return estimates;
  }

  /** Prints the table. */
  public static void main(String[] args) throws IOException {
    Coverage coverage =
        new Coverage(
            Path.of(args[0]), Path.of(args[1]), Path.of(args[2]), Double.parseDouble(args[3]));
    int documents = Integer.parseInt(args[4]);
    int seeds = Integer.parseInt(args[5]);
    Map<String, Share> truth = coverage.estimates(0, Integer.MAX_VALUE);
    Map<String, int[]> covered = new TreeMap<>();
    Map<String, double[]> width = new TreeMap<>();
    for (int seed = 0; seed < seeds; seed++) {
      coverage
          .estimates(seed, documents)
          .forEach(
              (name, share) -> {
                if (share.estimate() != null) {
                  double right = truth.get(name).estimate();
                  int[] counts = covered.computeIfAbsent(name, n -> new int[2]);
                  counts[0] += share.low() <= right + 1e-6 && right - 1e-6 <= share.high() ? 1 : 0;
                  counts[1]++;
                  width.computeIfAbsent(name, n -> new double[1])[0] += share.high() - share.low();
                }
              });
    }
    int in = 0;
    int all = 0;
    System.out.println("| figure | truth | intervals | that contain it | mean width |");
    System.out.println("| --- | ---: | ---: | ---: | ---: |");
    for (Map.Entry<String, int[]> figure : covered.entrySet()) {
      int[] counts = figure.getValue();
      in += counts[0];
      all += counts[1];
      System.out.printf(
          Locale.ROOT,
          "| `%s` | %.4f | %d | %.1f %% | %.4f |%n",
          figure.getKey(),
          truth.get(figure.getKey()).estimate(),
          counts[1],
          100.0 * counts[0] / counts[1],
          width.get(figure.getKey())[0] / counts[1]);
    }
    System.out.printf(Locale.ROOT, "| all | | %d | %.1f %% | |%n", all, 100.0 * in / all);
  }
}
