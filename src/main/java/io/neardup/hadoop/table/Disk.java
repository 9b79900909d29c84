package io.neardup.hadoop.table;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Where a task puts what does not fit its memory. */
public interface Disk {

  /** Returns the path of a file that does not exist. */
  File file() throws IOException;

  /** Returns the local disks that Hadoop gives to a task. */
  static Disk of(TaskAttemptContext context) {
    Configuration conf = context.getConfiguration();
    LocalDirAllocator disks = new LocalDirAllocator(MRConfig.LOCAL_DIR);
    String prefix = "neardup-" + context.getTaskAttemptID() + "-";
    int[] files = {0};
    return () -> new File(disks.getLocalPathForWrite(prefix + files[0]++, conf).toUri().getPath());
  }
}
