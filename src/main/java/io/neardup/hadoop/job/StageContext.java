package io.neardup.hadoop.job;

import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.embedded.LocalRunner;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.security.TokenCache;

/** What the run of one stage has at hand: configuration, progress lines, counts so far. */
public final class StageContext implements AutoCloseable {

  private static final long PROGRESS_MILLIS = 5_000;

  /** Task completion events that are asked for at a time. */
  private static final int EVENTS = 1_000;

  private final Configuration conf;
  private final PrintStream progress;
  private final String label;
  private final boolean overwrite;
  private final long startNanos = System.nanoTime();
  private final Map<String, Long> counts = new TreeMap<>();
  private final JobWork work = new JobWork();
  private final OwnedFolder pipelineOutput; // null for a verb of its own
  private OwnedFolder taken;
  private Map<String, String> provenance;

  /**
   * @param conf the user's configuration; changed by {@link #inherit}
   * @param progress where progress lines go
   * @param label what they begin with
   * @param overwrite whether an existing output of ours may be replaced
   */
  public StageContext(Configuration conf, PrintStream progress, String label, boolean overwrite) {
    this(conf, progress, label, overwrite, null);
  }

  private StageContext(
      Configuration conf,
      PrintStream progress,
      String label,
      boolean overwrite,
      OwnedFolder pipelineOutput) {
    this.conf = conf;
    this.progress = progress;
    this.label = label;
    this.overwrite = overwrite;
    this.pipelineOutput = pipelineOutput;
  }

  /** Returns the context of a stage of a pipeline, which has taken the folder of its output. */
  public static StageContext ofPipeline(
      Configuration conf, PrintStream progress, String label, OwnedFolder output) {
    return new StageContext(conf, progress, label, true, output);
  }

  /** Returns the configuration. */
  public Configuration conf() {
    return conf;
  }

  /** Returns the settings in the configuration. */
  public Settings settings() {
    return HadoopSettings.of(conf);
  }

  /** Returns the metadata of a whole input and takes over the configuration that decided it. */
  public StageMetadata inherit(Path input, Stage stage) throws IOException {
    StageFolder folder = new StageFolder(conf, input);
    StageMetadata metadata = folder.require(stage);
    folder.requireFiles();
    StageFolder.inherit(conf, folder.path(), metadata);
    return metadata;
  }

  /** Fails if two inputs do not belong to the same corpus. */
  public static void requireSameCorpus(
      Path one, StageMetadata metadata, Path other, StageMetadata otherMetadata) {
    if (!metadata.corpus().equals(otherMetadata.corpus())) {
      throw new UsageException(
          one
              + " and "
              + other
              + " were made from different corpora: give outputs of one corpus, or make "
              + other
              + " again");
    }
  }

  /**
   * Takes the folder of the stage's output, which nobody else writes to until the context is
   * closed. A result that was never finished is deleted.
   *
   * @throws UsageException if it exists and may not be replaced, or another run is at work there
   */
  public StageOutput newOutput(Path path, Stage stage) throws IOException {
    StageOutput.requireFree(conf, path, stage.verb(), overwrite);
    OwnedFolder folder = take(path, stage);
    StageOutput.requireFree(conf, path, stage.verb(), overwrite); // it may have changed meanwhile
    return StageOutput.in(folder, conf);
  }

  /**
   * Takes a folder for a stage until the context is closed.
   *
   * @throws UsageException if it is not ours, or another run is at work there
   */
  public OwnedFolder take(Path path, Stage stage) throws IOException {
    provenance = Provenance.of(conf, settings(), stage);
    if (pipelineOutput != null) {
      taken = pipelineOutput.takeInside(path, stage.verb());
    } else {
      taken = OwnedFolder.take(conf, path, stage.verb(), progress);
      OrphanedJobs.mark(conf, taken.locked());
    }
    return taken;
  }

  /** Releases the output; what was not completed is removed. */
  @Override
  public void close() throws IOException {
    if (taken != null) {
      taken.close();
    }
  }

  private StageFailedException failure(String message) throws IOException {
    close();
    return new StageFailedException(message);
  }

  /** Returns a job with what all our jobs share. */
  public Job newJob(String name, int reducers, Path... alsoRead) throws IOException {
    Job job = Job.getInstance(conf, "neardup " + name);
    if (!LocalRunner.isUsed(conf)) { // where it would be copied and never read
      job.setJarByClass(StageContext.class);
    }
    job.setNumReduceTasks(reducers);
    Configuration jobConf = job.getConfiguration();
    // Part files are read by position, and success is ours to mark, once the counts balance.
    jobConf.setBoolean("mapreduce.output.fileoutputformat.compress", false);
    jobConf.setBoolean("mapreduce.fileoutputcommitter.marksuccessfuljobs", false);
    TokenCache.obtainTokensForNamenodes(job.getCredentials(), alsoRead, jobConf);
    return job;
  }

