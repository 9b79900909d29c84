package io.neardup.hadoop.stage0ingest;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.output.CopyPermission;
import io.neardup.hadoop.output.OutputPath;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.RecordSort;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The inputs that a user names, the files in them, and their names.
 *
 * <p>Memory: for each folder above the current file, its path and one page of its listing; some MiB
 * of sorted lines; and that of {@link UniqueNames}.
 */
final class InputFiles {

  private static final int BYTES_IN_MEMORY = 32 << 20;

  private final Configuration conf;
  private final OutputPath output;
  private final Map<Path, FileStatus[]> inputs = new LinkedHashMap<>(); // as the user names them
  private final List<Path> roots; // the distinct files and folders that they match
  private final Map<String, Long> rootsByName;
  private final String common; // the folder that holds all of them, with a slash
  private final CopyPermission permission = new CopyPermission();
  private final Deque<java.nio.file.Path> open = new ArrayDeque<>(); // local, links resolved
  private long found;

  /**
   * Finds the inputs, but does not list their files. UsageException if one does not exist, or
   * overlaps the output.
   */
  InputFiles(Configuration conf, List<Path> paths, OutputPath output) throws IOException {
    this.conf = conf;
    this.output = output;
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
    String folder = path(roots.get(0));
    for (Path root : roots) {
      output.requireApart(root);
      while (!folder.endsWith("/") || !path(root).startsWith(folder)) {
        folder = folder.substring(0, folder.lastIndexOf('/', folder.length() - 2) + 1);
      }
    }
    common = folder;
  }

  private static String path(Path path) {
    return path.toUri().getPath();
  }

