import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Compares pairs with labels: {@code java src/bench/Labelled.java FOLDER SET…}, from the project's
 * folder, after a build. A set is a file of lines {@code id<TAB>text} whose ids name a document and
 * its version: {@code version:name}, or of three parts or more, one of which, the version, begins
 * with a digit. Versions of one document are the same; all other pairs are not. Of a set that is
 * written {@code none=FILE}, no two documents are the same: translations of one book, for example.
 *
 * <p>Each set goes through the pipeline with characters and with words, with and without stop
 * shingles. A table shows precision, recall and F1 at several thresholds, of {@code none} the
 * pairs, all of them wrong. FOLDER keeps the pairs.
 */
public final class Labelled {

  private static final double[] THRESHOLDS = {0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  private static final String NONE = "none=";

  /** Bands and rows that find 99.9 % of the pairs of similarity 0.4. */
  private static final List<String> LOW =
      List.of(
          "-Dneardup.similarity.threshold=0.4",
          "-Dneardup.banding.bands=40",
          "-Dneardup.banding.rows=2",
          "-Dneardup.report=false");

  /** How documents are cut into shingles. */
  private record Way(String name, List<String> options) {}

  private static final String UNIT = "-Dneardup.shingle.unit=word";
  private static final String SHARE = "-Dneardup.shingle.max-document-share=0.3";

  private static final List<Way> WAYS =
      List.of(
          new Way("characters", List.of()),
          new Way("characters, without stop shingles", List.of(SHARE)),
          new Way("words", List.of(UNIT)),
          new Way("words, without stop shingles", List.of(UNIT, SHARE)));

  private Labelled() {}

  /** Runs the pipelines and prints the table. */
  public static void main(String[] args) throws Exception {
    if (args.length < 2 || !Files.exists(Path.of("target/neardup.jar"))) {
      System.err.println(
          "usage: java src/bench/Labelled.java FOLDER SET…; first: mvn package; a set is FILE or"
              + " none=FILE");
      System.exit(2);
    }
    Path folder = Files.createDirectories(Path.of(args[0]));
    StringBuilder head = new StringBuilder("| set | shingles |");
    for (double threshold : THRESHOLDS) {
      head.append(" t = ").append(threshold).append(" |");
    }
    System.out.println(head);
    System.out.println("| --- | --- |" + " --- |".repeat(THRESHOLDS.length));
    for (String set : List.of(args).subList(1, args.length)) {
      boolean none = set.startsWith(NONE);
      Path file = Path.of(none ? set.substring(NONE.length()) : set);
      long same = none ? 0 : samePairs(file);
      for (int way = 0; way < WAYS.size(); way++) {
        Path output = folder.resolve(file.getFileName() + "-" + (way + 1));
        run(WAYS.get(way).options, file, output);
        System.out.println(row(file.getFileName().toString(), WAYS.get(way).name, same, output));
      }
    }
  }

  private static void run(List<String> options, Path input, Path output) throws Exception {
    List<String> command = new ArrayList<>(List.of("./run-pipeline.sh", "--overwrite"));
    command.addAll(LOW);
    command.addAll(options);
    command.addAll(List.of(input.toString(), output.toString()));
    int status =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Path.of(output + ".log").toFile())
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException("exit status " + status + ", see " + output + ".log");
    }
  }

  /** Returns the name of a document: its id without the version. */
  private static String name(String id) {
    List<String> parts = new ArrayList<>(List.of(id.split(":", -1)));
    int version = 0;
    for (int part = 0; parts.size() > 2 && part < parts.size(); part++) {
      if (!parts.get(part).isEmpty() && Character.isDigit(parts.get(part).charAt(0))) {
        version = part;
        break;
      }
    }
    parts.remove(version);
    return String.join(":", parts);
  }

  /** Returns the number of pairs of versions of one document. */
  private static long samePairs(Path file) throws IOException {
    Map<String, Long> versions = new HashMap<>();
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        versions.merge(name(line.substring(0, line.indexOf('\t'))), 1L, Long::sum);
      }
    }
    return versions.values().stream().mapToLong(n -> n * (n - 1) / 2).sum();
  }

  private static String row(String set, String way, long same, Path output) throws IOException {
    long[] right = new long[THRESHOLDS.length];
    long[] all = new long[THRESHOLDS.length];
    List<Path> parts = new ArrayList<>();
    try (Stream<Path> files = Files.list(output.resolve("4-pairs"))) {
      files.filter(f -> f.getFileName().toString().startsWith("part-")).forEach(parts::add);
    }
    Collections.sort(parts);
    for (Path part : parts) {
      try (BufferedReader in = Files.newBufferedReader(part, StandardCharsets.UTF_8)) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          String[] fields = line.split("\t", -1);
          double similarity = Double.parseDouble(fields[4]) / Double.parseDouble(fields[5]);
          boolean isSame = same > 0 && name(fields[0]).equals(name(fields[1]));
          for (int t = 0; t < THRESHOLDS.length && similarity >= THRESHOLDS[t]; t++) {
            all[t]++;
            right[t] += isSame ? 1 : 0;
          }
        }
      }
    }
    StringBuilder row = new StringBuilder("| " + set + " | " + way + " |");
    for (int t = 0; t < THRESHOLDS.length; t++) {
      if (same == 0) {
        row.append(String.format(Locale.ROOT, " %,d wrong |", all[t]));
      } else {
        double precision = all[t] == 0 ? 1 : right[t] / (double) all[t];
        double recall = right[t] / (double) same;
        double f1 = 2.0 * right[t] / (all[t] + same);
        row.append(String.format(Locale.ROOT, " %.3f %.3f **%.3f** |", precision, recall, f1));
      }
    }
    return row.toString();
  }
}
