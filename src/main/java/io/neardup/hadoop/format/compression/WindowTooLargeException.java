package io.neardup.hadoop.format.compression;

import io.neardup.config.Keys;
import java.io.IOException;

/** A zstd file needs a larger window than is allowed. */
public final class WindowTooLargeException extends IOException {

  private static final long serialVersionUID = 1L;

  WindowTooLargeException(IOException cause) {
    super(
        "its zstd window is larger than "
            + Keys.MAX_ZSTD_WINDOW_BYTES
            + " allows; set that key to up to 2147483648 (for zstd --long=31): so much memory a"
            + " task then needs beside its heap",
        cause);
  }
}
