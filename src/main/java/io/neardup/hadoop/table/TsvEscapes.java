package io.neardup.hadoop.table;

/**
 * Writes any string as one field of a line of fields between tabs, and reads it again. Backslash,
 * tab, line feed and carriage return are written {@code \\}, {@code \t}, {@code \n} and {@code \r};
 * all else stays as it is.
 */
public final class TsvEscapes {

  private static final String SPECIAL = "\\\t\n\r";
  private static final String LETTERS = "\\tnr";

  private TsvEscapes() {}

  /** Returns a string without tab or line break from which {@link #unescape} makes the value. */
  public static String escape(String value) {
    if (value.chars().noneMatch(c -> SPECIAL.indexOf(c) >= 0)) {
      return value;
    }
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      int special = SPECIAL.indexOf(value.charAt(i));
      if (special < 0) {
        escaped.append(value.charAt(i));
      } else {
        escaped.append('\\').append(LETTERS.charAt(special));
      }
    }
    return escaped.toString();
  }

  /**
   * Returns the value that was escaped.
   *
   * @throws IllegalArgumentException if a backslash is followed by nothing, or by another character
   *     than those of an escape
   */
  public static String unescape(String escaped) {
    if (escaped.indexOf('\\') < 0) {
      return escaped;
    }
    StringBuilder value = new StringBuilder();
    for (int i = 0; i < escaped.length(); i++) {
      char c = escaped.charAt(i);
      if (c == '\\') {
        i++;
        int letter = i < escaped.length() ? LETTERS.indexOf(escaped.charAt(i)) : -1;
        if (letter < 0) {
          throw new IllegalArgumentException("not an escape: " + escaped);
        }
        c = SPECIAL.charAt(letter);
      }
      value.append(c);
    }
    return value.toString();
  }
}
