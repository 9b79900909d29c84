package io.neardup.hadoop.stage0ingest;

import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.job.CopyPermission;
import io.neardup.hadoop.job.OutputPath;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
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
  private final CopyPermission permission; // of copies of all files passed on
  private final FileSort files;
  private final Deque<java.nio.file.Path> open = new ArrayDeque<>(); // local, links resolved

  /**
   * @param output which must hold none of the files
   * @param permission of copies, to which each file is added
   * @param files receives the files, to be sorted by path
   */
  InputWalk(Configuration conf, OutputPath output, CopyPermission permission, FileSort files) {
    this.conf = conf;
    this.output = output;
    this.permission = permission;
    this.files = files;
  }

  /**
   * Passes on a file, or all files of a folder.
   *
   * @param prefix what their names begin with
   * @throws UsageException if there is one that cannot be read, or a loop of symbolic links
   */
  void walk(FileStatus root, String prefix) throws IOException {
    FileSystem fs = root.getPath().getFileSystem(conf);
    if (root.isFile()) {
      take(fs, root, prefix + root.getPath().getName());
    } else {
      walkFolder(fs, root.getPath(), prefix);
    }
  }

  private void walkFolder(FileSystem fs, Path folder, String prefix) throws IOException {
    if (fs instanceof LocalFileSystem local) {
      walkLocalFolder(local, folder, prefix);
      return;
    }
    // Not listFiles(), which asks for the blocks of each file.
    RemoteIterator<FileStatus> children = fs.listStatusIterator(folder);
    while (children.hasNext()) {
      FileStatus child = children.next();
      if (!isHidden(child.getPath().getName())) {
        walkChild(fs, child, prefix);
      }
    }
  }

  private void walkChild(FileSystem fs, FileStatus child, String prefix) throws IOException {
    String name = prefix + child.getPath().getName();
    if (child.isDirectory()) {
      walkFolder(fs, child.getPath(), name + "/");
    } else {
      take(fs, child, name);
    }
  }

  /**
   * Lists a local folder through Java's library: Hadoop holds all of a folder in memory, and leaves
   * out what it cannot read without a word.
   */
  private void walkLocalFolder(LocalFileSystem fs, Path folder, String prefix) throws IOException {
    java.nio.file.Path local = fs.pathToFile(folder).toPath();
    enter(local);
    try (DirectoryStream<java.nio.file.Path> entries = Files.newDirectoryStream(local)) {
      for (java.nio.file.Path entry : entries) {
        String name = entry.getFileName().toString();
        if (!isHidden(name)) {
          requireReadable(entry);
          // A child made of a string may have no colon.
          walkChild(fs, fs.getFileStatus(new Path(folder, new Path(null, null, name))), prefix);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    open.pop();
  }

  private void enter(java.nio.file.Path folder) throws IOException {
    java.nio.file.Path real = folder.toRealPath();
    if (open.contains(real)) {
      throw new UsageException(
          folder
              + " is a symbolic link to "
              + real
              + ", which contains it: following it would never end. Remove the link, or name the"
              + " folders to read one by one");
    }
    open.push(real);
  }

  private static void requireReadable(java.nio.file.Path entry) {
    if (!entry.toFile().exists()) {
      throw new UsageException(
          entry
              + " cannot be read: it is a broken symbolic link, or its name is not valid in this"
              + " system's character set ("
              + System.getProperty("sun.jnu.encoding")
              + "); rename or remove it, or set LC_ALL=C.UTF-8");
    }
  }

  private void take(FileSystem fs, FileStatus file, String name) throws IOException {
    Path path = file.getPath();
    permission.add(file);
    if (fs instanceof ChecksumFileSystem && path.getName().contains(":")) {
      throw new UsageException(
          path + ": Hadoop cannot read a local file with a colon in its name; rename it");
    }
    if (fs instanceof LocalFileSystem local) {
      java.nio.file.Path entry = local.pathToFile(path).toPath();
      if (Files.readAttributes(entry, BasicFileAttributes.class).isOther()) {
        throw new UsageException(
            path + " is a pipe, a socket or a device; write its content to a file first");
      }
    }
    output.requireOutside(path);
    String uri = path.toString();
    files.add(
        uri, InputList.file(uri, SourceName.safe(name), file.getLen(), file.getModificationTime()));
  }

  private static boolean isHidden(String name) {
    return name.startsWith("_") || name.startsWith(".");
  }
}
