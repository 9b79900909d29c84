package io.neardup.hadoop.job;

import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.embedded.LocalRunner;
import io.neardup.hadoop.output.Facts;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.OrphanedJobs;
import io.neardup.hadoop.output.OutputPath;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.OwnerMark;
import io.neardup.hadoop.output.Provenance;
import io.neardup.hadoop.output.StageFailedException;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.output.StageMetadata;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.filecache.ClientDistributedCacheManager;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;

/** The state of the run of one stage: configuration, progress output, counters so far. */
public final class StageContext implements AutoCloseable {

  private final Configuration conf;
  private final PrintStream progress;
  private final String label;
  private final boolean overwrite;
  private final long startNanos = System.nanoTime();
  private final Map<String, Long> counts = new TreeMap<>();
  private final JobWork work = new JobWork();
  private final OwnedFolder pipelineOutput; // null for a verb of its own
  private final List<ConsumerRaisingIOE<OutputPath>> inputs = new ArrayList<>();
  private OwnedFolder taken;
  private Map<String, String> provenance;

  /**
   * @param conf the user's configuration, which is not changed: {@link #inherit} changes a copy
   * @param progress where progress lines go
   * @param label what they begin with
   * @param overwrite whether an existing output of ours may be replaced
   */
  public StageContext(Configuration conf, PrintStream progress, String label, boolean overwrite) {
    this(new Configuration(conf), progress, label, overwrite, null);
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

  /** Lets progress lines say how long a job still takes, in runs with this configuration. */
  public static void sayTimeLeft(Configuration conf) {
    conf.setBoolean(JobRun.TIME_LEFT, true);
  }

  /** Returns a context like this one, for a further output of the same stage of a pipeline. */
  public StageContext another() {
    return new StageContext(conf, progress, label, overwrite, pipelineOutput);
  }

  public Configuration conf() {
    return conf;
  }

  /** Returns the settings in the configuration. */
  public Settings settings() {
    return HadoopSettings.of(conf);
  }

  /** Returns the metadata of a complete input and inherits the configuration that decided it. */
  public StageMetadata inherit(Path input, Stage stage) throws IOException {
    StageFolder folder = new StageFolder(conf, input);
    StageMetadata metadata = folder.require(stage);
    folder.requireFiles();
    StageFolder.inherit(conf, folder.path(), metadata);
    reads(output -> output.requireApart(folder.path()));
    return metadata;
  }

  /** Fails if two inputs do not belong to the same corpus. */
  public static void requireSameCorpus(
      Path one, StageMetadata metadata, Path other, StageMetadata otherMetadata) {
    UsageException.require(
        metadata.corpus().equals(otherMetadata.corpus()),
        "%s and %s were made from different corpora: give outputs of one corpus, or make %2$s again",
        one,
        other);
  }

  /**
   * Takes the folder of the stage's output; until the context is closed, no other process writes to
   * it. An unfinished result is deleted. UsageException if it exists and may not be replaced, or
   * another run is at work there.
   */
  public OwnedFolder newOutput(Path path, Stage stage) throws IOException {
    provenance = Provenance.of(conf, settings(), stage);
    return newOutput(path, stage.verb());
  }

  /**
   * Takes the folder of the output of a verb that is no stage, as {@link #newOutput(Path, Stage)}
   * does; UsageException if it exists and may not be replaced, or another run is at work there.
   */
  public OwnedFolder newOutput(Path path, String verb) throws IOException {
    requireApart(path);
    OwnerMark.requireReplaceable(conf, path, verb, overwrite); // before any waiting
    take(path, verb, false);
    OwnerMark.requireReplaceable(conf, path, verb, overwrite); // nobody changes it now
    taken.beginResult(conf);
    return taken;
  }

  /** Records what checks that an input is apart from this stage's output. */
  public void reads(ConsumerRaisingIOE<OutputPath> requireApart) {
    inputs.add(requireApart);
  }

  /**
   * Checks that an output holds nothing that this stage reads, and does not lie in it;
   * UsageException naming both, if one lies in the other.
   */
  public void requireApart(Path path) throws IOException {
    OutputPath output = new OutputPath(conf, path);
    if (pipelineOutput == null) { // else it makes what it reads
      output.requireApart(settings());
    }
    for (ConsumerRaisingIOE<OutputPath> input : inputs) {
      input.accept(output);
    }
  }

  /** Returns what holds the output at a path and is replaced with it. */
  public OutputPath whole(Path path) throws IOException {
    return new OutputPath(conf, pipelineOutput == null ? path : pipelineOutput.path());
  }

  /**
   * Takes a folder for a stage that adds to it until the context is closed. It may have been copied
   * or moved after it was made. UsageException if it is not ours, or another run is at work there.
   */
  public OwnedFolder take(Path path, Stage stage) throws IOException {
    provenance = Provenance.of(conf, settings(), stage);
    take(path, stage.verb(), true);
    return taken;
  }

  private void take(Path path, String verb, boolean adding) throws IOException {
    if (pipelineOutput != null) {
      taken = pipelineOutput.takeInside(path, verb);
    } else {
      taken = OwnedFolder.take(conf, path, verb, verb, progress, adding);
      OrphanedJobs.mark(conf, taken.locked());
    }
  }

  /** Releases the output; an incomplete output is removed. */
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

  /**
   * Returns the number of reduce tasks of a job: as configured; otherwise by the bytes of input,
   * and in embedded mode, unless that is little, a multiple of the tasks that run at once.
   */
  public int reducers(long inputBytes) {
    return JobSize.reducers(conf, inputBytes);
  }

  /** Runs a job to its end and adds its counters to those of the stage. */
  Counters run(Job job) throws IOException {
    if (taken != null) {
      taken.requireHeld();
      StageOutputFormat.setFolder(job, taken);
    }
    if (!LocalRunner.isUsed(job.getConfiguration())) { // else a jar would be copied and never read
      job.setJarByClass(StageJob.class);
      if (taken != null) {
        shareJar(job);
      }
    }
    Counters counters;
    try {
      counters = new JobRun(job, this::progress).run();
    } catch (StageFailedException e) {
      close();
      throw e;
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
  }

  /**
   * Uploads the job jar once for all jobs of a run; Hadoop would do so for each. Nodes keep it from
   * job to job if everybody may read it.
   */
  private void shareJar(Job job) throws IOException {
    OwnedFolder run = pipelineOutput == null ? taken : pipelineOutput;
    Path shared = run.work("neardup.jar");
    FileSystem fs = shared.getFileSystem(conf);
    if (job.getJar() == null || !fs.getUri().equals(FileSystem.get(conf).getUri())) {
      return; // classes from a folder, or nodes might not reach it
    }
    if (!fs.exists(shared)) {
      fs.copyFromLocalFile(new Path(job.getJar()), shared);
      short copies = (short) conf.getInt(Job.SUBMIT_REPLICATION, Job.DEFAULT_SUBMIT_REPLICATION);
      fs.setReplication(shared, copies);
    }
    job.setJar(shared.toString());
    Configuration cached = new Configuration(conf);
    String uri = shared.toUri().toString().replace(",", "%2C"); // it is a list
    cached.set(MRJobConfig.CACHE_FILES, uri);
    ClientDistributedCacheManager.determineTimestampsAndCacheVisibilities(cached);
    String isPublic = cached.get(MRJobConfig.CACHE_FILE_VISIBILITIES);
    job.getConfiguration().setIfUnset(MRJobConfig.JOBJAR_VISIBILITY, isPublic);
  }

  /** Adds a number that the client has counted itself to a counter. */
  public void add(Enum<?> counter, long number) {
    add(counter.name(), number);
  }

  /** Adds a number that the client has counted itself to the counter of a name. */
  public void add(String counter, long number) {
    counts.merge(counter, number, Long::sum);
  }

  /** Returns a counter: the sum over all jobs of the stage so far and the client. */
  public long count(Enum<?> counter) {
    return counts.getOrDefault(counter.name(), 0L);
  }

  /** Fails the stage if two numbers that must be equal are not. */
  public void balance(String what, long left, long right) throws IOException {
    if (left != right) {
      throw failure(label + " does not balance: " + what + ": " + left + " against " + right);
    }
  }

  /** Fails the stage if a number is not the sum of some counters. */
  public void balance(String what, long left, Enum<?>... counters) throws IOException {
    balance(what, left, Arrays.stream(counters).mapToLong(this::count).sum());
  }

  /** Fails the stage if a counter is not the sum of others. */
  public void balance(String what, Enum<?> counter, Enum<?>... others) throws IOException {
    balance(what, count(counter), others);
  }

  /** Marks an output complete and prints the stage's closing line. */
  public void complete(StageFolder output, StageMetadata metadata, String closing)
      throws IOException {
    output.complete(metadata);
    progress.println(Quantity.format("%s %s  (%.1f s)", label, closing, metadata.seconds()));
  }

  /** Returns the current metadata of the stage. */
  public StageMetadata metadata(Stage stage, String corpus, Facts facts) throws IOException {
    Map<String, String> now = Provenance.of(conf, settings(), stage);
    String difference = provenance == null ? "" : Provenance.difference(provenance, now);
    if (!difference.isEmpty()) {
      throw failure(label + " what decides the result changed while it was made:" + difference);
    }
    return StageMetadata.of(
        stage,
        settings(),
        now,
        corpus,
        facts.byKey(),
        new TreeMap<>(counts),
        work.numbers(),
        seconds());
  }

  /** Completes an output, moves it to its place, and releases it. */
  public StageMetadata complete(
      OwnedFolder output, Stage stage, String corpus, Facts facts, String closing)
      throws IOException {
    StageMetadata metadata = metadata(stage, corpus, facts);
    output.requireHeld();
    complete(new StageFolder(conf, output.result()), metadata, closing);
    output.publishResult();
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

  /** Prints a progress line, given as a format, as of {@link String#format}, and its arguments. */
  @SuppressWarnings("AnnotateFormatMethod") // its library is for compilers only
  public void progress(String format, Object... arguments) {
    progress(Quantity.format(format, arguments));
  }
}
