package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.job.CopyPermission;
import io.neardup.hadoop.job.StageFailedException;
import io.neardup.hadoop.job.StageMetadata;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Copies local files of the client to a file system that the tasks of a cluster can read, and
 * checks that each copy equals what was read.
 */
final class LocalCopy {

  private LocalCopy() {}

  /** Returns whether a file is on the client's disk. */
  static boolean isLocal(Path file) {
    return "file".equals(file.toUri().getScheme());
  }

  /**
   * Copies those of the files that are local.
   *
   * @param folder where they are copied to
   * @param list where the list of all files, with their new paths, is written
   * @return that list
   */
  static InputList copy(Configuration conf, InputList from, Path folder, Path list)
      throws IOException {
    try (CorpusManifest.Cursor in = from.read(conf);
        InputList.Appender out = new InputList.Appender(conf, list)) {
      for (CorpusRange file = in.next(); file != null; file = in.next()) {
        Path path = new Path(file.file());
        out.add(isLocal(path) ? copy(conf, path, file, folder) : file);
      }
      return out.finish();
    }
  }

  private static CorpusRange copy(Configuration conf, Path path, CorpusRange file, Path folder)
      throws IOException {
    Path target = SourceName.below(folder, file.name());
    FileSystem fs = target.getFileSystem(conf);
    FileSystem local = path.getFileSystem(conf);
    String there;
    try (InputStream in = local.open(path);
        OutputStream out = fs.create(target, false)) {
      CopyPermission.of(local.getFileStatus(path)).restrict(fs, target);
      there =
          StageMetadata.hash(
              new FilterInputStream(in) {
                @Override
                public int read(byte[] bytes, int offset, int length) throws IOException {
                  int read = super.read(bytes, offset, length);
                  if (read > 0) {
                    out.write(bytes, offset, read);
                  }
                  return read;
                }
              });
    }
    String here;
    try (InputStream in = fs.open(target)) {
      here = StageMetadata.hash(in);
    }
    FileStatus status = fs.getFileStatus(target);
    if (!here.equals(there) || status.getLen() != file.length()) {
      throw new StageFailedException(target + " differs from " + path + " after the copy");
    }
    return InputList.file(
        target.toString(), file.name(), status.getLen(), status.getModificationTime());
  }
}
