package io.neardup.graph;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which of several documents is kept: the one with the lowest rank and, of these, the lowest
 * column. A rank has 8 bytes for each criterion, 16 for a priority field, in their order; ranks are
 * compared as unsigned bytes. So the first criterion that differs decides.
 */
public final class KeepPolicy {

  /** The highest rank by a criterion: that of documents without a priority or a named source. */
  static final long LAST = -1;

  /**
   * What a policy knows of a document.
   *
   * @param column its column
   * @param length of its text in bytes, or the number of elements of its set; at least 0
   * @param fileName the path of its file below the input
   * @param filePath the whole path of its file, with its scheme
   * @param priority the value of its priority field; null if it has none
   * @param source its source
   */
  public record Ranked(
      long column, long length, String fileName, String filePath, String priority, String source) {}

  private static final int MAX_CRITERION_BYTES = 2 * Long.BYTES;

  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:/");

  // Numbers as in JSON; parseDouble would also accept "NaN", "1f" and " 1 ".
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");

  private static final Pattern TIME =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d)"
              + "([T ](\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?)(Z|[+-]\\d\\d(:?\\d\\d)?)?)?");

  private final List<BiConsumer<Ranked, ByteBuffer>> criteria = new ArrayList<>(); // write ranks

  /** Makes the policy of a configuration. */
  public KeepPolicy(Settings settings) {
    List<String> sources = Keys.parts(settings.get(Keys.SOURCE_ORDER));
    List<String> prefixes = Keys.parts(settings.get(Keys.PRIORITY_PREFIXES));
    for (String name : Keys.parts(settings.get(Keys.KEEP))) {
      switch (name) {
        case "source" -> add(document -> sources.indexOf(document.source())); // or LAST
        case "priority" -> {
          if (settings.get(Keys.PRIORITY_FIELD).isEmpty()) {
            add(document -> prefixRank(prefixes, document));
          } else {
            criteria.add((document, rank) -> putPriority(rank, number(document.priority())));
          }
        }
        case "longest" -> add(document -> Long.MAX_VALUE - document.length());
        case "last" -> add(document -> Long.MAX_VALUE - document.column());
        default -> {} // the first is preferred if the ranks are equal
      }
    }
  }

  private void add(ToLongFunction<Ranked> criterion) {
    criteria.add((document, rank) -> rank.putLong(criterion.applyAsLong(document)));
  }

  /** Returns the rank of a document: as many bytes for each. */
  public byte[] rank(Ranked document) {
    ByteBuffer rank = ByteBuffer.allocate(MAX_CRITERION_BYTES * criteria.size());
    criteria.forEach(criterion -> criterion.accept(document, rank));
    return Arrays.copyOf(rank.array(), rank.position());
  }

  /** Returns whether documents differ in rank at all. */
  public boolean ranks() {
    return !criteria.isEmpty();
  }

  /** Returns whether the value of a priority field is a number or a time; false for null. */
  public static boolean isNumber(String field) {
    return number(field) != null;
  }

  /** Returns a number, or a time in microseconds since 1970, as text; null for other values. */
  private static String number(String field) {
    if (field == null || NUMBER.matcher(field).matches()) {
      return field;
    }
    Matcher time = TIME.matcher(field);
    if (!time.matches()) {
      return null;
    }
    try {
      LocalTime ofDay = time.group(3) == null ? LocalTime.MIN : LocalTime.parse(time.group(3));
      ZoneOffset zone = time.group(6) == null ? ZoneOffset.UTC : ZoneOffset.of(time.group(6));
      Instant instant = LocalDate.parse(time.group(1)).atTime(ofDay).toInstant(zone);
      return String.valueOf(instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000);
    } catch (DateTimeException e) { // such as 30 February
      return null;
    }
  }

  /** Writes the rank by a number: first as a double, then that of the rest of 64-bit integers. */
  private static void putPriority(ByteBuffer rank, String number) {
    if (number == null) {
      rank.putLong(LAST).putLong(LAST);
      return;
    }
    double rounded = Double.parseDouble(number) + 0.0; // -0 is 0
    long bits = Double.doubleToLongBits(rounded);
    // The bits of positive doubles ascend with the numbers; those of negative doubles descend.
    long ascending = bits < 0 ? ~bits : bits | Long.MIN_VALUE;
    rank.putLong(~ascending);
    long rest;
    try {
      rest = Long.parseLong(number) - (long) rounded;
    } catch (NumberFormatException e) { // it has a fraction, an exponent or more bits
      rest = 0;
    }
    rank.putLong(Long.MAX_VALUE - rest);
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