  /**
   * Returns how many reduce tasks a job gets: as configured; else, embedded, one a core, and on a
   * cluster one for each so many bytes of input.
   */
  public int reducers(long inputBytes) {
    return Reducers.choose(conf, inputBytes);
  }

  /** Runs a job to its end, with progress lines, and adds its counters. */
  public Counters run(Job job) throws IOException {
    try {
      job.submit();
      announce(job);
      watch(job);
      Counters counters = job.getCounters();
      if (!job.isSuccessful()) {
        JobStatus status = job.getStatus();
        String why = status.getFailureInfo();
        throw failure(
            job.getJobName()
                + " failed ("
                + job.getJobID()
                + ")"
                + (why == null || why.isEmpty() || why.equals("NA") ? "" : ": " + why.strip())
                + reason(job));
      }
      for (CounterGroup group : counters) {
        if (group.getName().startsWith("io.neardup.")) {
          for (Counter counter : group) {
            counts.merge(counter.getName(), counter.getValue(), Long::sum);
          }
        }
      }
      work.add(job, counters);
      return counters;
    } catch (InterruptedException e) {
      job.killJob();
      Thread.currentThread().interrupt();
      throw failure(job.getJobName() + " was interrupted");
    } catch (ClassNotFoundException e) {
      throw failure(job.getJobName() + ": " + e.getMessage());
    }
  }

  /** Returns what the last task that failed said of it, on a line of its own; or nothing. */
  private static String reason(Job job) throws InterruptedException {
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
      return ""; // the job's failure is what matters, and is told
    }
  }

  /** Says which job begins, and with how many tasks; embedded, they are as many as the cores. */
  private void announce(Job job) {
    if (LocalRunner.isUsed(conf)) {
      return;
    }
    progress(
        String.format(
            Locale.ROOT,
            "%s%s, map tasks: %d, reduce tasks: %d",
            part(job),
            job.getJobID(),
            JobWork.maps(job),
            job.getNumReduceTasks()));
  }

  /**
   * Returns which job of a stage of several it is: "comparison: " of "neardup verify, comparison".
   */
  private static String part(Job job) {
    int comma = job.getJobName().indexOf(", ");
    return comma < 0 ? "" : job.getJobName().substring(comma + 2) + ": ";
  }

  private void watch(Job job) throws IOException, InterruptedException {
    long poll = conf.getInt(Job.PROGRESS_MONITOR_POLL_INTERVAL_KEY, 1000);
    long last = System.nanoTime();
    String lastLine = "";
    String part = part(job);
    while (!job.isComplete()) {
      Thread.sleep(poll);
      if (System.nanoTime() - last > PROGRESS_MILLIS * 1_000_000) {
        last = System.nanoTime();
        String line =
            String.format(
                Locale.ROOT,
                "%s %smap %.0f%%, reduce %.0f%%",
                label,
                part,
                100 * job.mapProgress(),
                100 * job.reduceProgress());
        if (!line.equals(lastLine)) {
          progress.println(line);
          lastLine = line;
        }
      }
    }
  }

  /** Returns a counter of all jobs of the stage so far. */
  public long count(Enum<?> counter) {
    return counts.getOrDefault(counter.name(), 0L);
  }

  /** Fails the stage if two numbers that must be equal are not. */
  public void balance(String what, long left, long right) throws IOException {
    if (left != right) {
      throw failure(label + " does not balance: " + what + ": " + left + " against " + right);
    }
  }

  /** Marks an output complete, prints the stage's closing line and returns its metadata. */
  public StageMetadata complete(
      StageFolder output, Stage stage, String corpus, Map<String, String> facts, String closing)
      throws IOException {
    double seconds = seconds();
    Map<String, String> now = Provenance.of(conf, settings(), stage);
    String difference = provenance == null ? "" : Provenance.difference(provenance, now);
    if (!difference.isEmpty()) {
      throw failure(label + " what decides the result changed while it was made:" + difference);
    }
    StageMetadata metadata =
        StageMetadata.of(
            stage, settings(), now, corpus, facts, new TreeMap<>(counts), work.numbers(), seconds);
    output.complete(metadata);
    progress.println(String.format(Locale.ROOT, "%s %s  (%.1f s)", label, closing, seconds));
    return metadata;
  }

  /** Completes an output, moves it to its place, and releases it. */
  public StageMetadata complete(
      StageOutput output, Stage stage, String corpus, Map<String, String> facts, String closing)
      throws IOException {
    StageMetadata metadata =
        complete(new StageFolder(conf, output.path()), stage, corpus, facts, closing);
    output.publish();
    output.close();
    return metadata;
  }

  private double seconds() {
    return Math.round((System.nanoTime() - startNanos) / 1e7) / 100.0;
  }

  /** Prints a progress line. */
  public void progress(String line) {
    progress.println(label + " " + line);
  }
}
