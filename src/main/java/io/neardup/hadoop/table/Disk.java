package io.neardup.hadoop.table;

import java.io.File;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Where a task or the client spills what does not fit in memory. */
public interface Disk {

  /** Returns a path at which no file exists. */
  File file() throws IOException;

  /**
   * Returns the local disks that Hadoop assigns to a task. A task may have several of these, each
   * with paths of its own.
   */
  static Disk of(TaskAttemptContext context) {
    return of(
        context.getConfiguration(),
        MRConfig.LOCAL_DIR,
        "neardup-" + context.getTaskAttemptID() + "-");
  }

  /** Returns Hadoop's temporary folder on the client machine. */
  static Disk ofClient(Configuration conf) {
    return of(conf, "hadoop.tmp.dir", "neardup-");
  }

  private static Disk of(Configuration conf, String folders, String start) {
    LocalDirAllocator disks = new LocalDirAllocator(folders);
    String prefix = start + UUID.randomUUID() + "-";
    int[] files = {0};
    return () -> new File(disks.getLocalPathForWrite(prefix + files[0]++, conf).toUri().getPath());
  }
}
