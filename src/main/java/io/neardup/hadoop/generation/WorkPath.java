package io.neardup.hadoop.generation;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/** Paths relative to a collection, such as {@code work/UUID/corpus/batches/00000}. */
final class WorkPath {

  /** The folder of all that writers made, each in a subfolder of its own. */
  static final String WORK = "work";

  private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  private static final Pattern NAME = Pattern.compile(UUID);
  private static final Pattern IN_WORK = Pattern.compile("(" + WORK + "/" + UUID + ")(/.+)?");

  private WorkPath() {}

  /** Returns whether a name is that of a writer's folder: a UUID in lower case. */
  static boolean isFolderName(String name) {
    return NAME.matcher(name).matches();
  }

  /**
   * Returns the writer's folder that a relative path lies in, {@code work/UUID};
   * IllegalArgumentException if the path lies in none, or leads out of it.
   */
  static String folderOf(String relative) {
    Matcher found = IN_WORK.matcher(relative == null ? "" : relative);
    if (!found.matches() || List.of(relative.split("/", -1)).contains("..")) {
      throw new IllegalArgumentException(relative + " is not a path below " + WORK + "/UUID");
    }
    return found.group(1);
  }

  /**
   * Returns the part of a writer's folder that a relative path lies in, {@code work/UUID/NAME}; the
   * path itself if it is shorter.
   */
  static String partOf(String relative) {
    int end = relative.indexOf('/', folderOf(relative).length() + 1);
    return end < 0 ? relative : relative.substring(0, end);
  }

  /**
   * Returns the path of a file or folder relative to its collection; IllegalArgumentException if it
   * does not lie in the collection.
   */
  static String relative(Path collection, Path path) {
    // By its string: a path made from a URI keeps a slash at its end.
    String prefix = new Path(collection.toString()).toUri().getPath() + "/";
    String full = path.toUri().getPath();
    if (!full.startsWith(prefix)) {
      throw new IllegalArgumentException(path + " is not in " + collection);
    }
    return full.substring(prefix.length());
  }
}
