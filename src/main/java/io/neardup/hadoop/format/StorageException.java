package io.neardup.hadoop.format;

import java.io.IOException;
import java.util.Objects;

/**
 * The storage failed to return the bytes of a file. The content is not damaged, and another attempt
 * may succeed.
 */
public final class StorageException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Names the file, and what the storage said. */
  StorageException(String file, Exception cause) {
    super(
        "cannot read " + file + ": " + Objects.requireNonNullElse(cause.getMessage(), cause),
        cause);
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
