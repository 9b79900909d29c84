package io.neardup.hadoop.format;

import java.io.IOException;

/**
 * A file cannot be read here, although it need not be damaged: its codec or its classes are
 * missing, it lacks a field that the configuration names, or the task has too little memory for its
 * blocks.
 */
public final class UnsupportedSourceException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Takes the message for the user: which file, and what is missing. */
  public UnsupportedSourceException(String message) {
    super(message);
  }

  UnsupportedSourceException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Returns the exception for a file that needs a missing class or library. */
  public static UnsupportedSourceException of(String file, String what, Throwable cause) {
    return new UnsupportedSourceException(file + ": " + what + ": " + cause, cause);
  }

  /** Returns the exception for a block, or a record, that does not fit into memory. */
  public static UnsupportedSourceException tooLarge(
      String file, String what, OutOfMemoryError cause) {
    return new UnsupportedSourceException(
        file + ": " + what + " needs more memory than the task has, or the file is damaged", cause);
  }
}
