package io.neardup.cli;

import io.neardup.config.UsageException;
import io.neardup.hadoop.job.StageMetadata;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.ToolRunner;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The driver: {@code hadoop jar neardup.jar VERB …}. Exit status 0 if the verb succeeded, 1 if it
 * failed, 2 if it was used wrongly, 3 if it succeeded but a condition of {@code --fail-if} was
 * crossed.
 */
public final class Neardup {

  private static final Map<String, Supplier<VerbTool>> VERBS = new LinkedHashMap<>();

  static {
    VERBS.put("pipeline", () -> new VerbTool(new PipelineCommand()));
    VERBS.put("ingest", () -> new VerbTool(new IngestCommand()));
    VERBS.put("stop-shingles", () -> new VerbTool(new StopShinglesCommand()));
    VERBS.put("shingle-sort", () -> new VerbTool(new ShingleSortCommand()));
    VERBS.put("band-bucket", () -> new VerbTool(new BandBucketCommand()));
    VERBS.put("candidate-list", () -> new VerbTool(new CandidateListCommand()));
    VERBS.put("verify", () -> new VerbTool(new VerifyCommand()));
    VERBS.put("cluster", () -> new VerbTool(new ClusterCommand()));
    VERBS.put("dedup", () -> new VerbTool(new DedupCommand()));
    VERBS.put("add", () -> new VerbTool(new AddCommand()));
    VERBS.put("drop", () -> new VerbTool(new DropCommand()));
    VERBS.put("compact", () -> new VerbTool(new CompactCommand()));
    VERBS.put("list", () -> new VerbTool(new ListCommand()));
    VERBS.put("report", () -> new VerbTool(new ReportCommand()));
    VERBS.put("corpus", () -> new VerbTool(new CorpusCommand()));
    VERBS.put("explain", () -> new VerbTool(new ExplainCommand()));
    VERBS.put("tune", () -> new VerbTool(new TuneCommand()));
    VERBS.put("export", () -> new VerbTool(new ExportCommand()));
    VERBS.put("audit", () -> new VerbTool(new AuditCommand()));
    VERBS.put("s-curve", () -> new VerbTool(new SCurveCommand()));
    VERBS.put("keys", () -> new VerbTool(new KeysCommand()));
  }

  /** The command before a verb, as written in the examples of the verbs. */
  static final String HADOOP_JAR = "hadoop jar neardup.jar";

  /** Generic options of Hadoop that take the next argument as their value. */
  static final Set<String> GENERIC_WITH_VALUE =
      Set.of("-conf", "-fs", "-jt", "-files", "-libjars", "-archives", "-tokenCacheFile", "-D");

  private Neardup() {}

  /** Runs a verb and exits with its status. */
  public static void main(String[] args) throws Exception {
    System.exit(run(args));
  }

  /** Runs a verb and returns its exit status. */
  static int run(String[] args) throws Exception {
    // Hadoop writes numbers in the names of files with the digits of this locale.
    Locale.setDefault(Locale.ROOT);
    PrintStream out = System.out;
    PrintStream err = System.err;
    System.setOut(PrintableStream.to(out));
    System.setErr(PrintableStream.to(err));
    try {
      return runVerb(args);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private static int runVerb(String[] args) throws Exception {
    String verb = args.length == 0 ? "" : args[0];
    if (verb.isEmpty() || verb.equals("help") || verb.equals("--help") || verb.equals("-h")) {
      usage(verb.isEmpty() ? System.err : System.out);
      return verb.isEmpty() ? VerbTool.USAGE : 0;
    }
    if (verb.equals("--version")) {
      System.out.println("neardup " + StageMetadata.version());
      return 0;
    }
    if (!VERBS.containsKey(verb)) {
      System.err.println("neardup: there is no verb " + verb);
      usage(System.err);
      return VerbTool.USAGE;
    }
    String[] rest = genericOptionsFirst(Arrays.copyOfRange(args, 1, args.length));
    try {
      CommandLineKeys.requireValues(rest);
      ConfigurationFiles.check(rest);
    } catch (UsageException e) {
      System.err.println("neardup " + verb + ": " + e.getMessage());
      return VerbTool.USAGE;
    }
    return ToolRunner.run(new JobConf(), VERBS.get(verb).get(), rest);
  }

  /** Returns a command of this name that has all verbs below it, for pages that describe them. */
  static CommandLine verbs(String name) {
    CommandLine all = new CommandLine(CommandSpec.create().name(name));
    VERBS.forEach((verb, tool) -> all.addSubcommand(verb, tool.get().commandLine()));
    return all;
  }

  /** Returns the command before a verb: the script that started this process, if any. */
  static String command() {
    return System.getenv().getOrDefault("NEARDUP_COMMAND", HADOOP_JAR);
  }

  /**
   * Moves Hadoop's generic options before all others, where {@link ToolRunner} looks for them, so
   * that they may stand anywhere.
   */
  static String[] genericOptionsFirst(String[] args) {
    List<String> generic = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      if (GENERIC_WITH_VALUE.contains(args[i]) && i + 1 < args.length) {
        generic.add(args[i]);
        i++;
        generic.add(args[i]);
      } else if (args[i].startsWith("-D") && args[i].length() > 2) {
        generic.add(args[i]);
      } else {
        others.add(args[i]);
      }
    }
    generic.addAll(others);
    return generic.toArray(new String[0]);
  }

  private static void usage(PrintStream out) {
    out.println("Near-duplicate detection for document collections in HDFS.");
    out.println();
    out.println("usage: " + command() + " VERB [-Dkey=value …] [OPTIONS] ARGUMENTS");
    out.println();
    VERBS.forEach(
        (name, tool) ->
            out.println(String.format(Locale.ROOT, "  %-15s %s", name, tool.get().description())));
    out.println();
    out.println("VERB --help explains a verb; keys lists all neardup.* keys.");
  }
}
