package io.neardup.config;

import java.util.Locale;

/**
 * The user asked for something that cannot be done as asked: a wrong key, value, argument or input.
 * The message says what is wrong, where, and what to do; no stack trace is shown. Exit status 2.
 */
public class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Takes the message for the user. */
  public UsageException(String message) {
    super(message);
  }

  /** Takes the message for the user as a format, as of {@link String#format}, and its arguments. */
  @SuppressWarnings("AnnotateFormatMethod") // its library is for compilers only
  public UsageException(String format, Object... arguments) {
    super(String.format(Locale.ROOT, format, arguments));
  }

  /**
   * Refuses what does not fit.
   *
   * @param format of the message, as of {@link String#format}
   */
  @SuppressWarnings("AnnotateFormatMethod")
  public static void require(boolean fits, String format, Object... arguments) {
    if (!fits) {
      throw new UsageException(format, arguments);
    }
  }
}
