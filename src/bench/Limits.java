import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs the pipeline at its limits and prints a table: {@code java src/bench/Limits.java FOLDER
 * [limits|short|growth|guard|stages|cluster|FILE]…}, from the project's folder, after a build.
 * Needs about 10 GB of disk in FOLDER, which keeps the raw results.
 *
 * <pre>
 * limits  corpora that are hard, each in its own way, in a heap of 512 MiB
 * short   one more, of 2,000,000 documents, 205 million pairs of which are similar: 60 GB of disk
 * growth  the mixed corpus in one, two, four and eight times its size, in both plans
 * guard   the template corpus with and without the guard on large buckets
 * stages  what each stage takes of the mixed corpus, and how much of that is the start of its jobs
 * FILE    the same of a corpus of your own, a document a line: id, tab, text
 * cluster what is named after it runs on a cluster of this machine (src/cluster), in tasks of 512 MiB
 * </pre>
 *
 * But for the cluster, client and tasks run in one process, so its peak is that of two map or
 * reduce tasks at a time. On the cluster the peak is that of the largest task.
 */
public final class Limits {

  private static final String HEAP = "-Xmx512m";
  private static final Path JAR = Path.of("target/neardup.jar");
  private static final int POLL_MILLIS = 50;

  /** The stages' outputs in a pipeline's. */
  private static final List<String> STAGES =
      List.of(
          "corpus/batches/00000",
          "1-signatures",
          "2-buckets",
          "3-candidates",
          "4-pairs",
          "5-clusters",
          "6-dedup");

  /** Seconds from start to end, and the most bytes of memory at once. */
  private record Run(double seconds, long peak) {}

  private final Path folder;
  private boolean withCluster;
  private boolean started; // what takes hardly more than the start was run

  private Limits(Path folder) {
    this.folder = folder;
  }

  /** Runs what is named. */
  public static void main(String[] args) throws Exception {
    if (args.length == 0 || !Files.exists(JAR)) {
      System.err.println(
          "usage: java src/bench/Limits.java FOLDER [limits|short|growth|guard|stages|cluster|FILE]…; first: mvn package");
      System.exit(2);
    }
    Limits limits = new Limits(Files.createDirectories(Path.of(args[0])));
    List<String> parts =
        args.length == 1
            ? List.of("limits", "growth", "guard")
            : List.of(args).subList(1, args.length);
    try {
      for (String part : parts) {
        limits.part(part);
      }
    } finally {
      if (limits.withCluster) {
        limits.run(limits.cluster("stop"), "cluster");
      }
    }
  }

  private void part(String part) throws Exception {
    if (part.equals("cluster")) {
      withCluster = true;
      started = false;
      run(cluster("start"), "cluster");
      return;
    }
    System.out.println("\n### " + part + (withCluster ? ", on a cluster" : "") + "\n");
    System.out.println(
        "| corpus | documents | MB | options | s | peak MB | records shuffled | MB shuffled | candidates"
            + " | compared | pairs | not listed | removed |");
    System.out.println("| --- | ---: | ---: | --- " + "| ---: ".repeat(9) + "|");
    switch (part) {
      case "limits" -> limits();
      case "growth" -> growth();
      case "guard" -> guard();
      case "short" -> row("short", 2_000_000);
      case "stages" -> {
        start();
        row("mixed", 200_000);
        stages("mixed-200000");
      }
      default -> {
        Path corpus = Path.of(part).toAbsolutePath();
        String name = corpus.getParent().getFileName() + "-" + corpus.getFileName();
        long documents;
        try (Stream<String> lines = Files.lines(corpus, StandardCharsets.ISO_8859_1)) {
          documents = lines.count();
        }
        start();
        row(corpus, name, name, documents);
        stages(name);
      }
    }
  }

  private void limits() throws Exception {
    row("template", 100_000);
    row("family", 24_000);
    row("family", 1_200_000);
    row("shingle", 200_000);
    row("long", 8);
  }

  private List<String> cluster(String... words) {
    List<String> command =
        new ArrayList<>(
            List.of("src/cluster/cluster.sh", "--folder", folder.resolve("cluster").toString()));
    command.addAll(List.of(words));
    return command;
  }

  private List<String> hadoop(String... words) {
    List<String> command = cluster("exec", "hadoop");
    command.addAll(List.of(words));
    return command;
  }

  private void growth() throws Exception {
    for (String plan : List.of("sort", "local")) {
      for (int times : new int[] {1, 2, 4, 8}) {
        row("mixed", 25_000 * times, "-Dneardup.signature.plan=" + plan);
      }
    }
  }

  private void guard() throws Exception {
    row("template", 5_000);
    row("template", 5_000, "-Dneardup.bucket.max-columns=10000");
    row("template", 5_000, "-Dneardup.bucket.max-columns=1000");
    row("template", 5_000, "-Dneardup.bucket.max-columns=100");
  }

  /** Runs what takes hardly more than the start, unless it was run before in the same way. */
  private void start() throws Exception {
    if (!started) {
      row("mixed", 100);
      started = true;
    }
  }

  /** Prints what each stage of a run took, and how much of that is the start. */
  private void stages(String name) throws Exception {
    System.out.println(
        "\n| stage | s | start, s | jobs | map tasks | reduce tasks | MB read | MB written | MB shuffled | records sent | records spilled |");
    System.out.println("| --- " + "| ---: ".repeat(10) + "|");
    Path output = folder.resolve(name);
    for (String stage : STAGES) {
      System.out.printf(
          Locale.ROOT,
          "| %s | %.1f | %.1f | %d | %d | %d | %,.0f | %,.0f | %,.0f | %,d | %,d |%n",
          stage.startsWith("corpus") ? "ingest" : stage,
          seconds(output, stage),
          seconds(folder.resolve("mixed-100"), stage),
          count(output, stage, "JOBS"),
          count(output, stage, "MAP_TASKS"),
          count(output, stage, "REDUCE_TASKS"),
          count(output, stage, "HDFS_BYTES_READ") / 1e6,
          count(output, stage, "HDFS_BYTES_WRITTEN") / 1e6,
          count(output, stage, "REDUCE_SHUFFLE_BYTES") / 1e6,
          count(output, stage, "MAP_OUTPUT_RECORDS"),
          count(output, stage, "SPILLED_RECORDS"));
    }
  }

