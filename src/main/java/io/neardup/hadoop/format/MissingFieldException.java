package io.neardup.hadoop.format;

import java.io.IOException;

/** The records of a file lack a field that the configuration names. The file is not damaged. */
public final class MissingFieldException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * Takes the message for the user: which file, which field and key, and which fields there are.
   */
  public MissingFieldException(String message) {
    super(message);
  }
}
