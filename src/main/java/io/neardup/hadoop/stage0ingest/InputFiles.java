package io.neardup.hadoop.stage0ingest;

import io.neardup.config.UsageException;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** Finds the files of the inputs a user names, in the order of their columns: by path. */
final class InputFiles {

  /**
   * A file of the input.
   *
   * @param path where it is
   * @param name its path below the input it belongs to, for ids
   * @param length its length in bytes
   * @param modified its modification time in ms since 1970
   */
  record InputFile(Path path, String name, long length, long modified) {}

  private InputFiles() {}

  /**
   * Returns all files of the inputs, folders searched to any depth; hidden files (a name or folder
   * that begins with {@code _} or {@code .}) are left out, as Hadoop does.
   *
   * @param namePrefix what all names begin with
   * @throws UsageException if an input does not exist or has no file
   */
  static List<InputFile> find(Configuration conf, List<Path> inputs, String namePrefix)
      throws IOException {
    Map<String, InputFile> byPath = new TreeMap<>();
    for (Path input : inputs) {
      List<InputFile> files = new ArrayList<>();
      for (FileStatus root : resolve(conf, input)) {
        addFiles(
            root.getPath().getFileSystem(conf),
            root,
            namePrefix + prefix(input, root, inputs),
            files);
      }
      if (files.isEmpty()) {
        throw new UsageException("no files to read in " + input);
      }
      files.forEach(file -> byPath.put(file.path().toString(), file));
    }
    return withNamesOfTheirOwn(byPath.values(), namePrefix);
  }

  /** Gives files of the same name, which come from different inputs, their paths as names. */
  private static List<InputFile> withNamesOfTheirOwn(
      Collection<InputFile> files, String namePrefix) {
    Set<String> names = new HashSet<>();
    Set<String> repeated = new HashSet<>();
    for (InputFile file : files) {
      if (!names.add(file.name())) {
        repeated.add(file.name());
      }
    }
    List<InputFile> unique = new ArrayList<>(files.size());
    for (InputFile file : files) {
      String path = file.path().toUri().getPath();
      unique.add(
          repeated.contains(file.name())
              ? new InputFile(file.path(), namePrefix + path, file.length(), file.modified())
              : file);
    }
    return unique;
  }

  /** What the names of an input's files begin with: nothing, its name, or its path. */
  private static String prefix(Path input, FileStatus root, List<Path> inputs) {
    if (inputs.size() == 1 || root.isFile()) {
      return "";
    }
    String name = input.getName();
    boolean alone =
        inputs.stream().allMatch(other -> other.equals(input) || !other.getName().equals(name));
    return (alone ? name : root.getPath().toUri().getPath()) + "/";
  }

  /** A path as it is if it exists; else what it matches as a glob. */
  private static List<FileStatus> resolve(Configuration conf, Path input) throws IOException {
    FileSystem fs = input.getFileSystem(conf);
    if (fs.exists(input)) {
      return List.of(fs.getFileStatus(input));
    }
    FileStatus[] matches = fs.globStatus(input);
    if (matches == null || matches.length == 0) {
      throw new UsageException("input " + fs.makeQualified(input) + " does not exist");
    }
    return List.of(matches);
  }

  private static void addFiles(FileSystem fs, FileStatus root, String prefix, List<InputFile> files)
      throws IOException {
    if (root.isFile()) {
      files.add(inputFile(fs, root, prefix + root.getPath().getName()));
      return;
    }
    if (fs instanceof LocalFileSystem local) {
      requireReadableNames(local, root.getPath());
    }
    // Not listFiles(), which asks for the permissions of each file, on a local disk by a process.
    RemoteIterator<FileStatus> children = fs.listStatusIterator(root.getPath());
    while (children.hasNext()) {
      FileStatus child = children.next();
      String name = child.getPath().getName();
      if (isHidden(name)) {
        continue;
      }
      if (child.isDirectory()) {
        addFiles(fs, child, prefix + name + "/", files);
      } else {
        files.add(inputFile(fs, child, prefix + name));
      }
    }
  }

  /** Refuses what Hadoop leaves out of the listing of a local folder without a word. */
  private static void requireReadableNames(LocalFileSystem fs, Path folder) throws IOException {
    try (DirectoryStream<java.nio.file.Path> entries =
        Files.newDirectoryStream(fs.pathToFile(folder).toPath())) {
      for (java.nio.file.Path entry : entries) {
        String name = entry.getFileName().toString();
        if (!isHidden(name) && !new File(entry.toString()).exists()) {
          throw new UsageException(
              entry
                  + " cannot be read: it is a link to nothing, or its name is not valid in this"
                  + " system's character set ("
                  + System.getProperty("sun.jnu.encoding")
                  + "); rename or remove it, or set LC_ALL=C.UTF-8");
        }
      }
    }
  }

  private static InputFile inputFile(FileSystem fs, FileStatus file, String name) {
    Path path = file.getPath();
    if (fs instanceof ChecksumFileSystem && path.getName().contains(":")) {
      throw new UsageException(
          path + ": Hadoop cannot read a local file with a colon in its name; rename it");
    }
    return new InputFile(path, name, file.getLen(), file.getModificationTime());
  }

  private static boolean isHidden(String name) {
    return name.startsWith("_") || name.startsWith(".");
  }
}
