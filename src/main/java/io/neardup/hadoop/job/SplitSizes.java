package io.neardup.hadoop.job;

import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.embedded.LocalRunner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/** Chooses the split size of intermediate files: in embedded mode, so that every core has work. */
public final class SplitSizes {

  private static final long LEAST = 1L << 18;

  private SplitSizes() {}

  /**
   * Configures a job for the length of its input, unless the user has set the maximum split size.
   */
  public static void set(Job job, long inputBytes) {
    Configuration conf = job.getConfiguration();
    SmallJob.configure(conf, inputBytes, 1);
    if (LocalRunner.isUsed(conf)
        && EmbeddedDefaults.isDefault(conf, FileInputFormat.SPLIT_MAXSIZE)) {
      long maps = LocalRunner.mapTasks(conf);
      FileInputFormat.setMaxInputSplitSize(job, Math.max(LEAST, (inputBytes + maps - 1) / maps));
    }
  }
}
