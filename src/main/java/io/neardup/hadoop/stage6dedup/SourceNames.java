package io.neardup.hadoop.stage6dedup;

import java.util.Locale;
import org.apache.hadoop.fs.Path;

/** The names of the files that are written for the files that were read. */
final class SourceNames {

  private SourceNames() {}

  /** Returns the name of a part of a file: {@code a/b.tsv} gives {@code a/b-00001.tsv}. */
  static String part(String name, long part) {
    int dot = name.lastIndexOf('.');
    int end = dot > name.lastIndexOf('/') + 1 ? dot : name.length();
    return name.substring(0, end) + String.format(Locale.ROOT, "-%05d", part) + name.substring(end);
  }

  /**
   * Returns the path of a name below a folder; unlike a Path made of it, a name may have colons.
   */
  static Path below(Path folder, String name) {
    return new Path(
        folder.toUri().getScheme(),
        folder.toUri().getAuthority(),
        folder.toUri().getPath() + "/" + name);
  }
}
