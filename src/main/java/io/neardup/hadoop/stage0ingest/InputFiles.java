package io.neardup.hadoop.stage0ingest;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.job.CopyPermission;
import io.neardup.hadoop.job.OutputPath;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.RecordSort;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The inputs that a user names, and the names of the files in them. */
final class InputFiles {

  /** Bytes of sorted lines that the client holds in memory; the rest is on its local disk. */
  private static final int BYTES_IN_MEMORY = 32 << 20;

  private final Configuration conf;
  private final Map<Path, FileStatus[]> inputs = new LinkedHashMap<>(); // as the user names them
  private final List<Path> roots; // the distinct files and folders there
  private final Map<String, Long> rootsByName;
  private final String common; // the folder that all of them are below
  private final CopyPermission permission = new CopyPermission();

  /**
   * Looks for the inputs, but not into them.
   *
   * @throws UsageException if one does not exist
   */
  InputFiles(Configuration conf, List<Path> paths) throws IOException {
    this.conf = conf;
    for (Path given : paths) {
      Path path = new Path(given.toString()); // one made from a URI keeps a slash at its end
      inputs.put(path, resolve(path));
    }
    roots =
        inputs.values().stream()
            .flatMap(Arrays::stream)
            .map(FileStatus::getPath)
            .distinct()
            .toList();
    rootsByName = roots.stream().collect(groupingBy(Path::getName, counting()));
    common = commonFolder(roots);
  }

  /** Returns a path as it is if it exists; else what it matches as a glob. */
  private FileStatus[] resolve(Path input) throws IOException {
    FileSystem fs = input.getFileSystem(conf);
    FileStatus[] found;
    try {
      found = fs.exists(input) ? new FileStatus[] {fs.getFileStatus(input)} : fs.globStatus(input);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          input + ": Hadoop cannot match a pattern where a name has a colon: " + e.getMessage());
    }
    if (found == null || found.length == 0) {
      throw new UsageException("input " + fs.makeQualified(input) + " does not exist");
    }
    return found;
  }

  /** Returns whether some of the files are on the client's disk. */
  boolean anyLocal() {
    return roots.stream().anyMatch(LocalCopy::isLocal);
  }

  /**
   * Makes sure that an output does not lie in an input, nor an input in the output.
   *
   * @throws UsageException naming both, if one does
   */
  void requireApart(OutputPath output) throws IOException {
    for (Path root : roots) {
      output.requireApart(root);
    }
  }

  /** Returns the permission of files that hold documents of any of the files listed. */
  CopyPermission permission() {
    return permission;
  }

  /**
   * Lists all files of the inputs in the order of their columns: by path. Folders are searched to
   * any depth; hidden files (a name or folder that begins with {@code _} or {@code .}) are left
   * out, as Hadoop does. A file that several inputs have is listed once, under the first of its
   * names.
   *
   * <p>Each file has a name of its own, a safe relative path: the path below its input, after the
   * name of the input if there are several. Inputs of one name are named by their paths below the
   * folder that all inputs have in common. {@link UniqueNames} numbers what is still the same.
   *
   * @param namePrefix what all names begin with
   * @param folder where the list is kept
   * @param output which holds none of the files, also if links lead to them
   * @throws UsageException if an input has no file, or one that cannot be read
   */
  InputList list(String namePrefix, Path folder, OutputPath output) throws IOException {
    try (RecordSort lines = new RecordSort(Disk.ofClient(conf), BYTES_IN_MEMORY);
        InputList.Appender out = new InputList.Appender(conf, new Path(folder, "files.tsv"))) {
      InputWalk walk = new InputWalk(conf, output, permission, lines);
      for (Map.Entry<Path, FileStatus[]> input : inputs.entrySet()) {
        long before = walk.files();
        for (FileStatus root : input.getValue()) {
          walk.walk(root, name(root));
        }
        if (walk.files() == before) {
          throw new UsageException("no files to read in " + input.getKey());
        }
      }
      UniqueNames names = new UniqueNames();
      String[] last = {""};
      lines.drainTo(
          (line, length) -> {
            CorpusRange file = CorpusManifest.parse(line, 0, length);
            if (!file.file().equals(last[0])) {
              String name = namePrefix + names.add(file.name());
              out.add(InputList.file(file.file(), name, file.length(), file.modified()));
              last[0] = file.file();
            }
          });
      return out.finish();
    }
  }

  /** Returns the name of a root, which the names of a folder's files begin with. */
  private String name(FileStatus root) {
    Path path = root.getPath();
    if (roots.size() == 1 && root.isDirectory()) {
      return "";
    }
    return rootsByName.get(path.getName()) == 1
        ? path.getName()
        : path.toUri().getPath().substring(common.length());
  }

  /** Returns the deepest folder that has all of some paths below it, without a scheme. */
  private static String commonFolder(List<Path> paths) {
    Path common = null;
    for (Path path : paths) {
      Path plain = Path.getPathWithoutSchemeAndAuthority(path);
      Path parent = plain.getParent() == null ? plain : plain.getParent();
      common = common == null ? parent : common;
      while (!StageFolder.isWithin(parent, common)) {
        common = common.getParent();
      }
    }
    return common.toString();
  }
}
