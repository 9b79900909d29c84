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
  UnsupportedSourceException(String message) {
    super(message);
  }

  UnsupportedSourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
