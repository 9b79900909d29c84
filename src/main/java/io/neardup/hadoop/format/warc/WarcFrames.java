package io.neardup.hadoop.format.warc;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.Frames;
import java.io.EOFException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/**
 * Cuts a stream that is not compressed into WARC records: header, content, and line breaks. A
 * record with a broken header or a wrong length ends where the next header begins, so that it does
 * not hide those after it.
 */
final class WarcFrames extends Frames {

  private static final int TRAILER = 4;
  private static final int MAX_BREAKS = 1 << 10;
  private static final byte[] NEXT = "WARC/".getBytes(StandardCharsets.US_ASCII);

  private final boolean gzipCopies;
  private final WarcHeader header = new WarcHeader();

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

  @Override
  protected boolean findRecord() throws IOException {
    int begin = breaks(0, MAX_BREAKS); // too many after the record before
    if (!fillTo(begin + 1)) {
      pass(begin);
      requireEnd();
      return false;
    }
    while (!header.parse(bytes(), offset() + begin, available() - begin)) {
      if (!fill()) {
        throw new EOFException("the file ends in the header of a WARC record");
      }
    }
    if (header.problem().isPresent()) {
      tooLong = false;
      held = nextHeader(begin + 1);
      if (held < 0) {
        throw new IOException("byte " + position() + ": " + header.problem().get());
      }
      return true;
    }
    int content = begin + header.length();
    long length = content + header.contentLength();
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
    held = (int) length;
    rest = 0;
    trailing = false;
    int breaks = breaks(held, TRAILER);
    if (breaks == 0 && fillTo(held + 1) && !isNext(held)) {
      int next = nextHeader(content);
      held = next < 0 ? held : next;
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