  /** Returns a path if it exists, else the matches of the glob. */
  private FileStatus[] resolve(Path input) throws IOException {
    FileSystem fs = input.getFileSystem(conf);
    FileStatus[] matches;
    try {
      matches =
          fs.exists(input) ? new FileStatus[] {fs.getFileStatus(input)} : fs.globStatus(input);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "%s: Hadoop cannot match a pattern where a name has a colon: %s; rename that file",
          input,
          e.getCause() instanceof URISyntaxException name ? name.getInput() : e.getMessage());
    }
    UsageException.require(
        matches != null && matches.length > 0, "input %s does not exist", fs.makeQualified(input));
    return matches;
  }

  /** Returns the permission of files that hold documents of any of the files listed. */
  CopyPermission permission() {
    return permission;
  }

  /**
   * Lists all files of the inputs in the order of their columns: by path. Folders are searched to
   * any depth; hidden files (a name or folder that begins with {@code _} or {@code .}) are skipped,
   * as in Hadoop. A file in several inputs is listed once, under its first name.
   *
   * <p>Each file has a unique name, a safe relative path: its path below the input, after the
   * input's name if there are several. Inputs with the same name use their paths below the common
   * folder instead. {@link UniqueNames} numbers remaining duplicates.
   *
   * @param namePrefix the prefix of all names
   * @param list where the list is written
   * @throws UsageException if an input has no file, or one that cannot be read
   */
  CorpusManifest list(String namePrefix, Path list) throws IOException {
    try (RecordSort lines = new RecordSort(Disk.ofClient(conf), BYTES_IN_MEMORY);
        CorpusManifest.Appender out = new CorpusManifest.Appender(conf, list)) {
      for (Map.Entry<Path, FileStatus[]> input : inputs.entrySet()) {
        long before = found;
        for (FileStatus root : input.getValue()) {
          walk(root.getPath().getFileSystem(conf), root, name(root), lines);
        }
        UsageException.require(found > before, "no files to read in %s", input.getKey());
      }
      UniqueNames names = new UniqueNames();
      String[] last = {""};
      lines.drainTo(
          (line, length) -> {
            CorpusRange file =
                CorpusManifest.parse(new String(line, 0, length, StandardCharsets.UTF_8));
            if (!file.file().equals(last[0])) {
              last[0] = file.file();
              out.add(file.at(file.file(), namePrefix + names.add(file.name())));
            }
          });
      return out.finish();
    }
  }

  /** Returns the name of a root. The names of a folder's files begin with it. */
  private String name(FileStatus root) {
    String name = root.getPath().getName();
    if (rootsByName.get(name) > 1) {
      return path(root.getPath()).substring(common.length());
    }
    return roots.size() == 1 && root.isDirectory() ? "" : name;
  }

  private void walk(FileSystem fs, FileStatus file, String name, RecordSort lines)
      throws IOException {
    if (!file.isDirectory()) {
      add(fs, file, name, lines);
      return;
    }
    if (fs instanceof LocalFileSystem local) {
      walkLocal(local, local.pathToFile(file.getPath()).toPath(), name, lines);
      return;
    }
    // Not listFiles(), which asks for the blocks of each file.
    RemoteIterator<FileStatus> children = fs.listStatusIterator(file.getPath());
    while (children.hasNext()) {
      FileStatus child = children.next();
      String childName = child.getPath().getName();
      if (!isHidden(childName)) {
        walk(fs, child, name + "/" + childName, lines);
      }
    }
  }

  /**
   * Lists a local folder through Java's library: Hadoop holds a whole listing in memory, and
   * silently omits what it cannot read.
   */
  private void walkLocal(
      LocalFileSystem fs, java.nio.file.Path folder, String name, RecordSort lines)
      throws IOException {
    java.nio.file.Path real = folder.toRealPath();
    UsageException.require(
        !open.contains(real),
        "%s is a symbolic link to %s, which contains it: following it would never end. Remove the"
            + " link, or name the folders to read one by one",
        folder,
        real);
    open.push(real);
    try (DirectoryStream<java.nio.file.Path> children = Files.newDirectoryStream(folder)) {
      for (java.nio.file.Path child : children) {
        String childName = child.getFileName().toString();
        if (!isHidden(childName)) {
          walk(fs, status(fs, child), name + "/" + childName, lines);
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
          "%s cannot be read: it is a broken symbolic link, or its name is not valid in this"
              + " system's character set (%s); rename or remove it, or set LC_ALL=C.UTF-8",
          file, System.getProperty("sun.jnu.encoding"));
    }
  }

  private static boolean isHidden(String name) {
    return name.startsWith("_") || name.startsWith(".");
  }

  private void add(FileSystem fs, FileStatus file, String name, RecordSort lines)
      throws IOException {
    Path path = file.getPath();
    UsageException.require(
        !(fs instanceof ChecksumFileSystem && path.getName().contains(":")),
        "%s: Hadoop cannot read a local file with a colon in its name; rename it",
        path);
    if (fs instanceof LocalFileSystem local && file.getLen() == 0) {
      UsageException.require(
          local.pathToFile(path).isFile(),
          "%s is a pipe, a socket or a device; write its content to a file first",
          local.pathToFile(path));
    }
    output.requireOutside(path);
    permission.add(file);
    found++;
    CorpusRange range = CorpusRange.of(path.toString(), SourceName.safe(name), file);
    lines.add(CorpusManifest.line(range).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Gives each file a unique name, so that all of them can be written to one folder. Names clash if
   * they are equal, or if one is the folder of another. Of files whose names clash, the first keeps
   * its name; the top folders of the others, or the files themselves, get numbers.
   *
   * <p>Memory: hashes, 16 bytes for each file and folder. Two names with the same hash count as
   * equal.
   */
  private static final class UniqueNames {

    private static final Hasher64 HASHER = Hashing.xxh3_64();

    private final LongSet files = new LongOpenHashSet();
    private final LongSet folders = new LongOpenHashSet();

    /** Returns the name of the next file: the given one, or one with a number. */
    String add(String name) {
      String unique = name;
      for (int number = 2; clashes(unique); number++) {
        unique = numbered(name, number);
      }
      files.add(hash(unique, unique.length()));
      for (int end = unique.lastIndexOf('/'); end > 0; end = unique.lastIndexOf('/', end - 1)) {
        folders.add(hash(unique, end));
      }
      return unique;
    }

    private boolean clashes(String name) {
      boolean clashes = folders.contains(hash(name, name.length()));
      for (int end = name.length(); end > 0 && !clashes; end = name.lastIndexOf('/', end - 1)) {
        clashes = files.contains(hash(name, end));
      }
      return clashes;
    }

    private static long hash(String name, int end) {
      return HASHER.hashCharsToLong(name.substring(0, end));
    }

    /** Numbers the top folder or the file: {@code a.tsv.gz} becomes {@code a-2.tsv.gz}. */
    private static String numbered(String name, int number) {
      return name.replaceFirst("(?<=.)(?=[./]|$)", "-" + number);
    }
  }
}
