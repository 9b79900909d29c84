package io.neardup.cli;

import io.neardup.config.UsageException;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.format.StorageException;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.HadoopSettings;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Tool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/** A verb as a Hadoop tool: parses its own arguments and turns errors into messages. */
final class VerbTool extends Configured implements Tool {

  /** Exit status of a failure. */
  static final int FAILURE = 1;

  /** Exit status of wrong usage. */
  static final int USAGE = 2;

  /** Exit status of a run that did its work but crossed a condition of {@code --fail-if}. */
  static final int CROSSED = 3;

  private static final Logger LOG = LoggerFactory.getLogger(VerbTool.class);

  private final CommandLine verbs;
  private final CommandSpec verb;
  private final Thread interruption = new Thread(() -> System.err.println(interrupted()));

  /**
   * Creates the tool of a verb.
   *
   * @param verbs the command that has it as a subcommand
   */
  VerbTool(CommandLine verbs, String verb) {
    this.verbs = verbs;
    this.verb = verbs.getSubcommands().get(verb).getCommandSpec();
    verbs.registerConverter(Path.class, this::path);
    verbs.setExecutionStrategy(this::execute);
    verbs.setExecutionExceptionHandler((e, line, parsed) -> report(e));
  }

  /** Runs what the user wants, unless that is help, after checking keys and names of folders. */
  private int execute(ParseResult parsed) {
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    try {
      if (verb.userObject() instanceof Configurable) {
        HadoopSettings.of(getConf()); // refuses wrong keys before reading any input
        checkFolders(parsed);
      }
    } catch (IOException | RuntimeException e) {
      return report(e);
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  /**
   * Checks the paths that a verb reads and writes: their hosts, and the names of folders; of a list
   * that is the last.
   */
  private void checkFolders(ParseResult parsed) throws IOException {
    ParseResult innermost = parsed;
    while (innermost.hasSubcommand()) {
      innermost = innermost.subcommand();
    }
    for (ArgSpec argument : innermost.matchedPositionals()) {
      Object value = argument.getValue();
      List<?> all = value instanceof List<?> list ? list : Collections.singletonList(value);
      for (Object one : all) {
        if (one instanceof Path path) {
          Arguments.checkHost(getConf(), path);
        }
      }
      if (all.get(all.size() - 1) instanceof Path folder) {
        Arguments.checkFolder(getConf(), folder);
      }
    }
  }

  /** Returns a path that is not empty, as Hadoop has {@code .} and {@code a/..}. */
  private Path path(String text) throws IOException {
    try {
      Path path = HadoopSettings.path(text);
      return path.toString().isEmpty() ? FileSystem.get(getConf()).getWorkingDirectory() : path;
    } catch (UsageException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  @Override
  public int run(String[] args) {
    Runtime.getRuntime().addShutdownHook(interruption);
    try {
      return runToItsEnd(args);
    } finally {
      removeHook();
    }
  }

  /** Returns whether the hook will not run; false if this process is being ended already. */
  private boolean removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(interruption);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /** Returns what is said after Ctrl-C. */
  private String interrupted() {
    return "neardup "
        + verb.name()
        + ": interrupted. "
        + (verb.findOption("--resume") == null
            ? "Run the same command again"
            : "Run the same command with --resume, which keeps complete stages, or without it if"
                + " there is nothing to resume");
  }

  private int runToItsEnd(String[] args) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      if (verb.userObject() instanceof Configurable configurable) {
        Arguments.warn(getConf(), System.err);
        EmbeddedDefaults.apply(getConf());
        thread.setContextClassLoader(getConf().getClassLoader());
        if (Ansi.AUTO.enabled()) { // a person at a terminal
          StageContext.sayTimeLeft(getConf());
        }
        configurable.setConf(getConf());
      }
      return verbs.execute(
          Stream.concat(Stream.of(verb.name()), Stream.of(args))
              .map(arg -> arg.equals(Driver.END_OF_OPTIONS) ? "--" : arg)
              .toArray(String[]::new));
    } catch (RuntimeException e) {
      return report(e);
    } catch (FSError e) { // of a local disk, such as a full one
      return report(new IOException(e.getCause().getMessage(), e));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private int report(Exception e) {
    LOG.debug("{} failed", verb.name(), e);
    if (!removeHook()) {
      return FAILURE; // because its jobs were killed
    }
    String who = "neardup " + verb.name() + ": ";
    if (e instanceof UsageException) {
      System.err.println(who + e.getMessage());
      return USAGE;
    }
    System.err.println(who + message(e));
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
    String message = e instanceof RuntimeException ? e.toString() : StorageException.reason(e);
    // A server's message contains its stack trace.
    return message.split("\n\\s+at ", 2)[0];
  }
}
