package io.neardup.hadoop.format;

import java.io.IOException;

/**
 * A file cannot be read here though it may be whole: its codec or its classes are not known, or the
 * task has not the memory that its blocks need.
 */
public final class UnsupportedSourceException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Takes the message for the user: which file, and what is missing. */
  public UnsupportedSourceException(String message) {
    super(message);
  }

  private UnsupportedSourceException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Returns the exception for a file of which something cannot be read for want of a class or a
   * library.
   */
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
