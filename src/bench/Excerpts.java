import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Recall of the search for containment against an exact join: {@code java -Xmx8g
 * src/bench/Excerpts.java FOLDER [OPTION…] CORPUS…}, from the project's folder, after a build. A
 * corpus is a file of lines {@code id<TAB>text}, or {@code generated}: texts of random words.
 * Options go to the pipeline, such as {@code -Dneardup.candidate.min-shingles=32}.
 *
 * <p>To the documents of a corpus, at most 30 MB unless {@code -megabytes=N} comes before it, come
 * 2,000 excerpts: 200 to 20,000 characters from anywhere in one of them, as many of each order of
 * magnitude, with up to one edit in 50 characters. The exact join counts, for every document, how
 * many of its 9-shingles each other one has: all pairs count whose smaller document has at least
 * 0.8 of its shingles in the larger one. Of 10,000 documents or more, passages of at least 27
 * shingles that more than a tenth of them have are left out, as the pipeline does; which shingles
 * these are it estimates from a sample. It shares no code with the pipeline. The pairs found are
 * compared with these, by containment and by the ratio of the sizes.
 */
public final class Excerpts {

  private static final int SHINGLE = 9;
  private static final double LEAST = 0.8;
  private static final int EXCERPTS = 2_000;
  private static final int SHORTEST = 200;
  private static final int LONGEST = 20_000;
  private static final int MANY = 10_000; // documents
  private static final double MOST_DOCUMENTS = 0.1;
  private static final int PASSAGE = 3 * SHINGLE;

  private static long mostBytes = 30_000_000;

