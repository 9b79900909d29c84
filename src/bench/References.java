import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How well short references, such as the questions of a benchmark, are found in the documents that
 * contain them, and what that costs: {@code java -Xmx4g src/bench/References.java FOLDER CORPUS},
 * from the project's folder, after a build, on Linux. CORPUS is a file of lines {@code
 * id<TAB>text}.
 *
 * <p>There are 1,000 references: 700 are planted, 100 to 500 characters of a document with up to
 * one edit in 50; 300 are words of the corpus in random order. The corpus becomes a collection by
 * containment, with {@code min-shingles} of 64 and of 16, and the references are compared with it.
 * Beside that they are sought as others do it: a reference is found in a document that has 13 words
 * in a row of it, words being runs of letters and digits, case apart (Brown et al., "Language
 * models are few-shot learners", 2020, appendix C).
 *
 * <p>Each line of the table: how many planted references are found in their own document, how many
 * others are found anywhere, and core-seconds, user and system, of the whole process; for n-grams,
 * of one that is running.
 */
public final class References {

  private static final int PLANTED = 700;
  private static final int OTHERS = 300;
  private static final int SHORTEST = 100;
  private static final int LONGEST = 500;
  private static final int GRAM = 13;
  private static final long BASE = 0x9E3779B97F4A7C15L;
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

  private final Path folder;
  private final Path corpus;
  private final Path references;
  private final List<String> sources = new ArrayList<>(); // ids of documents of the planted ones

  private References(Path folder, Path corpus) {
    this.folder = folder;
    this.corpus = corpus;
    this.references = folder.resolve("references.tsv");
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createDirectories(Path.of(arguments[0]).toAbsolutePath());
    new References(folder, Path.of(arguments[1]).toAbsolutePath()).run();
  }

  private void run() throws Exception {
    make();
    System.out.println("| with | planted found, of 700 | others found, of 300 | core-seconds |");
    System.out.println("| --- | ---: | ---: | ---: |");
    for (int least : new int[] {64, 16}) {
      String collection = folder.resolve("collection-" + least).toString();
      if (!Files.exists(Path.of(collection, "generations"))) {
        neardup(
            "add",
            "-Dneardup.candidate.measure=containment",
            "-Dneardup.candidate.min-shingles=" + least,
            corpus.toString(),
            collection);
      }
      Path output = folder.resolve("against-" + least);
      double before = coreSeconds("cutime");
      neardup(
          "pipeline",
          "--against",
          collection,
          "--overwrite",
          references.toString(),
          output.toString());
      double cost = coreSeconds("cutime") - before;
      print("neardup, min-shingles " + least, pairs(output), cost);
    }
    double before = coreSeconds("utime");
    Set<String> found = ngrams();
    print(GRAM + " words", found, coreSeconds("utime") - before);
  }

  private void print(String with, Set<String> pairs, double seconds) {
    int planted = 0;
    for (int r = 0; r < PLANTED; r++) {
      planted += pairs.contains(sources.get(r) + "\tplanted" + r) ? 1 : 0;
    }
    Set<String> others = new HashSet<>();
    for (String pair : pairs) {
      String reference = pair.substring(pair.indexOf('\t') + 1);
      if (reference.startsWith("other")) {
        others.add(reference);
      }
    }
    System.out.printf(
        Locale.ROOT, "| %s | %d | %d | %.1f |%n", with, planted, others.size(), seconds);
  }

  /** Makes the references of a random sample of the documents. */
  private void make() throws IOException {
    Random random = new Random(1);
    List<String[]> sample = new ArrayList<>(); // reservoir
    int seen = 0;
    try (BufferedReader in = Files.newBufferedReader(corpus)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        int tab = line.indexOf('\t');
        if (line.length() - tab - 1 < LONGEST) {
          continue;
        }
        int at = sample.size() < PLANTED + OTHERS ? sample.size() : random.nextInt(seen + 1);
        seen++;
        String[] document = {line.substring(0, tab), line.substring(tab + 1)};
        if (at == sample.size()) {
          sample.add(document);
        } else if (at < sample.size()) {
          sample.set(at, document);
        }
      }
    }
    List<String> lines = new ArrayList<>();
    for (int r = 0; r < PLANTED; r++) {
      sources.add(sample.get(r)[0]);
      lines.add("planted" + r + "\t" + excerpt(sample.get(r)[1], random));
    }
    List<String> words = new ArrayList<>();
    for (int r = 0; r < OTHERS; r++) {
      words.addAll(List.of(sample.get(PLANTED + r)[1].split("\\s+")));
    }
    for (int r = 0; r < OTHERS; r++) {
      StringBuilder text = new StringBuilder();
      int length = length(random);
      while (text.length() < length) {
        text.append(words.get(random.nextInt(words.size()))).append(' ');
      }
      lines.add("other" + r + "\t" + text);
    }
    Files.write(references, lines);
  }

  private static int length(Random random) {
    return SHORTEST + random.nextInt(LONGEST - SHORTEST);
  }

  private static String excerpt(String text, Random random) {
    int length = length(random);
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
    return excerpt.toString();
  }

  /** Returns the pairs, document and reference, that share 13 words in a row. */
  private Set<String> ngrams() throws IOException {
    java.util.Map<Long, List<String>> grams = new java.util.HashMap<>();
    for (String line : Files.readAllLines(references)) {
      String[] fields = line.split("\t", 2);
      for (long gram : grams(fields[1])) {
        grams.computeIfAbsent(gram, none -> new ArrayList<>()).add(fields[0]);
      }
    }
    Set<String> pairs = new HashSet<>();
    try (BufferedReader in = Files.newBufferedReader(corpus)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        int tab = line.indexOf('\t');
        for (long gram : grams(line.substring(tab + 1))) {
          for (String reference : grams.getOrDefault(gram, List.of())) {
            pairs.add(line.substring(0, tab) + "\t" + reference);
          }
        }
      }
    }
    return pairs;
  }

  private static long[] grams(String text) {
    List<Integer> words = new ArrayList<>();
    Matcher word = WORD.matcher(text.toLowerCase(Locale.ROOT));
    while (word.find()) {
      words.add(word.group().hashCode());
    }
    long[] grams = new long[Math.max(0, words.size() - GRAM + 1)];
    for (int g = 0; g < grams.length; g++) {
      for (int w = g; w < g + GRAM; w++) {
        grams[g] = (grams[g] ^ words.get(w)) * BASE;
        grams[g] ^= grams[g] >>> 29;
      }
    }
    return grams;
  }

  private static Set<String> pairs(Path output) throws IOException {
    Set<String> pairs = new HashSet<>();
    List<Path> parts;
    try (Stream<Path> files = Files.list(output.resolve("4-pairs"))) {
      parts = files.filter(file -> file.getFileName().toString().startsWith("part-")).toList();
    }
    for (Path part : parts) {
      for (String line : Files.readAllLines(part)) {
        String[] fields = line.split("\t");
        pairs.add(fields[0] + "\t" + fields[1]);
      }
    }
    return pairs;
  }

  private void neardup(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("./run-pipeline.sh"));
    command.addAll(List.of(arguments));
    Path log = folder.resolve(arguments[0] + ".log");
    ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true);
    if (process.redirectOutput(log.toFile()).start().waitFor() != 0) {
      throw new IOException("failed: see " + log);
    }
  }

  /** Returns what this process has used, or what its children have that ended. */
  private static double coreSeconds(String of) throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    int first = of.equals("utime") ? 11 : 13;
    return (Long.parseLong(fields[first]) + Long.parseLong(fields[first + 1])) / 100.0;
  }
}
