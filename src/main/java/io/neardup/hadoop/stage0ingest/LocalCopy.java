package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.job.CopyPermission;
import io.neardup.hadoop.job.StageFailedException;
import io.neardup.hadoop.job.StageMetadata;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Copies local files of the client to a file system that the tasks of a cluster can read, and
 * checks that each copy equals what was read.
 */
final class LocalCopy {

  private final Configuration conf;
  private final Path folder;

  /**
   * @param folder the folder to copy to
   */
  LocalCopy(Configuration conf, Path folder) {
    this.conf = conf;
    this.folder = folder;
  }

  /** Returns whether a file is on the client's disk. */
  static boolean isLocal(Path file) {
    return "file".equals(file.toUri().getScheme());
  }

  /**
   * Copies those of the files that are local.
   *
   * @param to receives all files, with their new paths
   * @param checksums receives a line {@code name<TAB>hash} for each copy
   */
  void copy(InputList from, InputList to, Writer checksums) throws IOException {
    try (InputList.Cursor in = from.read();
        InputList.Appender out = to.write()) {
      for (InputFile file = in.next(); file != null; file = in.next()) {
        out.add(isLocal(file.path()) ? copy(file, checksums) : file);
      }
    }
  }

  private InputFile copy(InputFile file, Writer checksums) throws IOException {
    Path target = SourceName.below(folder, file.name());
    FileSystem fs = target.getFileSystem(conf);
    FileSystem local = file.path().getFileSystem(conf);
    String there;
    try (InputStream in = local.open(file.path());
        OutputStream out = fs.create(target, false)) {
      CopyPermission.of(local.getFileStatus(file.path())).restrict(fs, target);
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
      throw new StageFailedException(target + " differs from " + file.path() + " after the copy");
    }
    checksums.write(file.name() + "\t" + here + "\n");
    return new InputFile(
        target.toString(), file.name(), status.getLen(), status.getModificationTime());
  }
}
