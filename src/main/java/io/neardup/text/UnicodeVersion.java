package io.neardup.text;

import java.util.Map;
import java.util.TreeMap;

/**
 * The version of Unicode that this Java knows. Folding ({@link Normalization#FOLD}) depends on it:
 * under another version the same text can give other shingles.
 */
public final class UnicodeVersion {

  /** For each version, a code point that this version assigned first (DerivedAge.txt). */
  private static final Map<String, Integer> FIRST_ASSIGNED =
      new TreeMap<>(
          Map.of(
              "13.0", 0x08BE,
              "14.0", 0x061D,
              "15.0", 0x0CF3,
              "15.1", 0x2FFC,
              "16.0", 0x1C89,
              "17.0", 0x088F));

  private UnicodeVersion() {}

  /**
   * Returns the newest listed version whose characters this Java has. If that is the last one
   * listed, Java may know a newer version, so the result also names Java's feature release.
   */
  public static String current() {
    String newest = "before 13.0";
    for (Map.Entry<String, Integer> version : FIRST_ASSIGNED.entrySet()) {
      if (Character.isDefined(version.getValue())) {
        newest = version.getKey();
      }
    }
    return newest.equals("17.0") ? "17.0 or later, Java " + Runtime.version().feature() : newest;
  }
}
