package io.neardup.hadoop.stage0ingest;

import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.job.CopyPermission;
import io.neardup.hadoop.job.OutputPath;
import io.neardup.hadoop.job.StageFolder;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The inputs that a user names, and the names of the files in them. */
final class InputFiles {

  /**
   * An input.
   *
   * @param path as the user wrote it
   * @param roots the file or folder there, or all that the pattern matches
   */
  private record Input(Path path, List<FileStatus> roots) {}

  private final Configuration conf;
  private final List<Input> inputs = new ArrayList<>();
  private final Path common;
  private final CopyPermission permission = new CopyPermission();
  private final Set<String> ambiguous = new HashSet<>(); // names of several inputs

  /**
   * Looks for the inputs, but not into them.
   *
   * @throws UsageException if one does not exist
   */
  InputFiles(Configuration conf, List<Path> paths) throws IOException {
    this.conf = conf;
    Map<String, Path> named = new HashMap<>();
    for (Path given : paths) {
      Path path = new Path(given.toString()); // one made from a URI keeps a slash at its end
      inputs.add(new Input(path, resolve(path)));
      Path other = named.putIfAbsent(path.getName(), path);
      if (other != null && !other.equals(path)) {
        ambiguous.add(path.getName());
      }
    }
    this.common = commonFolder(roots());
  }

  /** Returns a path as it is if it exists; else what it matches as a glob. */
  private List<FileStatus> resolve(Path input) throws IOException {
    FileSystem fs = input.getFileSystem(conf);
    if (fs.exists(input)) {
      return List.of(fs.getFileStatus(input));
    }
    FileStatus[] matches = matches(fs, input);
    if (matches == null || matches.length == 0) {
      throw new UsageException("input " + fs.makeQualified(input) + " does not exist");
    }
    return List.of(matches);
  }

  private static FileStatus[] matches(FileSystem fs, Path pattern) throws IOException {
    try {
      return fs.globStatus(pattern);
    } catch (IllegalArgumentException e) {
      if (e.getCause() instanceof URISyntaxException name) {
        throw new UsageException(
            fs.makeQualified(pattern)
                + ": Hadoop cannot search a folder for a pattern if a name in it has a colon: "
                + name.getInput()
                + "; rename that file");
      }
      throw e;
    }
  }

  private List<Path> roots() {
    return inputs.stream().flatMap(i -> i.roots().stream()).map(FileStatus::getPath).toList();
  }

  /** Returns the deepest folder that has all of some paths below it, without a scheme. */
  private static Path commonFolder(List<Path> paths) {
    Path common = null;
    for (Path path : paths) {
      Path plain = Path.getPathWithoutSchemeAndAuthority(path);
      Path parent = plain.getParent() == null ? plain : plain.getParent();
      common = common == null ? parent : common;
      while (!StageFolder.isWithin(parent, common)) {
        common = common.getParent();
      }
    }
    return common;
  }

  /** Returns whether some of the files are on the client's disk. */
  boolean anyLocal() {
    return roots().stream().anyMatch(LocalCopy::isLocal);
  }

  /**
   * Makes sure that an output does not lie in an input, nor an input in the output.
   *
   * @throws UsageException naming both, if one does
   */
  void requireApart(OutputPath output) throws IOException {
    for (Path root : roots()) {
      output.requireApart(root);
    }
  }

  /**
   * Lists all files of the inputs in the order of their columns: by path. Folders are searched to
   * any depth; hidden files (a name or folder that begins with {@code _} or {@code .}) are left
   * out, as Hadoop does. A file that several inputs have is listed once, under the name it has in
   * the last of them.
   *
   * <p>Each file has a name of its own, a safe relative path: the path below its input, after the
   * name of the input if there are several folders. Files that would have the same name are named
   * by their paths below the folder that all inputs have in common.
   *
   * @param namePrefix what all names begin with
   * @param folder where the list is kept
   * @param output which holds none of the files, also if links lead to them
   * @throws UsageException if an input has no file, or one that cannot be read
   */
  InputList list(String namePrefix, Path folder, OutputPath output) throws IOException {
    InputList byPath;
    try (FileSort sorter = new FileSort(conf);
        InputList.Appender out = new InputList.Appender(conf, new Path(folder, "by-path.jsonl"))) {
      for (Input input : inputs) {
        long before = sorter.added();
        for (FileStatus root : input.roots()) {
          new InputWalk(conf, output, permission, sorter)
              .walk(root, namePrefix + prefix(input, root));
        }
        if (sorter.added() == before) {
          throw new UsageException("no files to read in " + input.path());
        }
      }
      CorpusRange[] last = {null};
      sorter.drainTo(
          file -> {
            if (last[0] != null && !last[0].file().equals(file.file())) {
              out.add(last[0]);
            }
            last[0] = file;
          });
      out.add(last[0]);
      byPath = out.finish();
    }
    return UniqueNames.apply(
        conf, byPath, file -> SourceName.safe(namePrefix + belowCommon(new Path(file.file()))));
  }

  /** Returns the permission of files that hold documents of any of the files listed. */
  CopyPermission permission() {
    return permission;
  }

  /** Returns what the names of an input's files begin with. */
  private String prefix(Input input, FileStatus root) {
    if (inputs.size() == 1 || root.isFile()) {
      return "";
    }
    String name = input.path().getName();
    return (ambiguous.contains(name) ? belowCommon(root.getPath()) : name) + "/";
  }

  private String belowCommon(Path path) {
    return path.toUri().getPath().substring(common.toString().length());
  }
}
