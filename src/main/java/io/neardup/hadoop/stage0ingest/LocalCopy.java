package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.job.CopyPermission;
import io.neardup.hadoop.job.StageFailedException;
import io.neardup.hadoop.job.StageMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Copies local files of the client to a file system that the tasks of a cluster can read, and
 * checks that each copy equals its file.
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
    try (InputStream in = local.open(path);
        OutputStream out = fs.create(target, false)) {
      CopyPermission.of(local.getFileStatus(path)).restrict(fs, target);
      in.transferTo(out);
    }
    FileStatus copy = fs.getFileStatus(target);
    if (copy.getLen() != file.length() || !hash(local, path).equals(hash(fs, target))) {
      throw new StageFailedException(target + " differs from " + path + " after the copy");
    }
    return InputList.file(
        target.toString(), file.name(), copy.getLen(), copy.getModificationTime());
  }

  private static String hash(FileSystem fs, Path file) throws IOException {
    try (InputStream in = fs.open(file)) {
      return StageMetadata.hash(in);
    }
  }
}
