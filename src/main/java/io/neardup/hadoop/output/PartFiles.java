package io.neardup.hadoop.output;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;

/** The part files of a stage's output. */
public final class PartFiles {

  /** The prefix of the names of part files. */
  public static final String PREFIX = "part-";

  private PartFiles() {}

  /** Returns the files of a folder whose names begin with a prefix, in name order. */
  public static FileStatus[] named(FileSystem fs, Path folder, String prefix) throws IOException {
    FileStatus[] files = fs.listStatus(folder, path -> path.getName().startsWith(prefix));
    Arrays.sort(files, (a, b) -> a.getPath().getName().compareTo(b.getPath().getName()));
    return files;
  }

  /** Concatenates the files of a folder whose names begin with a prefix into one file. */
  public static void concatenate(FileSystem fs, Path folder, String prefix, Path target)
      throws IOException {
    concatenate(fs.getConf(), List.of(FileUtil.stat2Paths(named(fs, folder, prefix))), target);
  }

  /** Concatenates files into one; replaces an existing one. */
  public static void concatenate(Configuration conf, List<Path> files, Path target)
      throws IOException {
    try (OutputStream out = target.getFileSystem(conf).create(target, true)) {
      for (Path file : files) {
        try (InputStream in = file.getFileSystem(conf).open(file)) {
          IOUtils.copyBytes(in, out, 1 << 16);
        }
      }
    }
  }

  /** Returns the part files in name order, without empty ones. */
  public static List<FileStatus> of(Configuration conf, Path folder) throws IOException {
    return of(conf, folder, PREFIX);
  }

  /** Returns the part files of folders, one after the other, as {@link #of} does. */
  public static List<FileStatus> of(Configuration conf, List<Path> folders) throws IOException {
    List<FileStatus> parts = new ArrayList<>();
    for (Path folder : folders) {
      parts.addAll(of(conf, folder));
    }
    return parts;
  }

  /**
   * Returns the files of a folder whose names begin with a prefix, in name order, without empty
   * files.
   */
  public static List<FileStatus> of(Configuration conf, Path folder, String prefix)
      throws IOException {
    return Arrays.stream(named(folder.getFileSystem(conf), folder, prefix))
        .filter(part -> part.getLen() > 0)
        .toList();
  }

  /**
   * Returns a folder as an input path of a job. Hadoop treats input paths as glob patterns, so
   * special characters are escaped.
   */
  public static Path asInput(Path folder) {
    return new Path(folder.toString().replaceAll("[\\\\*?\\[\\]{}^]", "\\\\$0"));
  }

  /** Creates a file, which must not exist, for many small writes. */
  public static OutputStream create(Configuration conf, Path file) throws IOException {
    return new BufferedOutputStream(file.getFileSystem(conf).create(file, false), 1 << 16);
  }

  /** Creates the only part file of a folder that no job writes. */
  public static OutputStream createOnly(Configuration conf, Path folder) throws IOException {
    return create(conf, new Path(folder, PREFIX + "r-00000"));
  }

  /** Returns the total length of the part files in bytes. */
  public static long bytes(Configuration conf, Path folder) throws IOException {
    return bytes(conf, List.of(folder));
  }

  /** Returns the total length of the part files of folders in bytes. */
  public static long bytes(Configuration conf, List<Path> folders) throws IOException {
    return of(conf, folders).stream().mapToLong(FileStatus::getLen).sum();
  }
}
