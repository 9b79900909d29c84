package io.neardup.hadoop.job;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what YARN says of a task that failed. */
final class TaskDiagnostics {

  /** The end of what the process of a container wrote, up to the next message of the node. */
  private static final Pattern STDERR =
      Pattern.compile("bytes of stderr :(.*?)(?=^\\[|\\z)", Pattern.DOTALL | Pattern.MULTILINE);

  private static final int MAX_LINES = 3;

  /** Exceptions of documents, keys and files; those of servers and networks may pass. */
  private static final Pattern RECURRING =
      Pattern.compile("(Error: )?(io\\.neardup\\.|java\\.(?!net\\.))[\\w.$]*Exception\\b.*");

  private TaskDiagnostics() {}

  /**
   * Returns the error of the task in one line: its exception without the stack trace, or the last
   * lines that its process wrote, if it died.
   */
  static String error(String diagnostics) {
    Matcher stderr = STDERR.matcher(diagnostics);
    if (stderr.find()) {
      List<String> lines = stderr.group(1).lines().filter(line -> !line.isBlank()).toList();
      if (!lines.isEmpty()) {
        return String.join(
            "; ", lines.subList(Math.max(0, lines.size() - MAX_LINES), lines.size()));
      }
    }
    return diagnostics.lines().findFirst().orElse("");
  }

  /** Returns whether the task would fail with an error again. */
  static boolean recurs(String error) {
    return RECURRING.matcher(error).matches();
  }
}
