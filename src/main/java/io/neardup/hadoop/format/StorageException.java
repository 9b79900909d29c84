package io.neardup.hadoop.format;

import io.neardup.hadoop.output.StageFailedException;
import java.io.IOException;
import java.net.UnknownHostException;

/**
 * The storage failed to return the bytes of a file. The content is not damaged, and another attempt
 * may succeed.
 */
public final class StorageException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Names the file, and what the storage said. */
  StorageException(String file, Exception cause) {
    super("cannot read " + file + ": " + reason(cause), cause);
  }

  /** Returns what an exception says, with its class unless that is a sentence. */
  public static String reason(Exception e) {
    String message = String.valueOf(e.getMessage());
    return e instanceof UnknownHostException
        ? "unknown host " + message
        : StageFailedException.plain(message.contains(" ") ? message : e.toString());
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
