package io.neardup.hadoop.corpus;

import java.io.IOException;

/** Thrown when a file of a corpus has changed since it was ingested. */
public final class CorpusChangedException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Takes the message for the user: which file, and how it changed. */
  public CorpusChangedException(String message) {
    super(message);
  }
}
