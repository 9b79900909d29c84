package io.neardup.hadoop.output;

import java.io.IOException;
import java.util.Locale;

/** Thrown when a stage fails: its job failed or its counts do not balance. Exit status 1. */
public final class StageFailedException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Takes the message for the user. */
  public StageFailedException(String message) {
    super(message);
  }

  /** Takes the message for the user as a format, as of {@link String#format}, and its arguments. */
  @SuppressWarnings("AnnotateFormatMethod") // its library is for compilers only
  public StageFailedException(String format, Object... arguments) {
    super(String.format(Locale.ROOT, format, arguments));
  }
}
