package io.neardup.graph;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

/**
 * Which of several documents is kept: the one with the lowest rank and, of these, the lowest
 * column. A rank has 8 bytes for each criterion, in their order; ranks are compared as unsigned
 * bytes. So the first criterion that differs decides.
 */
public final class KeepPolicy {

  /** The highest rank by a criterion: that of documents without a priority or a named source. */
  static final long LAST = -1;

  /**
   * What a policy knows of a document.
   *
   * @param column its column
   * @param textLength of its text in bytes, at least 0
   * @param fileName the path of its file below the input
   * @param filePath the whole path of its file, with its scheme
   * @param priority the value of its priority field; null if it has none
   * @param source its source
   */
  public record Ranked(
      long column,
      long textLength,
      String fileName,
      String filePath,
      String priority,
      String source) {}

  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:/");

  // Numbers as in JSON; parseDouble would also accept "NaN", "1f" and " 1 ".
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");

  private final List<ToLongFunction<Ranked>> criteria = new ArrayList<>(); // ranks, unsigned

  /** Makes the policy of a configuration. */
  public KeepPolicy(Settings settings) {
    List<String> sources = Keys.parts(settings.get(Keys.SOURCE_ORDER));
    List<String> prefixes = Keys.parts(settings.get(Keys.PRIORITY_PREFIXES));
    for (String name : Keys.parts(settings.get(Keys.KEEP))) {
      switch (name) {
        case "source" -> criteria.add(document -> sources.indexOf(document.source())); // or LAST
        case "priority" ->
            criteria.add(
                settings.get(Keys.PRIORITY_FIELD).isEmpty()
                    ? document -> prefixRank(prefixes, document)
                    : document -> numberRank(document.priority()));
        case "longest" -> criteria.add(document -> Long.MAX_VALUE - document.textLength());
        case "last" -> criteria.add(document -> Long.MAX_VALUE - document.column());
        default -> {} // the first is preferred if the ranks are equal
      }
    }
  }

  /** Returns the rank of a document: as many bytes for each. */
  public byte[] rank(Ranked document) {
    ByteBuffer rank = ByteBuffer.allocate(criteria.size() * Long.BYTES);
    criteria.forEach(criterion -> rank.putLong(criterion.applyAsLong(document)));
    return rank.array();
  }

  /** Returns whether documents differ in rank at all. */
  public boolean ranks() {
    return !criteria.isEmpty();
  }

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
  private static long prefixRank(List<String> prefixes, Ranked document) {
    for (int i = 0; i < prefixes.size(); i++) {
      if (hasPrefix(prefixes.get(i), document.fileName(), document.filePath())) {
        return i;
      }
    }
    return LAST;
  }

  /**
   * Returns whether a file has a prefix of {@code neardup.cluster.priority-prefixes}; none has an
   * empty one.
   *
   * @param fileName its path below the input
   * @param filePath its whole path, with its scheme
   */
  public static boolean hasPrefix(String prefix, String fileName, String filePath) {
    if (SCHEME.matcher(prefix).lookingAt()) {
      // A path is written with one slash where it has no authority.
      return filePath.startsWith(prefix.replace(":///", ":/"));
    }
    String path = prefix.startsWith("/") ? withoutScheme(filePath) : fileName;
    return !prefix.isEmpty() && path.startsWith(prefix);
  }

  private static String withoutScheme(String path) {
    if (!SCHEME.matcher(path).lookingAt()) {
      return path;
    }
    String rest = path.substring(path.indexOf(':') + 1);
    return rest.startsWith("//") ? rest.substring(Math.max(2, rest.indexOf('/', 2))) : rest;
  }
}
