package io.neardup.text;

/** What divides the words of a text. */
public enum WordBoundaries {
  /** ASCII white space alone: punctuation is part of words. */
  BLANK,

  /** The word boundaries of Unicode, with dictionaries for languages without blanks. */
  UNICODE
}
