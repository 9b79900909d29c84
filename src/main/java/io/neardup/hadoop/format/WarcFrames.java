package io.neardup.hadoop.format;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.netpreserve.jwarc.MessageHeaders;
import org.netpreserve.jwarc.WarcParser;

/**
 * Cuts a stream that is not compressed into WARC records: header, content, and line breaks. A
 * record with a broken header or a wrong length ends where the next header begins, so that it does
 * not hide those after it.
 */
final class WarcFrames extends Frames {

  private static final int MAX_HEADER_BYTES = 1 << 20;
  private static final int TRAILER = 4;
  private static final int MAX_BREAKS = 1 << 10;
  private static final byte[] NEXT = "WARC/".getBytes(StandardCharsets.US_ASCII);

  /** Why the record cannot be used; null if it can. */
  String problem;

  /** Whether the header, or the bytes before it, violate the standard. */
  boolean lenient;

  /** Where in the record its content begins and ends. */
  int content;

  int end;

  private final int gzipLevel;
  private final WarcParser parser = new WarcParser();
  private long rest; // bytes of an oversized record that are not held; -1 once passed

  /**
   * @param in the decompressed file, from its first byte
   * @param maxLength longest header and content in bytes
   * @param gzipLevel with which each copied record is compressed as a gzip member; negative if
   *     records are copied unchanged
   */
  WarcFrames(InputStream in, int maxLength, int gzipLevel) {
    super(in, maxLength);
    this.gzipLevel = gzipLevel;
  }

  /** Returns the header of a record without problem. */
  MessageHeaders headers() {
    return parser.headers();
  }

  @Override
  protected boolean findRecord() throws IOException {
    int begin = breaks(0, MAX_BREAKS); // extra ones after the previous record
    if (!fillTo(begin + 1)) {
      pass(begin);
      requireEnd();
      return false;
    }
    problem = readHeader(begin);
    if (problem != null) {
      tooLong = false;
      held = nextHeader(begin + 1, maxLength);
      if (held < 0) {
        throw new IOException("byte " + position() + ": " + problem);
      }
      return true;
    }
    content = begin + (int) parser.position();
    long length = content + Long.parseLong(headers().first("Content-Length").orElseThrow());
    tooLong = length > maxLength;
    held = tooLong ? content : (int) length;
    rest = length - held;
    if (tooLong) {
      return true;
    }
    require(held);
    end = held;
    int breaks = breaks(end, TRAILER);
    if (breaks == 0 && fillTo(end + 1) && nextHeader(end, end) < 0) {
      int next = nextHeader(content, maxLength);
      if (next >= 0) {
        problem = "the next record does not begin where its Content-Length says";
        held = next;
      }
    }
    held += breaks;
    return true;
  }

  /**
   * Reads a header; leniently, if it violates the standard: lines may end with LF, values may have
   * control characters. Returns what is wrong with it; null if nothing is.
   */
  private String readHeader(int begin) throws IOException {
    lenient = false;
    parseHeader(begin);
    if (parser.isError()) {
      lenient = true;
      parseHeader(begin);
    }
    lenient |= begin > 0;
    if (parser.isError() || parser.position() > MAX_HEADER_BYTES) {
      return "not the header of a WARC record";
    }
    if (!parser.version().getProtocol().equals("WARC")) {
      return "a record of an ARC file: convert it to WARC";
    }
    List<String> lengths = headers().all("Content-Length");
    return lengths.size() == 1 && lengths.get(0).matches("\\d{1,18}")
        ? null
        : "a WARC record whose Content-Length is not one number";
  }

  private void parseHeader(int begin) throws IOException {
    parser.reset();
    parser.setLenient(lenient);
    while (!parser.isFinished() && !parser.isError() && parser.position() <= MAX_HEADER_BYTES) {
      int from = begin + (int) parser.position();
      require(from + 1);
      parser.parse(ByteBuffer.wrap(bytes(), offset() + from, available() - from));
    }
  }

  /** Returns where in [from, to] of the window the next header begins, -1 if none does. */
  private int nextHeader(int from, int to) throws IOException {
    for (int at = from; at <= to && fillTo(at + NEXT.length); at++) {
      int begin = offset() + at;
      if (Arrays.equals(bytes(), begin, begin + NEXT.length, NEXT, 0, NEXT.length)) {
        return at;
      }
    }
    return -1;
  }

  /** Reads until the window has the length that the current record needs. */
  private void require(int length) throws IOException {
    if (!fillTo(length)) {
      throw new EOFException("the file ends inside a WARC record");
    }
  }

  /** Returns the length of the line breaks at an offset in the window, at most a limit. */
  private int breaks(int offset, int limit) throws IOException {
    int at = offset;
    while (at < offset + limit && fillTo(at + 1) && (at(at) == '\r' || at(at) == '\n')) {
      at++;
    }
    return at - offset;
  }

  @Override
  protected void passRest(OutputStream out) throws IOException {
    if (!tooLong || rest < 0) {
      return;
    }
    while (rest > 0) {
      require(1);
      int piece = (int) Math.min(rest, available());
      pass(piece, out);
      rest -= piece;
    }
    rest = -1;
    pass(breaks(0, TRAILER), out);
  }

  @Override
  public void copyTo(OutputStream out) throws IOException {
    if (gzipLevel >= 0) {
      try (Member member = new Member(out, gzipLevel)) {
        super.copyTo(member);
      }
    } else {
      super.copyTo(out);
    }
  }

  /** A gzip member in a stream that stays open. */
  private static final class Member extends GZIPOutputStream {
    Member(OutputStream out, int level) throws IOException {
      super(out);
      def.setLevel(level);
    }

    @Override
    public void close() throws IOException {
      finish();
      def.end();
    }
  }
}
