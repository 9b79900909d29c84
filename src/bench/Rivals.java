import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Times the pipeline from files to verified pairs against others: {@code java src/bench/Rivals.java
 * FOLDER ROUNDS [FILE]…}, from the project's folder, after a build. Without a FILE (lines {@code
 * id<TAB>text}) it makes two corpora of its own. All run in turn, each in a process of its own
 * including the start of its virtual machine, ROUNDS times.
 *
 * <pre>
 * sort, local  the pipeline, in both plans, until it has the verified pairs
 * prefix join  PrefixJoin.java: exact, so the truth of the recall
 * Spark        MLlib's MinHashLSH, if mvn -f src/bench/spark package was run; left out after a
 *              run that took longer than {@value #PATIENCE_SECONDS} s, which is ended then
 * </pre>
 *
 * Prints a table of medians; each run is a line of FOLDER/raw.tsv, with the machine, the JDK and
 * the commit at its head.
 */
public final class Rivals {

  private static final int PATIENCE_SECONDS = 900;
  private static final double THRESHOLD = 0.8;
  private static final double[] BANDS = {0.8, 0.85, 0.9, 0.95, 1.0000001};
  private static final String HEAP = "-Xmx6g";

  /** What the pipeline says when it has the pairs; clusters and the collection come after that. */
  private static final Pattern VERIFIED = Pattern.compile("verify: [\\d,]+ pairs of similarity");

  private static final Path JAR = Path.of("target/neardup.jar");
  private static final Path SPARK = Path.of("src/bench/spark/target/classpath");

  private record Run(double seconds, long peak) {}

  private final Path folder;
  private final StringBuilder raw = new StringBuilder();

  private Rivals(Path folder) {
    this.folder = folder;
  }

  /** Runs all. */
  public static void main(String[] args) throws Exception {
    if (args.length < 2 || !Files.exists(JAR)) {
      System.err.println(
          "usage: java src/bench/Rivals.java FOLDER ROUNDS [FILE]…; first: mvn package");
      System.exit(2);
    }
    Rivals rivals = new Rivals(Files.createDirectories(Path.of(args[0]).toAbsolutePath()));
    List<Path> corpora = new ArrayList<>();
    for (String file : Arrays.asList(args).subList(2, args.length)) {
      corpora.add(Path.of(file));
    }
    for (int documents : corpora.isEmpty() ? new int[] {5_000, 20_000} : new int[0]) {
      Path corpus = rivals.folder.resolve("mixed-" + documents + ".tsv");
      rivals.run(
          List.of(
              java(),
              "src/bench/Corpora.java",
              "mixed",
              String.valueOf(documents),
              corpus.toString()),
          "corpora");
      corpora.add(corpus);
    }
    rivals.head();
    System.out.println(
        "| corpus | MB | with | s | MB/s | peak MB | candidates | pairs | recall at 0.80–0.85, –0.90, –0.95, –1 |");
    System.out.println("| --- | ---: | --- | " + "---: | ".repeat(6));
    for (Path corpus : corpora) {
      rivals.compare(corpus, Integer.parseInt(args[1]));
    }
  }

  private void head() throws Exception {
    Process git = new ProcessBuilder("git", "describe", "--always", "--dirty").start();
    String commit = new String(git.getInputStream().readAllBytes()).strip();
    String processor = "";
    if (Files.exists(Path.of("/proc/cpuinfo"))) {
      Matcher model =
          Pattern.compile("model name\\s*: (.*)")
              .matcher(Files.readString(Path.of("/proc/cpuinfo")));
      processor = model.find() ? model.group(1) : "";
    }
    raw.append(
        String.format(
            "# %s, %d processors %s, JDK %s, commit %s%n# corpus\twith\tround\tseconds\tpeak bytes%n",
            System.getProperty("os.name"),
            Runtime.getRuntime().availableProcessors(),
            processor,
            System.getProperty("java.version"),
            commit));
  }

  private void compare(Path corpus, int rounds) throws Exception {
    Map<String, List<Run>> runs = new LinkedHashMap<>();
    List<String> names = new ArrayList<>(List.of("sort", "local", "prefix join"));
    if (Files.exists(SPARK)) {
      names.add("Spark");
    }
    for (int round = 0; round < rounds; round++) {
      for (String name : List.copyOf(names)) {
        delete(output(name));
        Run run = run(command(name, corpus), name);
        raw.append(
            String.format(
                Locale.ROOT, "%s\t%s\t%d\t%.2f\t%d%n", corpus, name, round, run.seconds, run.peak));
        Files.writeString(folder.resolve("raw.tsv"), raw);
        runs.computeIfAbsent(name, none -> new ArrayList<>()).add(run);
        if (run.seconds >= PATIENCE_SECONDS) {
          names.remove(name);
        }
      }
    }
    Map<String, Double> truth = pairs("prefix join");
    for (Map.Entry<String, List<Run>> entry : runs.entrySet()) {
      String name = entry.getKey();
      List<Run> sorted =
          entry.getValue().stream().sorted((a, b) -> Double.compare(a.seconds, b.seconds)).toList();
      Run median = sorted.get(sorted.size() / 2);
      long peak = sorted.stream().mapToLong(Run::peak).max().getAsLong();
      double megabytes = Files.size(corpus) / 1e6;
      boolean ended = median.seconds >= PATIENCE_SECONDS;
      Map<String, Double> found = ended ? Map.of() : pairs(name);
      System.out.printf(
          Locale.ROOT,
          "| %s | %,.0f | %s | %s%.1f | %.1f | %,d | %s | %s | %s |%n",
          corpus.getFileName(),
          megabytes,
          name,
          ended ? "> " : "",
          median.seconds,
          megabytes / median.seconds,
          peak / 1_000_000,
          candidates(name),
          ended ? "–" : String.format(Locale.ROOT, "%,d", found.size()),
          ended ? "–" : recall(truth, found));
    }
  }

  private List<String> command(String name, Path corpus) throws IOException {
    List<String> command = new ArrayList<>(List.of(java(), HEAP));
    switch (name) {
      case "prefix join" ->
          command.addAll(
              List.of(
                  "src/bench/PrefixJoin.java",
                  "9",
                  "" + THRESHOLD,
                  corpus.toString(),
                  output(name).toString()));
      case "Spark" -> {
        // Spark's own launcher opens these.
        for (String opened :
            List.of("lang", "lang.invoke", "io", "net", "nio", "util", "util.concurrent")) {
          command.add("--add-opens=java.base/java." + opened + "=ALL-UNNAMED");
        }
        command.addAll(
            List.of(
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "-cp",
                Files.readString(SPARK).strip()));
        // Three tables miss less than one in a hundred pairs of similarity 0.8; each more lists
        // more.
        command.addAll(
            List.of(
                "src/bench/spark/MinHashRival.java",
                "9",
                "" + THRESHOLD,
                "3",
                corpus.toString(),
                output(name).toString()));
      }
      default ->
          command.addAll(
              List.of(
                  "-Dlog4j.configuration=io/neardup/cli/log4j-embedded.properties",
                  "-cp",
                  JAR + ":" + Files.readString(Path.of("target/embedded.classpath")),
                  "io.neardup.cli.Main",
                  "pipeline",
                  "-Dneardup.signature.plan=" + name,
                  corpus.toString(),
                  output(name).toString()));
    }
    return command;
  }

  private Path output(String name) {
    return folder.resolve("output-" + name.replace(' ', '-'));
  }

  /** Returns the similarities of the pairs that one has found, by ids, the lesser first. */
  private Map<String, Double> pairs(String name) throws IOException {
    Map<String, Double> pairs = new LinkedHashMap<>();
    Path output = output(name);
    Path files = Files.exists(output.resolve("4-pairs")) ? output.resolve("4-pairs") : output;
    int similarity = files.equals(output) ? 2 : 3;
    List<Path> parts;
    if (Files.isDirectory(files)) {
      try (Stream<Path> all = Files.list(files)) {
        parts = all.filter(file -> file.getFileName().toString().startsWith("part-")).toList();
      }
    } else {
      parts = List.of(files);
    }
    for (Path part : parts) {
      try (BufferedReader in = Files.newBufferedReader(part)) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          String[] fields = line.split("\t");
          boolean ordered = fields[0].compareTo(fields[1]) < 0;
          pairs.put(
              ordered ? fields[0] + '\t' + fields[1] : fields[1] + '\t' + fields[0],
              Double.valueOf(fields[similarity]));
        }
      }
    }
    return pairs;
  }

  private static String recall(Map<String, Double> truth, Map<String, Double> found) {
    StringBuilder recall = new StringBuilder();
    for (int b = 0; b + 1 < BANDS.length; b++) {
      long all = 0;
      long met = 0;
      for (Map.Entry<String, Double> pair : truth.entrySet()) {
        if (pair.getValue() >= BANDS[b] && pair.getValue() < BANDS[b + 1]) {
          all++;
          met += found.containsKey(pair.getKey()) ? 1 : 0;
        }
      }
      recall.append(b == 0 ? "" : ", ");
      recall.append(
          all == 0 ? "–" : String.format(Locale.ROOT, "%.4f of %,d", (double) met / all, all));
    }
    return recall.toString();
  }

  private String candidates(String name) throws IOException {
    Path metadata = output(name).resolve("3-candidates/_neardup.json");
    if (!Files.exists(metadata)) {
      return "–";
    }
    Matcher count = Pattern.compile("\"CANDIDATES\" : (\\d+)").matcher(Files.readString(metadata));
    return count.find() ? String.format(Locale.ROOT, "%,d", Long.parseLong(count.group(1))) : "–";
  }

  /** Runs a command to its end, or as long as patience lasts. */
  private Run run(List<String> command, String name) throws Exception {
    Path log = folder.resolve(name.replace(' ', '-') + ".log");
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    Path status = Path.of("/proc/" + process.pid() + "/status");
    Pattern peakLine = Pattern.compile("VmHWM:\\s+(\\d+) kB");
    long peak = 0;
    double verified = 0;
    while (!process.waitFor(50, TimeUnit.MILLISECONDS)) {
      try {
        Matcher matcher = peakLine.matcher(Files.readString(status));
        peak = matcher.find() ? Long.parseLong(matcher.group(1)) * 1024 : peak;
      } catch (IOException e) {
        // It has just ended, or this system tells no such thing.
      }
      if (verified == 0 && VERIFIED.matcher(Files.readString(log)).find()) {
        verified = (System.nanoTime() - start) / 1e9;
      }
      if (System.nanoTime() - start > PATIENCE_SECONDS * 1_000_000_000L) {
        process.destroyForcibly().waitFor();
        return new Run(PATIENCE_SECONDS, peak);
      }
    }
    if (process.exitValue() != 0) {
      throw new IllegalStateException("status " + process.exitValue() + ", see " + log);
    }
    return new Run(verified > 0 ? verified : (System.nanoTime() - start) / 1e9, peak);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static void delete(Path tree) throws IOException {
    if (Files.exists(tree)) {
      try (Stream<Path> all = Files.walk(tree)) {
        for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
