package io.neardup.hadoop.corpus;

import java.io.IOException;
import java.util.Locale;

/** Thrown when a file of a corpus has changed since it was ingested. */
public final class CorpusChangedException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Takes the message for the user as a format: which file, and how it changed. */
  @SuppressWarnings("AnnotateFormatMethod") // its library is for compilers only
  public CorpusChangedException(String format, Object... arguments) {
    super(String.format(Locale.ROOT, format, arguments));
  }
}
