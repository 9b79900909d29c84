package io.neardup.hadoop.stage0ingest;

import io.neardup.config.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** Finds the files of the inputs a user names, in the order of their columns: by path. */
final class InputFiles {

  /**
   * A file of the input.
   *
   * @param status path, length and modification time
   * @param name its path below the input it belongs to, for ids
   */
  record InputFile(FileStatus status, String name) {}

  private InputFiles() {}

  /**
   * Returns all files of the inputs, folders searched to any depth; hidden files (a name or folder
   * that begins with {@code _} or {@code .}) are left out, as Hadoop does.
   *
   * @throws UsageException if an input does not exist or has no file
   */
  static List<InputFile> find(Configuration conf, List<Path> inputs) throws IOException {
    TreeMap<String, InputFile> byPath = new TreeMap<>();
    for (Path input : inputs) {
      int before = byPath.size();
      for (FileStatus root : resolve(conf, input)) {
        addFiles(conf, root, inputs.size() > 1, byPath);
      }
      if (byPath.size() == before) {
        throw new UsageException("no files to read in " + input);
      }
    }
    return new ArrayList<>(byPath.values());
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

  private static void addFiles(
      Configuration conf, FileStatus root, boolean several, Map<String, InputFile> byPath)
      throws IOException {
    Path rootPath = root.getPath();
    FileSystem fs = rootPath.getFileSystem(conf);
    if (root.isFile()) {
      byPath.put(rootPath.toString(), new InputFile(root, rootPath.getName()));
      return;
    }
    String base = rootPath.toUri().getPath();
    String prefix = several ? rootPath.getName() + "/" : "";
    RemoteIterator<LocatedFileStatus> files = fs.listFiles(rootPath, true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      String path = file.getPath().toUri().getPath();
      String below = path.substring(base.endsWith("/") ? base.length() : base.length() + 1);
      if (!isHidden(below)) {
        byPath.put(file.getPath().toString(), new InputFile(new FileStatus(file), prefix + below));
      }
    }
  }

  private static boolean isHidden(String below) {
    return below.startsWith("_")
        || below.startsWith(".")
        || below.contains("/_")
        || below.contains("/.");
  }
}
