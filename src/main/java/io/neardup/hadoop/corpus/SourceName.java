package io.neardup.hadoop.corpus;

import java.util.Locale;
import org.apache.hadoop.fs.Path;

/**
 * Names of sources: the relative paths of copies and the files of {@code dedup}. This class makes
 * every name safe: the file lies below the folder it is put in, and Hadoop jobs do not ignore it as
 * hidden.
 */
public final class SourceName {

  private SourceName() {}

  /**
   * Returns a name as a safe relative path: without empty folders and {@code .}; an underscore or
   * dot that begins a folder or file (Hadoop hides such names, and {@code ..} leads upwards),
   * colons and control characters are percent-encoded. A safe name is returned as it is.
   *
   * @param name folders and file with slashes between them
   * @return the safe name, which is not empty
   */
  public static String safe(String name) {
    StringBuilder safe = new StringBuilder(name.length());
    for (String part : name.split("/", -1)) {
      if (!part.isEmpty() && !part.equals(".")) {
        safe.append(safe.length() == 0 ? "" : "/");
        appendSafe(safe, part);
      }
    }
    return safe.length() == 0 ? encoded('/') : safe.toString();
  }

  private static void appendSafe(StringBuilder safe, String part) {
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      boolean hides = i == 0 && (c == '_' || c == '.');
      if (hides || c == ':' || Character.isISOControl(c)) {
        safe.append(encoded(c));
      } else {
        safe.append(c);
      }
    }
  }

  private static String encoded(char c) {
    return String.format(Locale.ROOT, "%%%02X", (int) c);
  }

  /** Returns the name of a part of a file: {@code a/b.tsv} gives {@code a/b-00001.tsv}. */
  public static String part(String name, long part) {
    int dot = name.lastIndexOf('.');
    int end = dot > name.lastIndexOf('/') + 1 ? dot : name.length();
    return name.substring(0, end) + String.format(Locale.ROOT, "-%05d", part) + name.substring(end);
  }

  /**
   * Returns a numbered variant of a name, with the same extensions: {@code a/b.tsv.gz} gives {@code
   * a/b-2.tsv.gz}.
   */
  public static String numbered(String name, long number) {
    int dot = name.indexOf('.', name.lastIndexOf('/') + 2);
    int end = dot < 0 ? name.length() : dot;
    return name.substring(0, end) + "-" + number + name.substring(end);
  }

  /** Returns the path of a name, safe or not, below a folder. */
  public static Path below(Path folder, String name) {
    return new Path(folder, safe(name));
  }
}
