package io.neardup.hadoop.stage0ingest;

import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.job.CopyPermission;
import io.neardup.hadoop.job.OutputPath;
import io.neardup.hadoop.table.RecordSort;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Finds the files of a folder, to any depth, except hidden ones. Memory: for each folder on the way
 * to the current one, its path and one page of its listing.
 */
final class InputWalk {

  private final Configuration conf;
  private final OutputPath output;
  private final CopyPermission permission;
  private final RecordSort lines;
  private final Deque<java.nio.file.Path> open = new ArrayDeque<>(); // local, links resolved
  private long files;

  /**
   * @param output which must hold none of the files
   * @param permission of copies, to which each file is added
   * @param lines receives the manifest lines of the files
   */
  InputWalk(Configuration conf, OutputPath output, CopyPermission permission, RecordSort lines) {
    this.conf = conf;
    this.output = output;
    this.permission = permission;
    this.lines = lines;
  }

  /** Returns how many files were passed on. */
  long files() {
    return files;
  }

  /**
   * Passes on a file, or all files of a folder.
   *
   * @param name of the file, or what the names of the folder's files begin with
   * @throws UsageException if there is one that cannot be read, or a loop of symbolic links
   */
  void walk(FileStatus root, String name) throws IOException {
    FileSystem fs = root.getPath().getFileSystem(conf);
    if (fs instanceof LocalFileSystem local) {
      walkLocal(local, local.pathToFile(root.getPath()).toPath(), name);
    } else {
      walk(fs, root, name);
    }
  }

  private void walk(FileSystem fs, FileStatus file, String name) throws IOException {
    if (!file.isDirectory()) {
      take(fs, file, name);
      return;
    }
    // Not listFiles(), which asks for the blocks of each file.
    RemoteIterator<FileStatus> children = fs.listStatusIterator(file.getPath());
    while (children.hasNext()) {
      FileStatus child = children.next();
      String childName = child.getPath().getName();
      if (!isHidden(childName)) {
        walk(fs, child, name + "/" + childName);
      }
    }
  }

  /**
   * Lists local folders through Java's library: Hadoop holds all of a folder in memory, and leaves
   * out what it cannot read without a word.
   */
  private void walkLocal(LocalFileSystem fs, java.nio.file.Path file, String name)
      throws IOException {
    FileStatus status = status(fs, file);
    if (!status.isDirectory()) {
      if (!Files.isRegularFile(file)) {
        throw new UsageException(
            file + " is a pipe, a socket or a device; write its content to a file first");
      }
      take(fs, status, name);
      return;
    }
    java.nio.file.Path real = file.toRealPath();
    if (open.contains(real)) {
      throw new UsageException(
          file
              + " is a symbolic link to "
              + real
              + ", which contains it: following it would never end. Remove the link, or name the"
              + " folders to read one by one");
    }
    open.push(real);
    try (DirectoryStream<java.nio.file.Path> children = Files.newDirectoryStream(file)) {
      for (java.nio.file.Path child : children) {
        String childName = child.getFileName().toString();
        if (!isHidden(childName)) {
          walkLocal(fs, child, name + "/" + childName);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    open.pop();
  }

  private static FileStatus status(LocalFileSystem fs, java.nio.file.Path file) throws IOException {
    try {
      return fs.getFileStatus(new Path("file", null, file.toString()));
    } catch (FileNotFoundException e) {
      throw new UsageException(
          file
              + " cannot be read: it is a broken symbolic link, or its name is not valid in this"
              + " system's character set ("
              + System.getProperty("sun.jnu.encoding")
              + "); rename or remove it, or set LC_ALL=C.UTF-8");
    }
  }

  private static boolean isHidden(String name) {
    return name.startsWith("_") || name.startsWith(".");
  }

  private void take(FileSystem fs, FileStatus file, String name) throws IOException {
    Path path = file.getPath();
    if (fs instanceof ChecksumFileSystem && path.getName().contains(":")) {
      throw new UsageException(
          path + ": Hadoop cannot read a local file with a colon in its name; rename it");
    }
    permission.add(file);
    output.requireOutside(path);
    files++;
    String line =
        CorpusManifest.line(
            InputList.file(
                path.toString(), SourceName.safe(name), file.getLen(), file.getModificationTime()));
    lines.add(line.getBytes(StandardCharsets.UTF_8));
  }
}
