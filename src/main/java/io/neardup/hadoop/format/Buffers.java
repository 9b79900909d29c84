package io.neardup.hadoop.format;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;

/**
 * Lengths of the buffers of files. To allocate a buffer of the usual length takes longer than to
 * read or write a small file.
 */
final class Buffers {

  private Buffers() {}

  /**
   * Returns the length of a buffer for a file of which at most some bytes are read or written: that
   * many bytes, or the length that Hadoop is configured to use if that is less.
   */
  static int length(Configuration conf, long bytes) {
    int usual =
        conf.getInt(
            CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_KEY,
            CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_DEFAULT);
    return (int) Math.max(1, Math.min(bytes, usual));
  }
}
