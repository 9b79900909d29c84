package io.neardup.hadoop.corpus;

import io.neardup.config.Quantity;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;

/**
 * Names of sources: the relative paths of copies and the files of {@code dedup}. This class makes
 * every name safe: the file lies below the folder it is put in, and Hadoop jobs do not ignore it as
 * hidden.
 */
public final class SourceName {

  private static final Pattern UNSAFE = Pattern.compile("^[_.]|[:\\p{Cc}]");

  private SourceName() {}

  /**
   * Returns a name, folders and file with slashes between them, as a safe relative path, not empty:
   * without empty folders and {@code .}; an underscore or dot that begins a folder or file (Hadoop
   * hides such names, and {@code ..} leads upwards), colons and control characters are
   * percent-encoded.
   */
  public static String safe(String name) {
    String safe =
        Arrays.stream(name.split("/", -1))
            .filter(part -> !part.isEmpty() && !part.equals("."))
            .map(part -> UNSAFE.matcher(part).replaceAll(SourceName::encoded))
            .collect(Collectors.joining("/"));
    return safe.isEmpty() ? "%2F" : safe;
  }

  private static String encoded(MatchResult character) {
    return Quantity.format("%%%02X", (int) character.group().charAt(0));
  }

  /** Returns the name of a part of a file: {@code a/b.tsv} gives {@code a/b-00001.tsv}. */
  public static String part(String name, long part) {
    int dot = name.lastIndexOf('.');
    int end = dot > name.lastIndexOf('/') + 1 ? dot : name.length();
    return name.substring(0, end) + Quantity.format("-%05d", part) + name.substring(end);
  }

  /** Returns the path of a name, safe or not, below a folder. */
  public static Path below(Path folder, String name) {
    return new Path(folder, safe(name));
  }
}
