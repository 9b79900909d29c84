package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.output.CopyPermission;
import io.neardup.hadoop.output.StageFailedException;
import io.neardup.hadoop.output.StageMetadata;
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

  /** Copies a local file below a folder and returns the copy. */
  static CorpusRange copy(Configuration conf, CorpusRange file, Path folder) throws IOException {
    Path path = new Path(file.file());
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
    return CorpusManifest.file(
        target.toString(), file.name(), copy.getLen(), copy.getModificationTime());
  }

  private static String hash(FileSystem fs, Path file) throws IOException {
    try (InputStream in = fs.open(file)) {
      return StageMetadata.hash(in);
    }
  }
}
