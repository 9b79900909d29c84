package io.neardup.text;

/**
 * Which differences between texts are removed before they are cut into shingles. The result is
 * always valid UTF-8 (see {@link TextNormalizer}).
 */
public enum Normalization {
  /** The text as it is; invalid UTF-8 is repaired. */
  NONE,

  /** Each run of Unicode white space becomes one space; leading and trailing ones are dropped. */
  WHITESPACE,

  /** Unicode NFKC, case folding, then {@link #WHITESPACE}. */
  FOLD;

  /**
   * Returns the normalization of that name.
   *
   * @param lowerCaseName {@code none}, {@code whitespace} or {@code fold}
   * @throws IllegalArgumentException if it is none of these; the message names them
   */
  public static Normalization of(String lowerCaseName) {
    return switch (lowerCaseName) {
      case "none" -> NONE;
      case "whitespace" -> WHITESPACE;
      case "fold" -> FOLD;
      default ->
          throw new IllegalArgumentException(
              "Unknown normalization '" + lowerCaseName + "': use none, whitespace or fold");
    };
  }
}
