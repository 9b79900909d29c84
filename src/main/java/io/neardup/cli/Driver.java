package io.neardup.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.neardup.config.Quantity;
import io.neardup.config.UsageException;
import io.neardup.hadoop.output.StageMetadata;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.ToolRunner;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ScopeType;

/**
 * The driver: {@code hadoop jar neardup.jar VERB …}. Exit status 0 if the verb succeeded, 1 if it
 * failed, 2 if it was used wrongly, 3 if it succeeded but a condition of {@code --fail-if} was
 * crossed. All verbs inherit the attributes of this command.
 */
@Command(
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    usageHelpWidth = Driver.USAGE_WIDTH,
    sortOptions = false,
    synopsisHeading = "%nusage: ",
    optionListHeading = "%n",
    parameterListHeading = "%n",
    commandListHeading = "%n",
    footerHeading = "%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:success",
      "1:failure",
      "2:wrong usage: key, argument or input",
    })
public class Driver {

  /** The command before a verb, as written in the examples of the verbs. */
  static final String HADOOP_JAR = "hadoop jar neardup.jar";

  /** Generic options of Hadoop that take the next argument as their value. */
  static final Set<String> GENERIC_WITH_VALUE =
      Set.of("-conf", "-fs", "-jt", "-files", "-libjars", "-archives", "-tokenCacheFile", "-D");

  /** Width of the help, in characters: no example wraps, so users can copy it unchanged. */
  static final int USAGE_WIDTH = 110;

  /** The command that has all verbs as its subcommands. */
  @Command(
      subcommands = {
        PipelineCommand.class,
        IngestCommand.class,
        StageVerbs.StopShingles.class,
        StageVerbs.ShingleSort.class,
        StageVerbs.BandBucket.class,
        StageVerbs.CandidateList.class,
        StageVerbs.Verify.class,
        StageVerbs.Cluster.class,
        StageVerbs.Dedup.class,
        AddCommand.class,
        DropCommand.class,
        CompactCommand.class,
        ListCommand.class,
        LookupCommand.class,
        ReportCommand.class,
        CompareCommand.class,
        CorpusCommand.class,
        ExplainCommand.class,
        TuneCommand.class,
        ExportCommand.class,
        AuditCommand.class,
        SCurveCommand.class,
        KeysCommand.class
      })
  static final class WithVerbs extends Driver {}

  Driver() {}

  /** Runs a verb and exits with its status. */
  public static void main(String[] args) throws Exception {
    boolean toTerminal = mayBeTerminal(Path.of("/proc/self/fd/1"));
    if (!toTerminal) { // whatever the locale
      System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8));
    }
    System.exit(run(args, toTerminal));
  }

  /** Returns whether an open file may be a terminal: it is no file, pipe or socket. */
  private static boolean mayBeTerminal(Path open) {
    try {
      return !Files.isRegularFile(open)
          && !Files.readSymbolicLink(open).toString().matches("(pipe|socket):.*");
    } catch (IOException e) { // not on this system
      return true;
    }
  }

  /**
   * Runs a verb and returns its exit status.
   *
   * @param toTerminal whether standard output may be a terminal, which no text may command
   */
  static int run(String[] args, boolean toTerminal) throws Exception {
    // Hadoop writes numbers in the names of files with the digits of this locale.
    Locale.setDefault(Locale.ROOT);
    PrintStream out = System.out;
    PrintStream err = System.err;
    System.setOut(toTerminal ? PrintableStream.to(out) : out);
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
    CommandLine verbs = only(verb);
    if (verbs.getSubcommands().isEmpty()) {
      System.err.println("neardup: there is no verb " + verb);
      usage(System.err);
      return VerbTool.USAGE;
    }
    String[] rest = genericOptionsFirst(Arrays.copyOfRange(args, 1, args.length));
    try {
      Arguments.check(rest);
    } catch (UsageException e) {
      System.err.println("neardup " + verb + ": " + e.getMessage());
      return VerbTool.USAGE;
    }
    return ToolRunner.run(new JobConf(), new VerbTool(verbs, verb), rest);
  }

  /** Returns a command that has one verb, or none if there is no such verb: it starts faster. */
  private static CommandLine only(String verb) {
    CommandLine verbs = new CommandLine(new Driver());
    Stream.of(WithVerbs.class.getAnnotation(Command.class).subcommands())
        .filter(type -> type.getAnnotation(Command.class).name().equals(verb))
        .forEach(verbs::addSubcommand);
    return named(verbs);
  }

  /** Returns the command that has all verbs as its subcommands. */
  static CommandLine verbs() {
    return named(new CommandLine(new WithVerbs()));
  }

  private static CommandLine named(CommandLine verbs) {
    verbs.setCommandName(command());
    introduce(verbs, command());
    return verbs;
  }

  /** Sets what no annotation can have, as it depends on how this process was started. */
  private static void introduce(CommandLine line, String command) {
    line.getCommandSpec().version("neardup " + StageMetadata.version());
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    usage.footer(
        Arrays.stream(usage.footer())
            .map(text -> text.replace(HADOOP_JAR, command.replace("%", "%%")))
            .toArray(String[]::new));
    line.getSubcommands().values().forEach(verb -> introduce(verb, command));
  }

  /** Returns the command before a verb: the script that started this process, if any. */
  static String command() {
    return System.getenv().getOrDefault("NEARDUP_COMMAND", HADOOP_JAR);
  }

  /** In place of {@code --}, after which options are arguments: Hadoop would drop it. */
  static final String END_OF_OPTIONS = "\0--";

  /**
   * Moves Hadoop's generic options before all others, where {@link ToolRunner} looks for them, so
   * that they may stand anywhere before the {@link #END_OF_OPTIONS}.
   */
  static String[] genericOptionsFirst(String[] args) {
    List<String> generic = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("--")) {
        others.add(END_OF_OPTIONS);
        others.addAll(Arrays.asList(args).subList(i + 1, args.length));
        break;
      }
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
    verbs()
        .getSubcommands()
        .forEach(
            (name, verb) ->
                out.println(
                    Quantity.format(
                        "  %-15s %s",
                        name, verb.getCommandSpec().usageMessage().description()[0])));
    out.println();
    out.println("VERB --help explains a verb; keys lists all neardup.* keys.");
  }
}
