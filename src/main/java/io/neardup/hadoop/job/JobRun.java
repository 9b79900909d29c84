package io.neardup.hadoop.job;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.neardup.config.Quantity;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.embedded.LocalFailures;
import io.neardup.hadoop.embedded.LocalRunner;
import io.neardup.hadoop.output.StageFailedException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.util.ShutdownHookManager;

/** Runs one job to its end, prints progress lines, and reports the reason if it fails. */
final class JobRun {

  private static final long PROGRESS_MILLIS = 5_000;

  /** Number of task completion events fetched at a time. */
  private static final int EVENTS = 1_000;

  /** The end of what the process of a container wrote, up to the next message of the node. */
  private static final Pattern STDERR =
      Pattern.compile("bytes of stderr :(.*?)(?=^\\[|\\z)", Pattern.DOTALL | Pattern.MULTILINE);

  private static final int MAX_LINES = 3;

  /** Whether progress lines say how long the job still takes. */
  static final String TIME_LEFT = "neardup-internal.job.time-left";

  /** The share of a job that must be done before its time is estimated. */
  private static final double LEAST_DONE = 0.05;

  private final Job job;
  private final Consumer<String> progress;
  private final String part; // which job of a stage of several, with a colon

  /** Takes a job, and what takes its progress lines. */
  JobRun(Job job, Consumer<String> progress) {
    this.job = job;
    this.progress = progress;
    // "comparison: " of "neardup verify, comparison"
    int comma = job.getJobName().indexOf(", ");
    this.part = comma < 0 ? "" : job.getJobName().substring(comma + 2) + ": ";
  }

  /**
   * Runs the job and returns its counters; StageFailedException if the job fails, or if this thread
   * is interrupted; then the job is killed.
   */
  Counters run() throws IOException {
    Runnable killing = this::kill;
    EmbeddedDefaults.makeTemporary(job.getConfiguration());
    try (LocalFailures failures = LocalFailures.listen(job.getConfiguration())) {
      job.submit();
      announce();
      // Jobs on a cluster outlive their client. Before Hadoop closes its file systems.
      int priority = FileSystem.SHUTDOWN_HOOK_PRIORITY + 1;
      ShutdownHookManager.get().addShutdownHook(killing, priority, shutdownSeconds(), SECONDS);
      watch();
      if (!job.isSuccessful() && ShutdownHookManager.get().isShutdownInProgress()) {
        throw interrupted(); // it was killed
      }
      Counters counters = job.getCounters();
      if (!job.isSuccessful()) {
        if (isEmbedded()) {
          EmbeddedDefaults.silenceOpenFiles();
        }
        String why = job.getStatus().getFailureInfo();
        Optional<String> logged = failures.reason(job.getJobID());
        String reason = logged.isPresent() ? logged.get() : errorOfTask();
        throw new StageFailedException(
            StageFailedException.plain(
                    job.getJobName()
                        + " failed ("
                        + job.getJobID()
                        + ")"
                        + (why == null || why.isEmpty() || why.equals("NA")
                            ? ""
                            : ": " + why.strip())
                        + (reason.isEmpty() ? "" : "\n" + reason))
                + (isEmbedded()
                    ? ""
                    : "\nlogs of its tasks: yarn logs -applicationId " + application()));
      }
      return counters;
    } catch (InterruptedException e) {
      job.killJob();
      Thread.currentThread().interrupt();
      throw interrupted();
    } catch (ClassNotFoundException e) {
      throw new StageFailedException(job.getJobName() + ": " + e.getMessage());
    } finally {
      EmbeddedDefaults.deleteTemporary(job.getConfiguration());
      if (!ShutdownHookManager.get().isShutdownInProgress()) {
        ShutdownHookManager.get().removeShutdownHook(killing);
      }
    }
  }

  private StageFailedException interrupted() {
    return new StageFailedException(job.getJobName() + " was interrupted");
  }

  /** Asked of this configuration; otherwise Hadoop reads one for it. */
  private long shutdownSeconds() {
    return job.getConfiguration()
        .getTimeDuration(
            CommonConfigurationKeys.SERVICE_SHUTDOWN_TIMEOUT,
            CommonConfigurationKeys.SERVICE_SHUTDOWN_TIMEOUT_DEFAULT,
            SECONDS);
  }

  private boolean isEmbedded() {
    return LocalRunner.isUsed(job.getConfiguration());
  }

  private String application() {
    return job.getJobID().toString().replaceFirst("^job", "application");
  }

  private void kill() {
    if (isEmbedded()) { // it ends with this process
      EmbeddedDefaults.deleteTemporary(job.getConfiguration());
    } else {
      progress.accept("ending " + job.getJobID());
      try {
        job.killJob();
      } catch (IOException e) {
        progress.accept("it may still run: yarn application -kill " + application());
      }
    }
  }

  /** Returns the error of the last task that failed; empty if none is known. */
  private String errorOfTask() throws InterruptedException {
    try {
      String error = "";
      for (int from = 0; ; ) {
        TaskCompletionEvent[] events = job.getTaskCompletionEvents(from, EVENTS);
        for (TaskCompletionEvent event : events) {
          if (event.getStatus() == TaskCompletionEvent.Status.FAILED
              || event.getStatus() == TaskCompletionEvent.Status.TIPFAILED) {
            String[] said = job.getTaskDiagnostics(event.getTaskAttemptId());
            error = said.length == 0 ? error : error(said[0]);
          }
        }
        if (events.length == 0) {
          return error;
        }
        from += events.length;
      }
    } catch (IOException e) {
      return ""; // the job's failure is reported in any case
    }
  }

  /**
   * Returns the error of a task in one line, by what YARN says of it: its exception without the
   * stack trace, or the last lines that its process wrote, if it died.
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

  /** Says which job begins, and with how many tasks; embedded, they are as many as the cores. */
  private void announce() {
    if (!isEmbedded()) {
      progress.accept(
          Quantity.format(
              "%s%s, map tasks: %d, reduce tasks: %d",
              part, job.getJobID(), JobWork.maps(job), job.getNumReduceTasks()));
    }
  }

  private void watch() throws IOException, InterruptedException {
    long poll = job.getConfiguration().getInt(Job.PROGRESS_MONITOR_POLL_INTERVAL_KEY, 1000);
    long start = System.nanoTime();
    long last = start;
    String lastLine = "";
    while (!job.isComplete()) {
      Thread.sleep(poll);
      if (System.nanoTime() - last > PROGRESS_MILLIS * 1_000_000) {
        last = System.nanoTime();
        String line =
            Quantity.format(
                "%smap %.0f%%, reduce %.0f%%%s",
                part,
                100 * job.mapProgress(),
                100 * job.reduceProgress(),
                timeLeft((last - start) / 1e9));
        if (!line.equals(lastLine)) {
          progress.accept(line);
          lastLine = line;
        }
      }
    }
  }

  private String timeLeft(double seconds) throws IOException {
    if (!job.getConfiguration().getBoolean(TIME_LEFT, false)) {
      return "";
    }
    double maps = job.mapProgress();
    return timeLeft(maps, job.getNumReduceTasks() == 0 ? maps : job.reduceProgress(), seconds);
  }

  /** Returns how long a job still takes if it goes on as it did; empty if that is not known. */
  static String timeLeft(double maps, double reduces, double seconds) {
    double done = (maps + reduces) / 2;
    // All maps seem done, too, when one has just ended in this process.
    return done > LEAST_DONE && done < 1 && (maps < 1 || reduces > 0)
        ? ", about " + Quantity.time(seconds / done - seconds) + " left"
        : "";
  }
}
