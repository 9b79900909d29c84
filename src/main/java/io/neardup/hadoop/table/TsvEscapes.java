package io.neardup.hadoop.table;

import java.util.regex.Pattern;

/**
 * Writes any string as one field of a line of fields between tabs, and reads it again. Backslash,
 * tab, line feed and carriage return are written {@code \\}, {@code \t}, {@code \n} and {@code \r};
 * all else stays as it is.
 */
public final class TsvEscapes {

  private static final Pattern ESCAPE = Pattern.compile("\\\\(.?)", Pattern.DOTALL);

  private TsvEscapes() {}

  /** Returns a string without tab or line break from which {@link #unescape} makes the value. */
  public static String escape(String value) {
    return value
        .replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  /**
   * Returns the value that was escaped; IllegalArgumentException if a backslash is followed by
   * nothing, or by another character than those of an escape.
   */
  public static String unescape(String escaped) {
    return ESCAPE
        .matcher(escaped)
        .replaceAll(
            match ->
                switch (match.group(1)) {
                  case "\\" -> "\\\\"; // one backslash in a replacement
                  case "t" -> "\t";
                  case "n" -> "\n";
                  case "r" -> "\r";
                  default -> throw new IllegalArgumentException("not an escape: " + escaped);
                });
  }
}
