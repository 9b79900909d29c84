package io.neardup.hadoop.job;

import io.neardup.hadoop.embedded.LocalFailures;
import io.neardup.hadoop.embedded.LocalRunner;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;

/** Runs one job to its end, prints progress lines, and reports the reason if it fails. */
final class JobRun {

  private static final long PROGRESS_MILLIS = 5_000;

  /** Number of task completion events fetched at a time. */
  private static final int EVENTS = 1_000;

  private final Job job;
  private final Consumer<String> progress;
  private final String part; // which job of a stage of several, with a colon

  /**
   * @param progress takes the lines
   */
  JobRun(Job job, Consumer<String> progress) {
    this.job = job;
    this.progress = progress;
    // "comparison: " of "neardup verify, comparison"
    int comma = job.getJobName().indexOf(", ");
    this.part = comma < 0 ? "" : job.getJobName().substring(comma + 2) + ": ";
  }

  /**
   * Runs the job and returns its counters.
   *
   * @throws StageFailedException if the job fails, or if this thread is interrupted; then the job
   *     is killed
   */
  Counters run() throws IOException {
    try (LocalFailures failures = LocalFailures.listen(job.getConfiguration())) {
      job.submit();
      announce();
      watch();
      Counters counters = job.getCounters();
      if (!job.isSuccessful()) {
        String why = job.getStatus().getFailureInfo();
        throw new StageFailedException(
            job.getJobName()
                + " failed ("
                + job.getJobID()
                + ")"
                + (why == null || why.isEmpty() || why.equals("NA") ? "" : ": " + why.strip())
                + failures.reason(job.getJobID()).map(said -> "\n" + said).orElse(reason()));
      }
      return counters;
    } catch (InterruptedException e) {
      job.killJob();
      Thread.currentThread().interrupt();
      throw new StageFailedException(job.getJobName() + " was interrupted");
    } catch (ClassNotFoundException e) {
      throw new StageFailedException(job.getJobName() + ": " + e.getMessage());
    }
  }

  /** Returns the diagnostics of the last failed task, on a line of their own; empty if none. */
  private String reason() throws InterruptedException {
    try {
      String reason = "";
      for (int from = 0; ; ) {
        TaskCompletionEvent[] events = job.getTaskCompletionEvents(from, EVENTS);
        for (TaskCompletionEvent event : events) {
          if (event.getStatus() == TaskCompletionEvent.Status.FAILED
              || event.getStatus() == TaskCompletionEvent.Status.TIPFAILED) {
            String[] said = job.getTaskDiagnostics(event.getTaskAttemptId());
            // A stack trace follows.
            reason = said.length == 0 ? reason : "\n" + said[0].lines().findFirst().orElse("");
          }
        }
        if (events.length == 0) {
          return reason;
        }
        from += events.length;
      }
    } catch (IOException e) {
      return ""; // the job's failure is reported in any case
    }
  }

  /** Says which job begins, and with how many tasks; embedded, they are as many as the cores. */
  private void announce() {
    if (!LocalRunner.isUsed(job.getConfiguration())) {
      progress.accept(
          String.format(
              Locale.ROOT,
              "%s%s, map tasks: %d, reduce tasks: %d",
              part,
              job.getJobID(),
              JobWork.maps(job),
              job.getNumReduceTasks()));
    }
  }

  private void watch() throws IOException, InterruptedException {
    long poll = job.getConfiguration().getInt(Job.PROGRESS_MONITOR_POLL_INTERVAL_KEY, 1000);
    long last = System.nanoTime();
    String lastLine = "";
    while (!job.isComplete()) {
      Thread.sleep(poll);
      if (System.nanoTime() - last > PROGRESS_MILLIS * 1_000_000) {
        last = System.nanoTime();
        String line =
            String.format(
                Locale.ROOT,
                "%smap %.0f%%, reduce %.0f%%",
                part,
                100 * job.mapProgress(),
                100 * job.reduceProgress());
        if (!line.equals(lastLine)) {
          progress.accept(line);
          lastLine = line;
        }
      }
    }
  }
}
