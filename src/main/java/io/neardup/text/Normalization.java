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

  /**
   * Unicode's NFKC_Casefold, then {@link #WHITESPACE}: texts that differ in case, in compatibility
   * forms or in invisible characters become equal.
   */
  FOLD,

  /**
   * {@link #FOLD} without punctuation, symbols, accents and points; letters, digits, white space
   * and the vowel signs of scripts that write them as marks stay.
   */
  LETTERS
}
