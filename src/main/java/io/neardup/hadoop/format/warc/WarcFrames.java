package io.neardup.hadoop.format.warc;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.Frames;
import java.io.EOFException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.netpreserve.jwarc.WarcParser;

/**
 * Cuts a stream that is not compressed into WARC records: header, content, and line breaks. A
 * record with a broken header or a wrong length ends where the next header begins, so that it does
 * not hide those after it.
 */
final class WarcFrames extends Frames {

  /** The longest header in bytes. */
  private static final int MAX_HEADER_BYTES = 1 << 20;

  private static final int TRAILER = 4;
  private static final int MAX_BREAKS = 1 << 10;
  private static final byte[] NEXT = "WARC/".getBytes(StandardCharsets.US_ASCII);

  /** What is wrong with the record, which then cannot be parsed; null if nothing is. */
  String problem;

  /** Whether the header is not written as the standard says. */
  boolean lenient;

  /** Where in the record its header begins; 0 if no line breaks stand before it. */
  int begin;

  /** Where in the record its content begins. */
  int content;

  /** Where in the record its content ends. */
  int end;

  private final boolean gzipCopies;
  private final WarcParser parser = new WarcParser();
  private long contentLength;
  private long rest; // bytes of the record behind those held, without the line breaks
  private boolean trailing; // the line breaks are still to be found

  /**
   * @param in the decompressed file, from its first byte
   * @param maxLength longest header and content in bytes
   * @param gzipCopies whether each record is copied as a gzip member, instead of unchanged
   */
  WarcFrames(InputStream in, int maxLength, boolean gzipCopies) {
    super(in, maxLength);
    this.gzipCopies = gzipCopies;
  }

  /**
   * Reads a header leniently, if it is not written as the standard says: lines may end with LF,
   * values may have control characters. Sets the {@link #problem} of one that cannot be used.
   *
   * @param length of the bytes from its first; they may go beyond it
   * @return whether it has ended, well or with a problem
   */
  private boolean parseHeader(int length) {
    problem = null;
    lenient = false;
    tryHeader(length);
    if (parser.isError()) {
      lenient = true;
      tryHeader(length);
    }
    if (parser.isError() || parser.position() > MAX_HEADER_BYTES) {
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

  private void tryHeader(int length) {
    parser.reset();
    parser.setLenient(lenient);
    parser.parse(ByteBuffer.wrap(bytes(), offset() + begin, length));
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

  @Override
  protected boolean findRecord() throws IOException {
    begin = breaks(0, MAX_BREAKS); // too many after the record before
    if (!fillTo(begin + 1)) {
      pass(begin);
      requireEnd();
      return false;
    }
    while (!parseHeader(available() - begin)) {
      if (!fill()) {
        throw new EOFException("the file ends in the header of a WARC record");
      }
    }
    if (problem != null) {
      tooLong = false;
      held = nextHeader(begin + 1);
      if (held < 0) {
        throw new IOException("byte " + position() + ": " + problem);
      }
      if (!parseHeader(held - begin)) {
        problem = "the record ends in its header";
      }
      return true;
    }
    content = begin + (int) parser.position();
    long length = content + contentLength;
    tooLong = length > maxLength;
    trailing = true;
    if (tooLong) {
      held = content;
      rest = length - held;
      return true;
    }
    if (!fillTo((int) length)) {
      throw cutOff(length - available());
    }
    end = (int) length;
    held = end;
    rest = 0;
    trailing = false;
    int breaks = breaks(held, TRAILER);
    if (breaks == 0 && fillTo(held + 1) && !isNext(held)) {
      int next = nextHeader(content);
      if (next >= 0) {
        problem =
            next < end
                ? "the record ends " + Quantity.of(end - next, "byte") + " early"
                : "the record is longer than its Content-Length";
        held = next;
      }
    }
    held += breaks;
    return true;
  }

  /** Returns where in the window the next header begins, -1 if there is none in sight. */
  private int nextHeader(int from) throws IOException {
    for (int at = from; at <= maxLength && fillTo(at + 1); at++) {
      if (isNext(at)) {
        return at;
      }
    }
    return -1;
  }

  private boolean isNext(int offset) throws IOException {
    if (!fillTo(offset + NEXT.length)) {
      return false;
    }
    int from = offset() + offset;
    return Arrays.equals(bytes(), from, from + NEXT.length, NEXT, 0, NEXT.length);
  }

  private static EOFException cutOff(long missing) {
    return new EOFException(
        "the file ends " + Quantity.of(missing, "byte") + " before its last WARC record");
  }

  /** Returns the length of the line breaks at an offset in the window, at most a limit. */
  private int breaks(int offset, int limit) throws IOException {
    int length = 0;
    while (length < limit && fillTo(offset + length + 1)) {
      int b = at(offset + length);
      if (b != '\r' && b != '\n') {
        break;
      }
      length++;
    }
    return length;
  }

  @Override
  protected void passRest(OutputStream out) throws IOException {
    while (rest > 0) {
      if (!fillTo(1)) {
        throw cutOff(rest);
      }
      int piece = (int) Math.min(rest, available());
      pass(piece, out);
      rest -= piece;
    }
    if (trailing) {
      trailing = false;
      pass(breaks(0, TRAILER), out);
    }
  }

  @Override
  public void copyTo(OutputStream out) throws IOException {
    if (gzipCopies) {
      try (OutputStream member = new GZIPOutputStream(leftOpen(out))) {
        super.copyTo(member);
      }
    } else {
      super.copyTo(out);
    }
  }

  /** Returns a stream into another one, which stays open when it is closed. */
  private static OutputStream leftOpen(OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
      }

      @Override
      public void close() throws IOException {
        flush();
      }
    };
  }
}