  private static double seconds(Path output, String stage) throws IOException {
    Matcher matcher =
        Pattern.compile("\"seconds\" : ([\\d.]+)")
            .matcher(Files.readString(output.resolve(stage).resolve("_neardup.json")));
    return matcher.find() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
  }

  private void row(String kind, int documents, String... options) throws Exception {
    Path corpus = folder.resolve(kind + "-" + documents + ".tsv");
    if (!Files.exists(corpus)) {
      run(
          List.of(
              java(), "src/bench/Corpora.java", kind, String.valueOf(documents), corpus.toString()),
          "corpora");
    }
    String name = kind + "-" + documents + String.join("", options).replaceAll("[^a-z0-9=]+", "-");
    row(corpus, name, kind, documents, options);
  }

  private void row(Path corpus, String name, String kind, long documents, String... options)
      throws Exception {
    Path output = folder.resolve(name);
    delete(output);
    Run run =
        withCluster
            ? onCluster(corpus, output, name, options)
            : embedded(corpus, output, name, options);
    System.out.printf(
        Locale.ROOT,
        "| %s | %,d | %,.0f | %s | %.1f | %,.0f | %,d | %,.0f | %,d | %,d | %,d | %,d | %,d |%n",
        kind,
        documents,
        Files.size(corpus) / 1e6,
        String.join(" ", options).replace("-Dneardup.", ""),
        run.seconds,
        run.peak / 1e6,
        sum(output, "MAP_OUTPUT_RECORDS"),
        sum(output, "REDUCE_SHUFFLE_BYTES") / 1e6,
        count(output, "3-candidates", "CANDIDATES"),
        count(output, "4-pairs", "PLAUSIBLE"),
        count(output, "4-pairs", "PAIRS_KEPT"),
        count(output, "2-buckets", "PAIRS_NOT_LISTED"),
        count(output, "6-dedup", "DOCUMENTS_REMOVED"));
    delete(output.resolve("6-dedup/kept"));
    delete(output.resolve("6-dedup/removed"));
  }

  /** Runs the pipeline in a process of its own and returns what it took. */
  private Run embedded(Path corpus, Path output, String name, String... options) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                java(),
                HEAP,
                "-Dlog4j.configuration=io/neardup/cli/log4j-embedded.properties",
                "-cp",
                JAR + ":" + Files.readString(Path.of("target/embedded.classpath")),
                "io.neardup.cli.Main",
                "pipeline"));
    command.addAll(List.of(options));
    command.addAll(List.of(corpus.toString(), output.toString()));
    return run(command, name);
  }

  /** Runs the pipeline on the cluster, over a local corpus, and fetches what its stages tell. */
  private Run onCluster(Path corpus, Path output, String name, String... options) throws Exception {
    List<String> command = hadoop("jar", JAR.toString(), "pipeline", "--overwrite");
    command.add(
        "-Dmapreduce.map.java.opts=" + HEAP); // the cluster's own options are for short tasks
    command.add("-Dmapreduce.reduce.java.opts=" + HEAP);
    command.addAll(List.of(options));
    command.addAll(List.of(corpus.toUri().toString(), name));
    double seconds = run(command, name).seconds;
    long peak = 0;
    for (String stage : STAGES) {
      Path metadata = Files.createDirectories(output.resolve(stage)).resolve("_neardup.json");
      run(hadoop("fs", "-get", name + "/" + stage + "/_neardup.json", metadata.toString()), "get");
      for (String kind : List.of("MAP", "REDUCE")) {
        peak = Math.max(peak, count(output, stage, kind + "_PHYSICAL_MEMORY_BYTES_MAX"));
      }
    }
    run(hadoop("fs", "-rm", "-r", "-skipTrash", name), "rm");
    return new Run(seconds, peak);
  }

  /** Runs a command to its end and returns how long it took and the most memory it had. */
  private Run run(List<String> command, String name) throws Exception {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile())
            .start();
    Path status = Path.of("/proc/" + process.pid() + "/status");
    Pattern peakLine = Pattern.compile("VmHWM:\\s+(\\d+) kB");
    long peak = 0;
    while (process.isAlive()) {
      try {
        Matcher matcher = peakLine.matcher(Files.readString(status));
        peak = matcher.find() ? Long.parseLong(matcher.group(1)) * 1024 : peak;
      } catch (IOException e) {
        // It has just ended, or this system tells no such thing.
      }
      Thread.sleep(POLL_MILLIS);
    }
    if (process.exitValue() != 0) {
      throw new IllegalStateException(
          "status " + process.exitValue() + ", see " + folder.resolve(name + ".log"));
    }
    return new Run((System.nanoTime() - start) / 1e9, peak);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Returns a number of a stage's metadata, 0 if it has none of that name. */
  private static long count(Path output, String stage, String name) throws IOException {
    Path metadata = output.resolve(stage).resolve("_neardup.json");
    Matcher matcher =
        Pattern.compile("\"" + name + "\" : (\\d+)").matcher(Files.readString(metadata));
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  private static long sum(Path output, String name) throws IOException {
    long sum = 0;
    for (String stage : STAGES) {
      sum += count(output, stage, name);
    }
    return sum;
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
