package io.neardup.hadoop.job;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/** Writes a small file in place of an earlier one, so that it is never missing or there in part. */
final class AtomicFile {

  private AtomicFile() {}

  /**
   * Writes a file. On local disks and HDFS it is written under another name and renamed over the
   * earlier one, at once. On other file systems it is created in place of the earlier one: object
   * stores show a new file when it is closed, and have no such rename.
   *
   * @param beside the other name, in the same file system
   */
  static void write(FileSystem fs, Path beside, Path file, byte[] bytes) throws IOException {
    String scheme = fs.resolvePath(file.getParent()).toUri().getScheme();
    if (scheme.equals("hdfs")) {
      create(fs, beside, bytes);
      FileContext.getFileContext(file.toUri(), fs.getConf())
          .rename(beside, file, Options.Rename.OVERWRITE);
    } else if (fs instanceof ChecksumFileSystem local) {
      // Without a checksum: it would be renamed later than the file, and not fit it until then.
      FileSystem raw = local.getRawFileSystem();
      create(raw, beside, bytes);
      raw.delete(local.getChecksumFile(file), false);
      if (!raw.rename(beside, file)) {
        throw new IOException("cannot rename " + beside + " to " + file);
      }
    } else {
      create(fs, file, bytes);
    }
  }

  private static void create(FileSystem fs, Path file, byte[] bytes) throws IOException {
    try (OutputStream out = fs.create(file, true)) {
      out.write(bytes);
    }
  }
}
