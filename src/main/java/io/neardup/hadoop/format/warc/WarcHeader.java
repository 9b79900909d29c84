package io.neardup.hadoop.format.warc;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.netpreserve.jwarc.WarcParser;

/** Finds the end of a WARC record's header, and the length of what follows it. */
final class WarcHeader {

  /** The longest header in bytes. */
  static final int MAX_BYTES = 1 << 20;

  private final WarcParser parser = new WarcParser();
  private long contentLength;

  void reset() {
    parser.reset();
  }

  /**
   * Reads more of the header.
   *
   * @param bytes the bytes after those of the last call; they may go beyond the header
   * @return whether the header has ended
   * @throws IOException if this is no header of a WARC record
   */
  boolean parse(byte[] bytes, int offset, int length) throws IOException {
    parser.parse(ByteBuffer.wrap(bytes, offset, length));
    if (parser.isError() || parser.position() > MAX_BYTES) {
      throw new IOException("no header of a WARC record");
    }
    if (!parser.isFinished()) {
      return false;
    }
    if (!parser.version().getProtocol().equals("WARC")) {
      throw new IOException("a record of an ARC file, the forerunner of WARC, which is not read");
    }
    try {
      contentLength = Long.parseLong(parser.headers().sole("Content-Length").orElse(""));
    } catch (IllegalArgumentException e) {
      throw new IOException("a WARC record whose Content-Length is not one number", e);
    }
    if (contentLength < 0 || contentLength > Long.MAX_VALUE / 2) {
      throw new IOException("a WARC record of " + contentLength + " bytes");
    }
    return true;
  }

  /** Returns the length of the header in bytes, once it has ended. */
  int length() {
    return (int) parser.position();
  }

  /** Returns the number of bytes that follow the header. */
  long contentLength() {
    return contentLength;
  }
}
