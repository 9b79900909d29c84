package io.neardup.hadoop.job;

import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.S3aCommitter;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * One MapReduce job of a stage, declared in the order in which the data flows: read, map,
 * partition, group, reduce, write; then run. The types of the shuffled key and value must agree
 * from the mapper to the reducer.
 *
 * @param <K> the shuffled key; part files are sorted by it where the partitioner is ordered
 * @param <V> the shuffled value
 */
public final class StageJob<K, V> {

  private static final String BESIDE = "neardup-internal.beside.";

  private final StageContext context;
  private final Job job;

  private StageJob(StageContext context, Job job) {
    this.context = context;
    this.job = job;
  }

  /**
   * Begins the declaration of a job.
   *
   * @param name the verb of the stage and, where it has several jobs, which one: {@code verify,
   *     comparison}
   * @param reducers the number of reduce tasks; 0 for a job that only maps
   * @param alsoRead files that tasks read beside their input: on a cluster with Kerberos they need
   *     a token for each file system
   */
  public static StageJob<?, ?> of(StageContext context, String name, int reducers, Path... alsoRead)
      throws IOException {
    Job job = Job.getInstance(context.conf(), "neardup " + name);
    JobSize.setRootLocale(job.getConfiguration());
    job.setNumReduceTasks(reducers);
    Configuration conf = job.getConfiguration();
    // Part files are read by position, as lines with tabs, and success is ours to mark, once the
    // counts balance.
    conf.setBoolean("mapreduce.output.fileoutputformat.compress", false);
    conf.set("mapreduce.output.textoutputformat.separator", "\t");
    conf.setBoolean("mapreduce.fileoutputcommitter.marksuccessfuljobs", false);
    S3aCommitter.configure(conf);
    TokenCache.obtainTokensForNamenodes(job.getCredentials(), alsoRead, conf);
    return new StageJob<>(context, job);
  }

  /** Returns the configuration of this job, where its tasks find what they need to know. */
  public Configuration conf() {
    return job.getConfiguration();
  }

  /** Puts something into the configuration of this job. */
  public StageJob<K, V> set(Consumer<Configuration> settings) {
    settings.accept(job.getConfiguration());
    return this;
  }

  /** Reads records with an input format, which is configured through {@link #conf}. */
  public StageJob<K, V> read(Class<? extends InputFormat<?, ?>> format) {
    job.setInputFormatClass(format);
    return this;
  }

  /**
   * Reads lines.
   *
   * @param bytes the length of the files, together, about: so that every core has a split
   * @param files paths or patterns of them
   */
  public StageJob<K, V> readLines(long bytes, Path... files) throws IOException {
    return readFiles(TextInputFormat.class, bytes, files);
  }

  /**
   * Reads files with an input format.
   *
   * @param bytes their length together, about: so that every core has a split
   * @param files paths or patterns of them
   */
  public StageJob<K, V> readFiles(
      Class<? extends FileInputFormat<?, ?>> format, long bytes, Path... files) throws IOException {
    FileInputFormat.setInputPaths(job, files);
    JobSize.configureSplits(job, bytes);
    return read(format);
  }

  /** Reads part files that {@code conf} tells the input format how to understand. */
  public StageJob<K, V> readParts(
      Class<? extends FileInputFormat<?, ?>> format, long bytes, Path... folders)
      throws IOException {
    Path[] inputs = Arrays.stream(folders).map(PartFiles::asInput).toArray(Path[]::new);
    return readFiles(format, bytes, inputs);
  }

  /** Reads the part files of keys and values that an earlier job has written, one by one. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // the class of a generic class is raw
  public StageJob<K, V> readRecords(Path folder) throws IOException {
    FileInputFormat.setInputPaths(job, PartFiles.asInput(folder));
    JobSize.configure(conf(), PartFiles.bytes(conf(), folder), 1);
    job.setInputFormatClass((Class<? extends InputFormat>) SequenceFileInputFormat.class);
    return this;
  }

  /** Lets the tasks read files beside their input, which they find by a name of this job. */
  public StageJob<K, V> readBeside(String name, Path files) throws IOException {
    setBeside(conf(), name, files);
    TokenCache.obtainTokensForNamenodes(job.getCredentials(), new Path[] {files}, conf());
    return this;
  }

