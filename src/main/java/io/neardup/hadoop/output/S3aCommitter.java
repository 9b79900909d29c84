package io.neardup.hadoop.output;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * How S3A commits the files of jobs: {@code file} renames them, which copies every byte; {@code
 * magic} writes them once, and keeps those of each job apart. The staging committers, {@code
 * directory} and {@code partitioned}, leave out files whose names begin with an underscore.
 */
public final class S3aCommitter {

  private static final String NAME = "fs.s3a.committer.name";
  private static final String RENAMING = "file";

  private S3aCommitter() {}

  /** Lets the job of a configuration commit all its files: by {@code magic}, unless renaming. */
  public static void configure(Configuration conf) {
    if (writesOnce(conf)) {
      conf.set(NAME, "magic");
    }
  }

  /** Returns whether jobs write their files once, where they stay. */
  static boolean writesOnce(Configuration conf) {
    return !conf.get(NAME, RENAMING).equals(RENAMING);
  }

  /** Returns whether results in a folder, which exists, may be written in their place. */
  static boolean isOf(FileSystem fs, Path folder) throws IOException {
    return fs.resolvePath(folder).toUri().getScheme().equals("s3a");
  }
}