  private final List<String> ids = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();
  private long[][] sets; // of each document, ascending

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path folder = Path.of(arguments[0]);
    List<String> options = new ArrayList<>();
    Files.createDirectories(folder);
    System.out.println(
        "| corpus | documents | MB | pairs | recall | contained documents | recall | wrong | candidates"
            + " | seconds |");
    System.out.println("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (int a = 1; a < arguments.length; a++) {
      if (arguments[a].startsWith("-megabytes=")) {
        mostBytes = 1_000_000 * Long.parseLong(arguments[a].substring("-megabytes=".length()));
      } else if (arguments[a].startsWith("-")) {
        options.add(arguments[a]);
      } else {
        new Excerpts().run(arguments[a], folder, options);
      }
    }
  }

  private void run(String corpus, Path folder, List<String> options)
      throws IOException, InterruptedException {
    Random random = new Random(1);
    if (corpus.equals("generated")) {
      generate(random);
    } else {
      read(Path.of(corpus));
    }
    cut(random);
    Path file = folder.resolve(corpus.replaceAll("[^A-Za-z0-9]", "-") + ".tsv");
    long bytes = write(file);
    shingle();
    Map<String, double[]> truth = join();
    Path output = folder.resolve(file.getFileName() + "-out");
    long start = System.nanoTime();
    pipeline(file, output, options);
    double seconds = (System.nanoTime() - start) / 1e9;
    Set<String> found = pairs(output);
    long right = truth.keySet().stream().filter(found::contains).count();
    Set<Double> contained = new HashSet<>();
    Set<Double> containedAndFound = new HashSet<>();
    truth.forEach(
        (pair, numbers) -> {
          contained.add(numbers[3]);
          if (found.contains(pair)) {
            containedAndFound.add(numbers[3]);
          }
        });
    System.out.printf(
        Locale.ROOT,
        "| %s | %,d | %.1f | %,d | %.4f | %,d | %.4f | %d | %,d | %.1f |%n",
        Path.of(corpus).getFileName(),
        ids.size(),
        bytes / 1e6,
        truth.size(),
        (double) right / truth.size(),
        contained.size(),
        (double) containedAndFound.size() / contained.size(),
        found.size() - right,
        candidates(output),
        seconds);
    print("containment", truth, found, 0);
    print("larger : smaller", truth, found, 1);
    print("shingles of the smaller", truth, found, 2);
  }

  private void print(String what, Map<String, double[]> truth, Set<String> found, int field) {
    Map<String, long[]> counts = new java.util.TreeMap<>();
    truth.forEach(
        (pair, numbers) -> {
          String band =
              field == 0
                  ? String.format(Locale.ROOT, "%.2f", Math.floor(numbers[0] * 20) / 20)
                  : String.format(
                      Locale.ROOT, "%6d", 1L << (int) (Math.log(numbers[field]) / Math.log(2)));
          long[] count = counts.computeIfAbsent(band, b -> new long[2]);
          count[0]++;
          count[1] += found.contains(pair) ? 1 : 0;
        });
    StringBuilder line = new StringBuilder("  " + what + ":");
    counts.forEach(
        (band, count) ->
            line.append(
                String.format(
                    Locale.ROOT,
                    "  ≥%s %.4f of %,d",
                    band.strip(),
                    (double) count[1] / count[0],
                    count[0])));
    System.out.println(line);
  }

  private void read(Path corpus) throws IOException {
    long bytes = 0;
    try (BufferedReader in = Files.newBufferedReader(corpus)) {
      for (String line = in.readLine(); line != null && bytes < mostBytes; line = in.readLine()) {
        int tab = line.indexOf('\t');
        bytes += line.length();
        ids.add(ids.size() + ":" + line.substring(0, tab));
        texts.add(line.substring(tab + 1));
      }
    }
  }

  /** Texts of 200 to 50,000 words of a vocabulary in which the n-th word has the frequency 1/n. */
  private void generate(Random random) {
    String[] words = new String[20_000];
    for (int w = 0; w < words.length; w++) {
      StringBuilder word = new StringBuilder();
      for (int letters = 2 + random.nextInt(9); letters > 0; letters--) {
        word.append((char) ('a' + random.nextInt(26)));
      }
      words[w] = word.toString();
    }
    for (int d = 0; d < 4_000; d++) {
      int length = (int) (200 * Math.pow(250, Math.pow(random.nextDouble(), 4)));
      StringBuilder text = new StringBuilder();
      for (int w = 0; w < length; w++) {
        text.append(words[(int) Math.pow(words.length, random.nextDouble()) - 1]).append(' ');
      }
      ids.add("generated:" + d);
      texts.add(text.toString());
    }
  }

  private void cut(Random random) {
    int documents = texts.size();
    for (int made = 0; made < EXCERPTS; ) {
      int length = (int) (SHORTEST * Math.pow((double) LONGEST / SHORTEST, random.nextDouble()));
      int from = random.nextInt(documents);
      String text = texts.get(from);
      for (int tries = 0; text.length() < length && tries < documents; tries++) {
        from = (from + 1) % documents;
        text = texts.get(from);
      }
      if (text.length() < length) {
        continue; // all are shorter
      }
      int start = random.nextInt(text.length() - length + 1);
      StringBuilder excerpt = new StringBuilder(text.substring(start, start + length));
      for (int edits = random.nextInt(1 + length / 50); edits > 0; edits--) {
        int at = random.nextInt(excerpt.length());
        switch (random.nextInt(3)) {
          case 0 -> excerpt.setCharAt(at, 'x');
          case 1 -> excerpt.insert(at, 'x');
          default -> excerpt.deleteCharAt(at);
        }
      }
      ids.add("excerpt:" + made + " of " + ids.get(from));
      texts.add(excerpt.toString());
      made++;
    }
    List<Integer> order = new ArrayList<>();
    for (int d = 0; d < ids.size(); d++) {
      order.add(d);
    }
    Collections.shuffle(order, random);
    List<String> oldIds = List.copyOf(ids);
    List<String> oldTexts = List.copyOf(texts);
    for (int d = 0; d < order.size(); d++) {
      ids.set(d, oldIds.get(order.get(d)));
      texts.set(d, oldTexts.get(order.get(d)));
    }
  }

  private long write(Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int d = 0; d < ids.size(); d++) {
        out.write(ids.get(d) + "\t" + texts.get(d) + "\n");
      }
    }
    return Files.size(file);
  }

  private void shingle() {
    sets = new long[ids.size()][];
    for (int d = 0; d < sets.length; d++) {
      int[] points = texts.get(d).replaceAll("(?U)\\s+", " ").strip().codePoints().toArray();
      int number = points.length == 0 ? 0 : Math.max(1, points.length - SHINGLE + 1);
      long[] shingles = new long[number];
      for (int s = 0; s < number; s++) {
        long hash = 1469598103934665603L;
        for (int i = s; i < Math.min(points.length, s + SHINGLE); i++) {
          hash = (hash ^ points[i]) * 1099511628211L;
          hash ^= hash >>> 29;
        }
        shingles[s] = hash * 0xD6E8FEB86659FD93L;
      }
      sets[d] = shingles;
    }
    long[] frequent = sets.length < MANY ? new long[0] : frequent();
    for (int d = 0; d < sets.length; d++) {
      sets[d] = distinct(withoutPassages(sets[d], frequent));
    }
  }

  private static long[] distinct(long[] shingles) {
    return Arrays.stream(shingles).sorted().distinct().toArray();
  }

  /** Returns the shingles that too many documents have, ascending; counts a sixteenth at a time. */
  private long[] frequent() {
    List<Long> frequent = new ArrayList<>();
    for (int part = 0; part < 16; part++) {
      int its = part;
      long[] all =
          Arrays.stream(sets)
              .flatMapToLong(
                  set -> Arrays.stream(set).filter(shingle -> (shingle >>> 60) == its).distinct())
              .toArray();
      Arrays.parallelSort(all);
      for (int from = 0, to; from < all.length; from = to) {
        to = from;
        while (to < all.length && all[to] == all[from]) {
          to++;
        }
        if (to - from > MOST_DOCUMENTS * sets.length) {
          frequent.add(all[from]);
        }
      }
    }
    return frequent.stream().mapToLong(shingle -> shingle).sorted().toArray();
  }

  /** A document of nothing else stays whole. */
  private static long[] withoutPassages(long[] shingles, long[] frequent) {
    long[] left = new long[shingles.length];
    int size = 0;
    for (int from = 0, to; from < shingles.length; from = to) {
      to = from;
      while (to < shingles.length && Arrays.binarySearch(frequent, shingles[to]) >= 0) {
        to++;
      }
      if (to - from < PASSAGE) {
        to = Math.max(to, from + 1);
        System.arraycopy(shingles, from, left, size, to - from);
        size += to - from;
      }
    }
    return size == 0 ? shingles : Arrays.copyOf(left, size);
  }

  /**
   * Returns for each pair its containment, the ratio of the sizes, the smaller size, and the number
   * of the smaller document.
   */
  private Map<String, double[]> join() {
    int all = 0;
    for (long[] set : sets) {
      all += set.length;
    }
    // Entries of shingles are numbered by rank; documents of each shingle stand together.
    long[] sorted = new long[all];
    int at = 0;
    for (long[] set : sets) {
      System.arraycopy(set, 0, sorted, at, set.length);
      at += set.length;
    }
    Arrays.parallelSort(sorted);
    int distinct = 0;
    int[] starts = new int[all + 1];
    for (int i = 0; i < all; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[distinct] = sorted[i];
        starts[distinct++] = i;
      }
    }
    starts[distinct] = all;
    int[] documents = new int[all];
    int[] next = Arrays.copyOf(starts, distinct);
    int[][] ranks = new int[sets.length][];
    for (int d = 0; d < sets.length; d++) {
      ranks[d] = new int[sets[d].length];
      for (int s = 0; s < sets[d].length; s++) {
        int rank = Arrays.binarySearch(sorted, 0, distinct, sets[d][s]);
        ranks[d][s] = rank;
        documents[next[rank]++] = d;
      }
    }
    Map<String, double[]> pairs = new HashMap<>();
    int[] stamp = new int[sets.length];
    Arrays.fill(stamp, -1);
    for (int d = 0; d < sets.length; d++) {
      // A larger document that has enough of the shingles has one of the rarest.
      long[] byFrequency = new long[ranks[d].length];
      for (int s = 0; s < byFrequency.length; s++) {
        int rank = ranks[d][s];
        byFrequency[s] = (long) (starts[rank + 1] - starts[rank]) << 32 | rank;
      }
      Arrays.sort(byFrequency);
      int size = byFrequency.length;
      int prefix = size - (int) Math.ceil(LEAST * size - 1e-9) + 1;
      for (int s = 0; s < Math.min(size, prefix); s++) {
        int rank = (int) byFrequency[s];
        for (int entry = starts[rank]; entry < starts[rank + 1]; entry++) {
          int other = documents[entry];
          if (other == d || stamp[other] == d || sets[other].length < size) {
            continue;
          }
          stamp[other] = d;
          int common = common(sets[d], sets[other], size - (int) Math.ceil(LEAST * size - 1e-9));
          if ((double) common / size >= LEAST) {
            pairs.put(
                ids.get(Math.min(d, other)) + "\t" + ids.get(Math.max(d, other)),
                new double[] {(double) common / size, (double) sets[other].length / size, size, d});
          }
        }
      }
    }
    return pairs;
  }

  /** Counts what two sets have in common, or gives up when more are missing. */
  private static int common(long[] small, long[] large, int most) {
    int common = 0;
    if (large.length > 16L * small.length) {
      for (int i = 0; i < small.length && i - common <= most; i++) {
        common += Arrays.binarySearch(large, small[i]) >= 0 ? 1 : 0;
      }
      return common;
    }
    int i = 0;
    int j = 0;
    while (i < small.length && j < large.length && i - common <= most) {
      long a = small[i];
      long b = large[j];
      common += a == b ? 1 : 0;
      i += a <= b ? 1 : 0;
      j += b <= a ? 1 : 0;
    }
    return common;
  }

  private static void pipeline(Path file, Path output, List<String> options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add("./run-pipeline.sh");
    command.add("pipeline");
    command.add("-Dneardup.candidate.measure=containment");
    command.add("-Dneardup.similarity.threshold=" + LEAST);
    command.add("-Dneardup.report=false");
    command.addAll(options);
    command.add("--overwrite");
    command.add(file.toString());
    command.add(output.toString());
    Path log = Path.of(output + ".log");
    int status =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException("status " + status + ": see " + log);
    }
  }

  private static Set<String> pairs(Path output) throws IOException {
    Set<String> pairs = new HashSet<>();
    List<Path> parts;
    try (Stream<Path> files = Files.list(output.resolve("4-pairs"))) {
      parts = files.filter(file -> file.getFileName().toString().startsWith("part-")).toList();
    }
    for (Path part : parts) {
      try (Stream<String> lines = Files.lines(part)) {
        lines.forEach(
            line -> pairs.add(line.substring(0, line.indexOf('\t', line.indexOf('\t') + 1))));
      }
    }
    return pairs;
  }

  private static long candidates(Path output) throws IOException {
    String summary = Files.readString(output.resolve("summary.json"), StandardCharsets.UTF_8);
    var matcher =
        java.util.regex.Pattern.compile("\"candidates\"\\s*:\\s*\\{\\s*\"count\"\\s*:\\s*(\\d+)")
            .matcher(summary);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : -1;
  }
}
