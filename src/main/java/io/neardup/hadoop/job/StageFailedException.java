package io.neardup.hadoop.job;

import java.io.IOException;

/** Thrown when a stage fails: its job failed or its counts do not balance. Exit status 1. */
public final class StageFailedException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Takes the message for the user. */
  public StageFailedException(String message) {
    super(message);
  }
}
