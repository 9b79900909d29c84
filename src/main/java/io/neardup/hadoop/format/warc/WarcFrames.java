package io.neardup.hadoop.format.warc;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.WindowFrames;
import java.io.EOFException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Cuts a stream that is not compressed into WARC records: header, content, and up to two line
 * breaks.
 */
final class WarcFrames extends WindowFrames {

  private static final int TRAILER = 4;

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
    header.reset();
    int seen = 0;
    while (!parseHeader(seen)) {
      seen = window.length();
      if (!window.fill()) {
        throw new EOFException("the file ends in the header of a WARC record");
      }
    }
    long length = header.length() + header.contentLength();
    tooLong = length > maxLength;
    trailing = true;
    if (tooLong) {
      held = header.length();
      rest = length - held;
      return true;
    }
    if (!window.fillTo((int) length)) {
      throw cutOff(length - window.length());
    }
    held = (int) length;
    rest = 0;
    held += trailer(held);
    trailing = false;
    return true;
  }

  private boolean parseHeader(int seen) throws IOException {
    try {
      return header.parse(window.bytes(), window.start() + seen, window.length() - seen);
    } catch (IOException e) {
      throw new IOException("byte " + position() + ": " + e.getMessage(), e);
    }
  }

  private static EOFException cutOff(long missing) {
    return new EOFException(
        "the file ends " + Quantity.of(missing, "byte") + " before its last WARC record");
  }

  /** Returns the length of the line breaks at an offset in the window. */
  private int trailer(int offset) throws IOException {
    int length = 0;
    while (length < TRAILER && window.fillTo(offset + length + 1)) {
      int b = window.at(offset + length);
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
      if (!window.fillTo(1)) {
        throw cutOff(rest);
      }
      int piece = (int) Math.min(rest, window.length());
      window.pass(piece, out);
      rest -= piece;
    }
    if (trailing) {
      trailing = false;
      window.pass(trailer(0), out);
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
