package io.neardup.graph;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which of several documents is kept: the one with the lowest rank and, of these, the lowest
 * column. Ranks are unsigned 64-bit numbers.
 */
public abstract class KeepPolicy {

  /** The highest rank: that of documents without a priority. */
  public static final long LAST = -1;

  private static final KeepPolicy FIRST =
      new KeepPolicy() {
        @Override
        public long rank(long textLength, String fileName, String filePath, String field) {
          return 0;
        }

        @Override
        public boolean ranks() {
          return false;
        }
      };

  private static final KeepPolicy LONGEST =
      new KeepPolicy() {
        @Override
        public long rank(long textLength, String fileName, String filePath, String field) {
          return Long.MAX_VALUE - textLength;
        }
      };

  private static final KeepPolicy GREATEST_NUMBER =
      new KeepPolicy() {
        @Override
        public long rank(long textLength, String fileName, String filePath, String field) {
          return numberRank(field);
        }
      };

  private KeepPolicy() {}

  /** Returns the policy of a configuration. */
  public static KeepPolicy of(Settings settings) {
    return switch (settings.get(Keys.KEEP)) {
      case "first" -> FIRST;
      case "longest" -> LONGEST;
      default ->
          settings.get(Keys.PRIORITY_FIELD).isEmpty()
              ? new Prefixes(settings.get(Keys.PRIORITY_PREFIXES))
              : GREATEST_NUMBER;
    };
  }

  /**
   * Returns the rank of a document.
   *
   * @param textLength of its text in bytes, at least 0
   * @param fileName the path of its file below the input
   * @param filePath the whole path of its file, with its scheme
   * @param field the value of its priority field; null if it has none
   */
  public abstract long rank(long textLength, String fileName, String filePath, String field);

  /** Returns whether documents differ in rank at all. */
  public boolean ranks() {
    return true;
  }

  // Numbers as in JSON; parseDouble would also accept "NaN", "1f" and " 1 ".
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");

  /** Returns whether the value of a priority field is a number; false for null. */
  public static boolean isNumber(String field) {
    return field != null && NUMBER.matcher(field).matches();
  }

  private static long numberRank(String field) {
    if (!isNumber(field)) {
      return LAST;
    }
    long bits = Double.doubleToLongBits(Double.parseDouble(field) + 0.0); // -0 is 0
    // The bits of positive doubles ascend with the numbers; those of negative doubles descend.
    long ascending = bits < 0 ? ~bits : bits | Long.MIN_VALUE;
    return ~ascending;
  }

  /** Prefers files whose names begin with a prefix; earlier prefixes come first. */
  private static final class Prefixes extends KeepPolicy {

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:/");

    private final List<String> prefixes = new ArrayList<>();

    Prefixes(String list) {
      for (String prefix : list.split(",", -1)) {
        // A path is written with one slash where it has no authority.
        prefixes.add(prefix.strip().replaceFirst("^([A-Za-z][A-Za-z0-9+.-]*:)///", "$1/"));
      }
    }

    @Override
    public long rank(long textLength, String fileName, String filePath, String field) {
      for (int i = 0; i < prefixes.size(); i++) {
        String prefix = prefixes.get(i);
        if (!prefix.isEmpty() && compared(prefix, fileName, filePath).startsWith(prefix)) {
          return i;
        }
      }
      return LAST;
    }

    private static String compared(String prefix, String fileName, String filePath) {
      if (SCHEME.matcher(prefix).lookingAt()) {
        return filePath;
      }
      return prefix.startsWith("/") ? withoutScheme(filePath) : fileName;
    }

    private static String withoutScheme(String path) {
      if (!SCHEME.matcher(path).lookingAt()) {
        return path;
      }
      String rest = path.substring(path.indexOf(':') + 1);
      return rest.startsWith("//") ? rest.substring(Math.max(2, rest.indexOf('/', 2))) : rest;
    }
  }
}
