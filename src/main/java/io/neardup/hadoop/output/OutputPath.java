package io.neardup.hadoop.output;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The path of an output, which may replace what is there: nothing that is read may lie in it, nor
 * may it lie in what is read. Symbolic links are followed.
 */
public final class OutputPath {

  private final Configuration conf;
  private final Path path;
  private final Path real;
  private Path lastOutside; // folder of the last file that lies outside

  /** Takes a path, which need not exist. */
  public OutputPath(Configuration conf, Path path) throws IOException {
    this.conf = conf;
    this.path = full(conf, path);
    this.real = real(conf, this.path);
  }

  /** Returns the full path. */
  public Path path() {
    return path;
  }

  /**
   * Checks that an input and this output are apart.
   *
   * @param input need not exist
   * @throws UsageException naming both, if one lies in the other
   */
  public void requireApart(Path input) throws IOException {
    Path other = full(conf, input);
    Path realOther = real(conf, other);
    if (StageFolder.isWithin(real, realOther)) {
      throw new UsageException("output " + path + " is inside " + what(other, realOther));
    }
    requireNotInside(input);
  }

  /**
   * Checks that a file that is read lies outside. Checks of files of one folder, one after the
   * other, cost little. UsageException naming both, if it does not.
   */
  public void requireOutside(Path file) throws IOException {
    Path folder = file.getParent();
    if (!folder.equals(lastOutside)) {
      requireNotInside(folder);
      lastOutside = folder;
    }
    if (isLink(file)) {
      requireNotInside(file);
    }
  }

  private void requireNotInside(Path input) throws IOException {
    Path other = full(conf, input);
    Path realOther = real(conf, other);
    if (StageFolder.isWithin(realOther, real)) {
      throw new UsageException(what(other, realOther) + " is inside output " + path);
    }
  }

  private static boolean isLink(Path file) {
    String scheme = file.toUri().getScheme();
    return "file".equals(scheme)
        && Files.isSymbolicLink(java.nio.file.Path.of(file.toUri().getPath()));
  }

  private static String what(Path input, Path real) {
    return "input " + input + (real.equals(input) ? "" : " (" + real + ")");
  }

  /** Checks that the files that keys name lie outside, as {@link #requireApart} does. */
  public void requireApart(Settings settings) throws IOException {
    for (Key<String> key : List.of(Keys.STOP_WORDS, Keys.STOP_LIST)) {
      if (!settings.get(key).equals(key.defaultValue())) {
        requireApart(new Path(settings.get(key)));
      }
    }
  }

  /** Returns a full path. */
  public static Path full(Configuration conf, Path path) throws IOException {
    // By its string: a path made from a URI keeps a slash at its end.
    return path.getFileSystem(conf).makeQualified(new Path(path.toString()));
  }

  /** Returns a full path without symbolic links, and in the file system that really holds it. */
  private static Path real(Configuration conf, Path full) throws IOException {
    if ("hdfs".equals(full.toUri().getScheme())) {
      return full; // HDFS follows no links
    }
    FileSystem fs = full.getFileSystem(conf);
    Path existing = full;
    Deque<String> rest = new ArrayDeque<>();
    while (existing.getParent() != null && !fs.exists(existing)) {
      rest.push(existing.getName());
      existing = existing.getParent();
    }
    Path real = fs.resolvePath(existing); // a view of other file systems is one of them
    if ("file".equals(real.toUri().getScheme())) {
      // Not toRealPath(), which fails for a pipe such as /dev/fd/63.
      real = new Path("file", null, new File(real.toUri().getPath()).getCanonicalPath());
    }
    for (String name : rest) {
      real = new Path(real, new Path(null, null, name)); // it may have a colon
    }
    return real;
  }
}
