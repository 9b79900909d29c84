import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares what {@code explain} predicts with what a pipeline counts: {@code java
 * src/bench/Explained.java FOLDER [DOCUMENTS]…}, from the project's folder, after a build. For each
 * number of documents (10,000, 100,000 and 400,000) a corpus of Corpora.java's kind mixed goes
 * through the pipeline; then each is explained, from itself and from the second one, and a table
 * shows predicted/counted of the bytes shuffled and the records sent by each stage, of a range both
 * ends. Needs 5 GB of disk.
 */
public final class Explained {

  private static final Map<String, String> FOLDERS =
      Map.of(
          "ingest", "corpus/batches/00000",
          "shingle-sort", "1-signatures",
          "band-bucket", "2-buckets",
          "candidate-list", "3-candidates",
          "verify", "4-pairs",
          "cluster", "5-clusters");

  private static final List<String> STAGES =
      List.of("ingest", "shingle-sort", "band-bucket", "candidate-list", "verify", "cluster");

  private static final Map<String, Double> UNITS =
      Map.of("kB", 1e3, "MB", 1e6, "GB", 1e9, "TB", 1e12, "million", 1e6, "billion", 1e9);

  private final Path folder;

  private Explained(Path folder) {
    this.folder = folder;
  }

  /** Runs the pipelines and prints the table. */
  public static void main(String[] args) throws Exception {
    if (args.length == 0 || !Files.exists(Path.of("target/neardup.jar"))) {
      System.err.println(
          "usage: java src/bench/Explained.java FOLDER [DOCUMENTS]…; first: mvn package");
      System.exit(2);
    }
    Explained explained = new Explained(Files.createDirectories(Path.of(args[0])));
    List<String> sizes =
        args.length == 1
            ? List.of("10000", "100000", "400000")
            : List.of(args).subList(1, args.length);
    for (String size : sizes) {
      explained.pipeline(size);
    }
    System.out.println(
        "| documents | explained from | what | " + String.join(" | ", STAGES) + " | candidates |");
    System.out.println("| ---: | ---: | --- |" + " ---: |".repeat(STAGES.size() + 1));
    for (String size : sizes) {
      explained.compare(size, size);
      String other = sizes.get(Math.min(1, sizes.size() - 1));
      if (!other.equals(size)) {
        explained.compare(size, other);
      }
    }
  }

  private void pipeline(String documents) throws Exception {
    Path corpus = folder.resolve("mixed-" + documents + ".tsv");
    if (!Files.exists(corpus)) {
      run(
          "corpora",
          List.of(java(), "src/bench/Corpora.java", "mixed", documents, corpus.toString()));
    }
    if (!Files.exists(output(documents).resolve("6-dedup/_SUCCESS"))) {
      run(
          "pipeline-" + documents,
          neardup("pipeline", "--overwrite", corpus.toString(), output(documents).toString()));
    }
  }

  private Path output(String documents) {
    return folder.resolve("output-" + documents);
  }

  private void compare(String documents, String from) throws Exception {
    String name = "explain-" + documents + "-from-" + from;
    run(
        name,
        neardup("explain", "--documents", documents, output(from).resolve("corpus").toString()));
    String text = Files.readString(folder.resolve(name + ".log"));
    Map<String, String[]> predicted = new TreeMap<>(); // records, bytes
    Matcher line = Pattern.compile("(?m)^  ([a-z-]+) {2,}(\\S.*?) {2,}(\\S.*?) {2,}").matcher(text);
    while (line.find()) {
      predicted.put(line.group(1), new String[] {line.group(2), line.group(3)});
    }
    Matcher candidates =
        Pattern.compile("(?m)^  candidates +(\\S.*?)(?: +\\((.*)\\))?$").matcher(text);
    if (!candidates.find()) {
      throw new IOException("no candidates in " + name);
    }
    String range = candidates.group(candidates.group(2) == null ? 1 : 2);
    String candidateRatio = ratio(range, counted(documents, "candidate-list", "CANDIDATES"));
    print(documents, from, "bytes", predicted, 1, "REDUCE_SHUFFLE_BYTES", candidateRatio);
    print(documents, from, "records", predicted, 0, "MAP_OUTPUT_RECORDS", "");
  }

  private void print(
      String documents,
      String from,
      String what,
      Map<String, String[]> predicted,
      int index,
      String counter,
      String candidates)
      throws IOException {
    StringBuilder row = new StringBuilder();
    for (String stage : STAGES) {
      row.append(" | ")
          .append(ratio(predicted.get(stage)[index], counted(documents, stage, counter)));
    }
    System.out.printf(
        Locale.ROOT,
        "| %,.0f | %,.0f | %s%s | %s |%n",
        number(documents),
        number(from),
        what,
        row,
        candidates);
  }

  /** Returns the ratio of a quantity, or of both ends of a range such as {@code 1.2 to 3.4 MB}. */
  private static String ratio(String range, double counted) {
    String unit = range.contains(" ") ? range.substring(range.lastIndexOf(' ') + 1) : "";
    StringBuilder ratios = new StringBuilder();
    for (String end : range.split(" to ")) {
      String[] words = end.split(" ");
      double factor = UNITS.getOrDefault(words.length > 1 ? words[1] : unit, 1.0);
      ratios.append(ratios.isEmpty() ? "" : "–");
      ratios.append(String.format(Locale.ROOT, "%.2f", number(words[0]) * factor / counted));
    }
    return ratios.toString();
  }

  private static double number(String digits) {
    return Double.parseDouble(digits.replace(",", ""));
  }

  private double counted(String documents, String stage, String name) throws IOException {
    Path metadata = output(documents).resolve(FOLDERS.get(stage)).resolve("_neardup.json");
    Matcher matcher =
        Pattern.compile("\"" + name + "\" : (\\d+)").matcher(Files.readString(metadata));
    matcher.find();
    return Double.parseDouble(matcher.group(1));
  }

  private static List<String> neardup(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                java(),
                "-Xmx2g",
                "-Dlog4j.configuration=io/neardup/cli/log4j-embedded.properties",
                "-cp",
                "target/neardup.jar:" + Files.readString(Path.of("target/embedded.classpath")),
                "io.neardup.cli.Main"));
    command.addAll(List.of(arguments));
    return command;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private void run(String name, List<String> command) throws IOException, InterruptedException {
    Path log = folder.resolve(name + ".log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (process.waitFor() != 0) {
      throw new IOException("failed, see " + log);
    }
  }
}
