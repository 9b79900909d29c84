import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * All pairs of documents of Jaccard similarity t or more, exactly, in memory: {@code java
 * PrefixJoin.java CHARACTERS THRESHOLD FILE PAIRS}. Reads lines {@code id<TAB>text}, writes lines
 * {@code idA<TAB>idB<TAB>similarity}. The truth of the benchmarks, and a rival: it shares no code
 * with the project.
 *
 * <p>It is the join with prefix, length and position filters (Xiao, Wang, Lin, Yu: Efficient
 * similarity joins for near duplicate detection, WWW 2008): the shingles of each document are put
 * into one order, the rare ones first, and two documents can be similar only if they share one
 * among the first few. How rare a shingle is, is counted in a table of 2^24 cells, which shingles
 * may share: any order gives the same pairs.
 */
public final class PrefixJoin {

  private static final int CELLS = 1 << 24;

  /** A document: its distinct shingles, the rare ones first. */
  private record Document(String id, long[] shingles) {}

  /** The documents indexed under a shingle, and where they have it. */
  private static final class Postings {
    private int[] entries = new int[2];
    private int size;

    private void add(int document, int position) {
      if (size == entries.length) {
        entries = Arrays.copyOf(entries, 2 * size);
      }
      entries[size++] = document;
      entries[size++] = position;
    }
  }

  private final int length;
  private final double threshold;
  private final int[] counts = new int[CELLS];

  private PrefixJoin(int length, double threshold) {
    this.length = length;
    this.threshold = threshold;
  }

  /** Joins a file with itself. */
  public static void main(String[] args) throws IOException {
    if (args.length != 4) {
      System.err.println("usage: java PrefixJoin.java CHARACTERS THRESHOLD FILE PAIRS");
      System.exit(2);
    }
    new PrefixJoin(Integer.parseInt(args[0]), Double.parseDouble(args[1]))
        .join(Path.of(args[2]), Path.of(args[3]));
  }

  private void join(Path file, Path output) throws IOException {
    List<Document> documents = read(file);
    for (Document document : documents) {
      for (long shingle : document.shingles) {
        counts[cell(shingle)]++;
      }
    }
    documents.parallelStream().forEach(document -> order(document.shingles));
    documents.sort((a, b) -> Integer.compare(a.shingles.length, b.shingles.length));
    Map<Long, Postings> index = new HashMap<>();
    try (BufferedWriter out = Files.newBufferedWriter(output)) {
      int[] overlaps = new int[documents.size()]; // of the prefixes; −1: cannot be similar
      for (int d = 0; d < documents.size(); d++) {
        candidates(documents, d, index, overlaps, out);
      }
    }
  }

  private List<Document> read(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    }
    Document[] documents = new Document[lines.size()];
    IntStream.range(0, documents.length)
        .parallel()
        .forEach(d -> documents[d] = document(lines.get(d)));
    return new ArrayList<>(Arrays.stream(documents).filter(d -> d.shingles.length > 0).toList());
  }

  private Document document(String line) {
    int tab = line.indexOf('\t');
    int[] text = line.substring(tab + 1).strip().replaceAll("\\s+", " ").codePoints().toArray();
    int count = text.length == 0 ? 0 : Math.max(1, text.length - length + 1);
    long[] shingles = new long[count];
    for (int s = 0; s < count; s++) {
      long hash = 0xCBF29CE484222325L;
      for (int i = s; i < Math.min(text.length, s + length); i++) {
        hash = (hash ^ text[i]) * 0x100000001B3L;
        hash ^= hash >>> 29;
      }
      shingles[s] = hash * 0x9E3779B97F4A7C15L;
    }
    return new Document(
        line.substring(0, tab), Arrays.stream(shingles).sorted().distinct().toArray());
  }

  private static int cell(long shingle) {
    return (int) (shingle >>> 40);
  }

  private int compare(long a, long b) {
    int byCount = Integer.compare(counts[cell(a)], counts[cell(b)]);
    return byCount == 0 ? Long.compare(a, b) : byCount;
  }

  private void order(long[] shingles) {
    Long[] boxed = Arrays.stream(shingles).boxed().toArray(Long[]::new);
    Arrays.sort(boxed, this::compare);
    for (int s = 0; s < shingles.length; s++) {
      shingles[s] = boxed[s];
    }
  }

  /** Finds the documents before d that are similar to it, and indexes its prefix. */
  private void candidates(
      List<Document> documents,
      int d,
      Map<Long, Postings> index,
      int[] overlaps,
      BufferedWriter out)
      throws IOException {
    long[] x = documents.get(d).shingles;
    int prefix = x.length - (int) Math.ceil(threshold * x.length - 1e-9) + 1;
    List<Integer> met = new ArrayList<>();
    for (int i = 0; i < Math.min(prefix, x.length); i++) {
      Postings postings = index.get(x[i]);
      if (postings == null) {
        continue;
      }
      for (int p = 0; p < postings.size; p += 2) {
        int other = postings.entries[p];
        int itsSize = documents.get(other).shingles.length;
        if (itsSize < threshold * x.length - 1e-9 || overlaps[other] < 0) {
          continue;
        }
        if (overlaps[other] == 0) {
          met.add(other);
        }
        int needed = needed(x.length, itsSize);
        int possible = overlaps[other] + Math.min(x.length - i, itsSize - postings.entries[p + 1]);
        overlaps[other] = possible >= needed ? overlaps[other] + 1 : -1;
      }
    }
    for (int other : met) {
      long[] y = documents.get(other).shingles;
      int common = overlaps[other] > 0 ? common(x, y, needed(x.length, y.length)) : -1;
      overlaps[other] = 0;
      if (common >= 0 && (double) common / (x.length + y.length - common) >= threshold) {
        out.write(
            String.format(
                Locale.ROOT,
                "%s\t%s\t%.6f%n",
                documents.get(other).id,
                documents.get(d).id,
                (double) common / (x.length + y.length - common)));
      }
    }
    for (int i = 0; i < Math.min(prefix, x.length); i++) {
      index.computeIfAbsent(x[i], none -> new Postings()).add(d, i);
    }
  }

  /** Returns how many shingles documents of these sizes share at least, if they are similar. */
  private int needed(int a, int b) {
    return (int) Math.ceil(threshold / (1 + threshold) * (a + b) - 1e-6);
  }

  /** Returns how many shingles two documents share, −1 if fewer than needed. */
  private int common(long[] x, long[] y, int needed) {
    int i = 0;
    int j = 0;
    int common = 0;
    while (i < x.length && j < y.length) {
      if (common + Math.min(x.length - i, y.length - j) < needed) {
        return -1;
      }
      if (x[i] == y[j]) {
        common++;
        i++;
        j++;
      } else if (compare(x[i], y[j]) < 0) {
        i++;
      } else {
        j++;
      }
    }
    return common >= needed ? common : -1;
  }
}
