package io.neardup.cli;

import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.CorpusChangedException;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.job.StageFailedException;
import io.neardup.hadoop.job.StageMetadata;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Tool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.TypeConversionException;

/** A verb as a Hadoop tool: parses its own arguments and turns errors into messages. */
final class VerbTool extends Configured implements Tool {

  /** Exit status of a failure. */
  static final int FAILURE = 1;

  /** Exit status of wrong usage. */
  static final int USAGE = 2;

  /** Exit status of a run that did its work but crossed a condition of {@code --fail-if}. */
  static final int CROSSED = 3;

  /** Width of the help, in characters: no example wraps, so users can copy it unchanged. */
  private static final int USAGE_WIDTH = 110;

  private static final Logger LOG = LoggerFactory.getLogger(VerbTool.class);

  private final CommandLine commandLine;

  VerbTool(Callable<Integer> command) {
    commandLine = new CommandLine(command);
    introduce(commandLine);
    commandLine.getSubcommands().values().forEach(VerbTool::introduce);
    commandLine.setUsageHelpWidth(USAGE_WIDTH);
    commandLine.registerConverter(Path.class, this::path);
    commandLine.setExecutionExceptionHandler((e, line, parsed) -> report(e));
  }

  /** Sets version, synopsis and footer of the help; a subcommand does not inherit them. */
  private static void introduce(CommandLine line) {
    line.getCommandSpec().version("neardup " + StageMetadata.version());
    String command = Neardup.command().replace("%", "%%");
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    usage.synopsisHeading("%nusage: " + command + " ");
    usage.exitCodeListHeading("%nExit status:%n");
    usage.exitCodeList(exitStatuses(line.getCommandSpec()));
    usage.footer(
        Arrays.stream(usage.footer())
            .map(text -> text.replace(Neardup.HADOOP_JAR, command))
            .toArray(String[]::new));
  }

  /** Returns what the exit statuses of a verb mean. */
  private static Map<String, String> exitStatuses(CommandSpec spec) {
    Map<String, String> statuses = new LinkedHashMap<>();
    statuses.put("0", "success");
    statuses.put(String.valueOf(FAILURE), "failure");
    statuses.put(String.valueOf(USAGE), "wrong usage: key, argument or input");
    if (spec.findOption(FailIf.OPTION) != null) {
      statuses.put(String.valueOf(CROSSED), "a condition of " + FailIf.OPTION + " was crossed");
    }
    return statuses;
  }

  /** Returns a path that is not empty, as Hadoop has {@code .} and {@code a/..}. */
  private Path path(String text) throws IOException {
    try {
      Path path = new Path(text);
      return path.toString().isEmpty() ? FileSystem.get(getConf()).getWorkingDirectory() : path;
    } catch (IllegalArgumentException e) { // parsed as scheme:path
      throw new TypeConversionException(
          "'" + text + "' is not a path; write ./ or the full path before a name with a colon");
    }
  }

  /** Returns what the verb and its options are. */
  CommandLine commandLine() {
    return commandLine;
  }

  String description() {
    return commandLine.getCommandSpec().usageMessage().description()[0];
  }

  @Override
  public int run(String[] args) {
    Thread interruption = new Thread(() -> System.err.println(interrupted()));
    Runtime.getRuntime().addShutdownHook(interruption);
    try {
      return runToItsEnd(args);
    } finally {
      removeHook(interruption);
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // it runs
    }
  }

  /** Returns what is said after Ctrl-C. */
  private String interrupted() {
    return "neardup "
        + commandLine.getCommandName()
        + ": interrupted. "
        + (commandLine.getCommandSpec().findOption("--resume") == null
            ? "Run the same command again"
            : "Complete stages stay; run the same command with --resume to continue after them");
  }

  private int runToItsEnd(String[] args) {
    try {
      if (commandLine.getCommand() instanceof Configurable configurable) {
        CommandLineKeys.warn(getConf(), System.err);
        EmbeddedDefaults.apply(getConf());
        configurable.setConf(getConf());
      }
      return commandLine.execute(args);
    } catch (IOException | RuntimeException e) {
      return report(e);
    } catch (FSError e) { // of a local disk, such as a full one
      return report(new IOException(e.getCause().getMessage(), e));
    }
  }

  private int report(Exception e) {
    LOG.debug("{} failed", commandLine.getCommandName(), e);
    String verb = "neardup " + commandLine.getCommandName() + ": ";
    if (e instanceof UsageException) {
      System.err.println(verb + e.getMessage());
      return USAGE;
    }
    System.err.println(verb + message(e));
    return FAILURE;
  }

  /** Returns a message for the user; for an unexpected exception, it includes the class name. */
  static String message(Exception e) {
    if (e.getCause() instanceof IOException io && !(e instanceof IOException)) {
      return message(io);
    }
    if (e instanceof InvalidPathException) {
      return e.getMessage() + " (Java does not read file names as UTF-8 here: set LC_ALL=C.UTF-8)";
    }
    boolean said =
        e instanceof StageFailedException
            || e instanceof CorpusChangedException
            || (e instanceof IOException && String.valueOf(e.getMessage()).contains(" "));
    // A server's message contains its stack trace.
    return (said ? e.getMessage() : e.toString()).split("\n\\s+at ", 2)[0];
  }
}
