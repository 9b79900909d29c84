package io.neardup.hadoop.format.warc;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.netpreserve.jwarc.WarcParser;

/**
 * Finds the end of a WARC record's header, and the length of what follows it. A header that is not
 * written as the standard says is read leniently: lines may end with LF, values may have control
 * characters.
 */
final class WarcHeader {

  /** The longest header in bytes. */
  static final int MAX_BYTES = 1 << 20;

  private final WarcParser parser = new WarcParser();
  private boolean lenient;
  private String problem;
  private long contentLength;

  /**
   * Reads a header.
   *
   * @param bytes hold the record from its first byte; they may go beyond the header
   * @return whether the header has ended, well or with a {@link #problem}
   */
  boolean parse(byte[] bytes, int offset, int length) {
    lenient = false;
    problem = null;
    parse(ByteBuffer.wrap(bytes, offset, length));
    if (parser.isError()) {
      lenient = true;
      parse(ByteBuffer.wrap(bytes, offset, length));
    }
    if (parser.isError() || parser.position() > MAX_BYTES) {
      problem = "no header of a WARC record";
    } else if (!parser.isFinished()) {
      return false;
    } else if (!parser.version().getProtocol().equals("WARC")) {
      problem = "a record of an ARC file, the forerunner of WARC, which is not read";
    } else {
      readContentLength();
    }
    return true;
  }

  private void parse(ByteBuffer bytes) {
    parser.reset();
    parser.setLenient(lenient);
    parser.parse(bytes);
  }

  private void readContentLength() {
    try {
      contentLength = Long.parseLong(parser.headers().sole("Content-Length").orElse(""));
      if (contentLength < 0 || contentLength > Long.MAX_VALUE / 2) {
        problem = "a WARC record of " + contentLength + " bytes";
      }
    } catch (IllegalArgumentException e) {
      problem = "a WARC record whose Content-Length is not one number";
    }
  }

  /** Returns what is wrong with the header, once it has ended; empty if it can be used. */
  Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** Returns whether the header is not written as the standard says. */
  boolean isLenient() {
    return lenient;
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
