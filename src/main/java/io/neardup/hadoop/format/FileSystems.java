package io.neardup.hadoop.format;

import java.io.IOException;
import java.net.URI;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Finds the file systems and the buffers of a task's files. Hadoop's own look-up takes
 * microseconds, and there may be very many small files; nearly all of them are on the same file
 * system as the file before. Not safe for use by several threads.
 */
public final class FileSystems {

  private final Configuration conf;
  private final int bufferBytes;
  private FileSystem last; // null before the first

  /** Takes the configuration of a task. */
  public FileSystems(Configuration conf) {
    this.conf = conf;
    this.bufferBytes =
        conf.getInt(
            CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_KEY,
            CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_DEFAULT);
  }

  /** Returns the file system of a path. */
  public FileSystem of(Path path) throws IOException {
    URI uri = path.toUri();
    if (last == null
        || !Objects.equals(last.getUri().getScheme(), uri.getScheme())
        || !Objects.equals(last.getUri().getAuthority(), uri.getAuthority())) {
      last = path.getFileSystem(conf);
    }
    return last;
  }

  /**
   * Returns the length of the buffer of a file of which at most some bytes are read or written. To
   * allocate one of Hadoop's usual length takes longer than to read or write a small file.
   */
  int buffer(long bytes) {
    return (int) Math.max(1, Math.min(bytes, bufferBytes));
  }
}
