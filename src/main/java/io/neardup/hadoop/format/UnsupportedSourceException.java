package io.neardup.hadoop.format;

import java.io.IOException;
import java.util.Locale;

/**
 * A file cannot be read here, although it need not be damaged: its codec or its classes are
 * missing, it lacks a field that the configuration names, the task has too little memory for its
 * blocks, or it is not the file that was ingested.
 */
public final class UnsupportedSourceException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Takes the message for the user as a format: which file, and what is wrong. */
  public UnsupportedSourceException(String format, Object... arguments) {
    this(null, format, arguments);
  }

  @SuppressWarnings("AnnotateFormatMethod") // its library is for compilers only
  UnsupportedSourceException(Throwable cause, String format, Object... arguments) {
    super(String.format(Locale.ROOT, format, arguments), cause);
  }
}
