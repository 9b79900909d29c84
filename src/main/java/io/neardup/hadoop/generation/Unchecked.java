package io.neardup.hadoop.generation;

import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileSystem;

/**
 * File systems without Hadoop's {@code .crc} files. Generations are linked into place, which leaves
 * no such file, and {@link NamedFile} has its own checksums and says more about a changed file.
 */
final class Unchecked {

  private Unchecked() {}

  /** Returns the file system below the one that writes {@code .crc} files, if it is one. */
  static FileSystem of(FileSystem fs) {
    return fs instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : fs;
  }
}
