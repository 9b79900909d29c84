package io.neardup.text;

import java.util.Locale;

/** What divides the words of a text. */
public enum WordBoundaries {
  /** ASCII white space alone: punctuation is part of words. */
  BLANK,

  /** The word boundaries of Unicode, with dictionaries for languages without blanks. */
  UNICODE;

  /** Returns the boundaries of a value of {@code neardup.shingle.word-boundaries}. */
  public static WordBoundaries of(String value) {
    return valueOf(value.toUpperCase(Locale.ROOT));
  }
}
