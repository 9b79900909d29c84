package io.neardup.hadoop.format;

import java.io.IOException;

/** All of a compressed file has been read; what follows in it is something else. */
public final class TrailingBytesException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Takes the byte of the file at which the other bytes begin. */
  TrailingBytesException(long position) {
    super("what follows the gzip data at byte " + position + " is not gzip, and was not read");
  }
}
