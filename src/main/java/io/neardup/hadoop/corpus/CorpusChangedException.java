package io.neardup.hadoop.corpus;

import java.io.IOException;

/** A file of a corpus is not what it was when it was ingested. */
public final class CorpusChangedException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Takes the message for the user: which file, and how it changed. */
  public CorpusChangedException(String message) {
    super(message);
  }
}