  /** Tells the tasks of a configuration where the files of a name are. */
  public static void setBeside(Configuration conf, String name, Path files) {
    conf.set(BESIDE + name, files.toString());
  }

  /**
   * Returns where a task finds the files of a name that it reads beside its input; null if none.
   */
  public static Path beside(Configuration conf, String name) {
    String files = conf.getRaw(BESIDE + name); // a path may look like a variable
    return files == null ? null : new Path(files);
  }

  /** Maps the records to keys and values that are shuffled. */
  @SuppressWarnings("unchecked") // the types are what this step decides
  public <L, W> StageJob<L, W> map(
      Class<? extends Mapper<?, ?, L, W>> mapper, Class<L> key, Class<W> value) {
    job.setMapperClass(mapper);
    job.setMapOutputKeyClass(key);
    job.setMapOutputValueClass(value);
    return (StageJob<L, W>) this;
  }

  /** Shuffles the keys and values as they are read. */
  @SuppressWarnings("unchecked") // the types are what this step decides
  public <L, W> StageJob<L, W> shuffle(Class<L> key, Class<W> value) {
    job.setMapOutputKeyClass(key);
    job.setMapOutputValueClass(value);
    return (StageJob<L, W>) this;
  }

  /** Decides which reduce task a key belongs to; without it there is only one. */
  public StageJob<K, V> partition(Class<? extends Partitioner<? super K, ? super V>> partitioner) {
    job.setPartitionerClass(partitioner);
    return this;
  }

  /** Sets the grouping comparator; without one, equal keys form a group. */
  public StageJob<K, V> group(
      @SuppressWarnings("rawtypes") Class<? extends RawComparator> comparator) {
    job.setGroupingComparatorClass(comparator);
    return this;
  }

  /** Reduces the groups. */
  public StageJob<K, V> reduce(Class<? extends Reducer<K, V, ?, ?>> reducer) {
    job.setReducerClass(reducer);
    return this;
  }

  /** Writes lines into a folder. */
  public StageJob<K, V> writeLines(Path output) {
    return write(TextOutputFormat.class, NullWritable.class, Text.class, output);
  }

  /** Writes keys and values into a folder, which may hold files of other names. */
  public StageJob<K, V> write(
      @SuppressWarnings("rawtypes") Class<? extends OutputFormat> format,
      Class<?> key,
      Class<?> value,
      Path output) {
    StageOutputFormat.setRecords(job, format);
    job.setOutputKeyClass(key);
    job.setOutputValueClass(value);
    FileOutputFormat.setOutputPath(job, output);
    return this;
  }

  /** Runs only maps: each mapper writes its own files into the folder, through the committer. */
  public StageJob<K, V> mapToFiles(
      Class<? extends Mapper<?, ?, NullWritable, NullWritable>> mapper, Path output) {
    job.setMapperClass(mapper);
    return writeFiles(output);
  }

  /** Reduces the groups: each reducer writes its own files into the folder, as mappers may. */
  public StageJob<K, V> reduceToFiles(
      Class<? extends Reducer<K, V, NullWritable, NullWritable>> reducer, Path output) {
    job.setReducerClass(reducer);
    return writeFiles(output);
  }

  private StageJob<K, V> writeFiles(Path output) {
    return write(NullOutputFormat.class, NullWritable.class, NullWritable.class, output);
  }

  /**
   * Runs the job to its end, with progress lines, and adds its counters to those of the stage.
   *
   * @return the counters of this job alone
   * @throws StageFailedException if it fails
   */
  public Counters run() throws IOException {
    return context.run(job);
  }
}
