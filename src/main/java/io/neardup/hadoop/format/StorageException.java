package io.neardup.hadoop.format;

import java.io.IOException;

/**
 * The storage did not give the bytes of a file, which it may do when it is asked again: no damage
 * of the content.
 */
public final class StorageException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Names the file, and what the storage said. */
  StorageException(String file, Exception cause) {
    super("cannot read " + file + ": " + cause, cause);
  }

  /** Returns the failure of the storage that caused an exception, null if none did. */
  public static StorageException causeOf(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof StorageException storage) {
        return storage;
      }
    }
    return null;
  }
}
