package io.neardup.hadoop.job;

import io.neardup.hadoop.output.OwnedFolder;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.BindingPathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * The output of the jobs of a stage: another format writes the records, into a folder that may
 * exist and hold files of other names. A job is committed, or what it wrote is deleted, only while
 * its run holds the lock of the output: what another run writes there, one that was suspended
 * leaves alone.
 */
final class StageOutputFormat<K, V> extends FileOutputFormat<K, V> {

  private static final String RECORDS = "neardup-internal.output.records";
  private static final String LOCK = "neardup-internal.output.lock";

  private PathOutputCommitter committer;

  /** Lets a format write the records of a job. */
  static void setRecords(
      Job job, @SuppressWarnings("rawtypes") Class<? extends OutputFormat> format) {
    job.setOutputFormatClass(StageOutputFormat.class);
    job.getConfiguration().setClass(RECORDS, format, OutputFormat.class);
  }

  /** Lets a job be committed only while a folder is held. */
  static void setFolder(Job job, OwnedFolder folder) {
    job.getConfiguration().set(LOCK, folder.lockFile().toString());
  }

  @Override
  public void checkOutputSpecs(JobContext job) throws IOException {
    Path[] folders = {getOutputPath(job)};
    TokenCache.obtainTokensForNamenodes(job.getCredentials(), folders, job.getConfiguration());
  }

  @Override
  @SuppressWarnings("unchecked") // the types are what the job has declared
  public RecordWriter<K, V> getRecordWriter(TaskAttemptContext context)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    OutputFormat<K, V> records =
        ReflectionUtils.newInstance(conf.getClass(RECORDS, null, OutputFormat.class), conf);
    return records.getRecordWriter(context);
  }

  @Override
  public synchronized PathOutputCommitter getOutputCommitter(TaskAttemptContext context)
      throws IOException {
    if (committer == null) {
      committer = new Committer(getOutputPath(context), context);
    }
    return committer;
  }

  /** The committer that the file system or the cluster has chosen. */
  private static final class Committer extends BindingPathOutputCommitter {

    Committer(Path output, TaskAttemptContext context) throws IOException {
      super(output, context);
    }

    @Override
    public void commitJob(JobContext context) throws IOException {
      requireHeld(context);
      super.commitJob(context);
    }

    @Override
    public void abortJob(JobContext context, JobStatus.State state) throws IOException {
      requireHeld(context);
      super.abortJob(context, state);
    }

    private static void requireHeld(JobContext context) throws IOException {
      String lock = context.getConfiguration().getRaw(LOCK); // a path may look like a variable
      if (lock != null) {
        OwnedFolder.requireHeld(context.getConfiguration(), new Path(lock));
      }
    }
  }
}
