package io.neardup.config;

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
}
