package io.neardup.hadoop.format.compression;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Decompresses gzip (RFC 1952): the content of all members. Ignores zeros after a member, as tar
 * and tapes add them. Other bytes after the last member end the content; a read after the end then
 * throws a {@link TrailingBytesException}. The JDK's stream ends there without a word, and so hides
 * members behind a damaged one; Hadoop's fails at zeros.
 */
public final class GzipStream extends DeflateInputStream {

  private static final int FIRST = 0x1f;
  private static final int SECOND = 0x8b;
  private static final int DEFLATE = 8;
  private static final int RESERVED_FLAGS = 0xe0;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int TIME_AND_SYSTEM = 6;

  private final CRC32 crc = new CRC32();

  private int next; // of the buffer
  private long before; // bytes of the file before the buffer
  private long members;
  private boolean inMember;
  private boolean ended;
  private long trailing = -1; // where other bytes begin

  public GzipStream(InputStream in) {
    super(in, new Inflater(true), 1 << 16);
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (inMember || startMember()) {
      int count;
      try {
        count = super.read(bytes, offset, length);
      } catch (ZipException e) {
        throw new IOException("gzip data before byte " + (before + len) + ": " + e.getMessage(), e);
      }
      if (count > 0) {
        crc.update(bytes, offset, count);
      }
      if (count <= 0 || inf.finished()) {
        endMember(); // before its last bytes are given away
      }
      if (count > 0) {
        return count;
      }
    }
    return -1;
  }

  /** Reads the header of the next member; returns false if there is none. */
  private boolean startMember() throws IOException {
    if (ended) {
      if (trailing >= 0) {
        throw new TrailingBytesException(trailing);
      }
      return false;
    }
    int first = nextByte();
    while (first == 0 && members > 0) {
      first = nextByte();
    }
    if (first < 0 && members > 0) {
      ended = true;
      return false;
    }
    long position = position() - 1;
    if (first != FIRST || nextByte() != SECOND) {
      if (members == 0) {
        throw new IOException("not a gzip file");
      }
      ended = true;
      trailing = position;
      requireNoMember();
      return false;
    }
    readHeader();
    members++;
    inMember = true;
    inf.reset();
    inf.setInput(buf, next, len - next);
    crc.reset();
    return true;
  }

  /** Reads on to the end of the file, in which there must not be a further member. */
  private void requireNoMember() throws IOException {
    int last = 0; // four bytes
    for (int b = nextByte(); b >= 0; b = nextByte()) {
      last = last << 8 | b;
      if (last >>> 8 == (FIRST << 16 | SECOND << 8 | DEFLATE) && (b & RESERVED_FLAGS) == 0) {
        throw new IOException("byte " + trailing + " is no gzip member, but a later one is");
      }
    }
  }

  private void readHeader() throws IOException {
    int method = require();
    int flags = require();
    if (method != DEFLATE || (flags & RESERVED_FLAGS) != 0) {
      throw new IOException("no gzip member before byte " + position());
    }
    pass(TIME_AND_SYSTEM);
    if ((flags & EXTRA) != 0) {
      pass(require() | require() << 8);
    }
    if ((flags & NAME) != 0) {
      passString();
    }
    if ((flags & COMMENT) != 0) {
      passString();
    }
    if ((flags & HEADER_CRC) != 0) {
      pass(2);
    }
  }

  private void pass(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      require();
    }
  }

  private void passString() throws IOException {
    while (require() != 0) {
      // the end is a zero
    }
  }

  private void endMember() throws IOException {
    if (inf.needsDictionary()) {
      throw new IOException("gzip data that asks for a dictionary");
    }
    next = len - inf.getRemaining();
    inMember = false;
    long checksum = requireInt();
    long size = requireInt();
    if (checksum != crc.getValue() || size != (inf.getBytesWritten() & 0xffffffffL)) {
      throw new IOException(
          "the checksum of the gzip member before byte " + position() + " is not its content's");
    }
  }

  private long requireInt() throws IOException {
    return require() | require() << 8 | require() << 16 | (long) require() << 24;
  }

  private int require() throws IOException {
    int b = nextByte();
    if (b < 0) {
      throw cutOff();
    }
    return b;
  }

  private static EOFException cutOff() {
    return new EOFException("the file ends in a gzip member");
  }

  /** Returns the next compressed byte; -1 at the end of the file. */
  private int nextByte() throws IOException {
    return next < len || readOn() ? buf[next++] & 0xff : -1;
  }

  @Override
  protected void fill() throws IOException {
    if (!readOn()) {
      throw cutOff();
    }
    inf.setInput(buf, 0, len);
  }

  private boolean readOn() throws IOException {
    before += len;
    next = 0;
    len = Math.max(0, in.read(buf, 0, buf.length));
    return len > 0;
  }

  private long position() {
    return before + next;
  }
}
