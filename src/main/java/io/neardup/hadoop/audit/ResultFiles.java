package io.neardup.hadoop.audit;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Opens files of results that are to be judged. */
final class ResultFiles {

  private ResultFiles() {}

  /**
   * Opens a file. A local file is read even if it has changed since its checksum was written: the
   * audit finds out what is wrong with it.
   */
  static InputStream open(Configuration conf, Path file) throws IOException {
    FileSystem fs = file.getFileSystem(conf);
    return fs instanceof ChecksumFileSystem local
        ? local.getRawFileSystem().open(file)
        : fs.open(file);
  }
}
