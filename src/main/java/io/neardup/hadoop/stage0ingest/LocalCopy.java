package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.job.StageFailedException;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.stage0ingest.InputFiles.InputFile;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Copies files of the client's disk to where the tasks of a cluster can read them, and makes sure
 * that what can be read there is what was read here.
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

  /** Returns whether files need to be copied to be read by the tasks of a corpus. */
  static boolean isNeeded(Configuration conf, Path corpus, List<InputFile> files)
      throws IOException {
    return !isLocal(corpus.getFileSystem(conf))
        && files.stream().anyMatch(file -> "file".equals(file.path().toUri().getScheme()));
  }

  private static boolean isLocal(FileSystem fs) {
    return fs.getUri().getScheme().equals("file");
  }

  /**
   * Copies those of the files that are local.
   *
   * @param checksums gets a line {@code name<TAB>hash} for each
   * @return the files where they are now
   */
  List<InputFile> copy(List<InputFile> files, Writer checksums) throws IOException {
    List<InputFile> copied = new ArrayList<>(files.size());
    for (InputFile file : files) {
      copied.add("file".equals(file.path().toUri().getScheme()) ? copy(file, checksums) : file);
    }
    return copied;
  }

  private InputFile copy(InputFile file, Writer checksums) throws IOException {
    Path target = new Path(folder, file.name());
    FileSystem fs = target.getFileSystem(conf);
    String there;
    try (InputStream in = file.path().getFileSystem(conf).open(file.path());
        OutputStream out = fs.create(target, false)) {
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
      throw new StageFailedException(
          target + " is not what was read from " + file.path() + ": it differs after the copy");
    }
    checksums.write(file.name() + "\t" + here + "\n");
    return new InputFile(target, file.name(), status.getLen(), status.getModificationTime());
  }
}
