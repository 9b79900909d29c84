package io.neardup.hadoop.format;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Decompresses gzip (RFC 1952): the content of all members. Ignores zeros after a member, which tar
 * and tapes add. Other bytes after the last member end the content; a read after the end then
 * throws a {@link TrailingBytesException}. The JDK's stream silently ends there and so hides
 * members after a damaged one; Hadoop's fails at zeros.
 */
public final class GzipStream extends InflaterInputStream {

  private static final int MAGIC = 0x1f8b;
  private static final int DEFLATE = 8;
  private static final int RESERVED_FLAGS = 0xe0;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int TIME_AND_SYSTEM = 6;

  /** All of a compressed file has been read; what follows in it is something else. */
  public static final class TrailingBytesException extends IOException {
    private static final long serialVersionUID = 1L;

    TrailingBytesException(long position) {
      super("what follows the gzip data at byte " + position + " is not gzip, and was not read");
    }
  }

  private final CRC32 crc = new CRC32();

  /** The bytes of the file that the inflater does not take. */
  @SuppressWarnings("InputStreamSlowMultibyteRead") // few bytes
  private final DataInputStream file =
      new DataInputStream(
          new InputStream() {
            @Override
            public int read() throws IOException {
              return next < len || readOn() ? buf[next++] & 0xff : -1;
            }
          });

  private int next; // of the buffer
  private long before; // bytes of the file before the buffer
  private boolean inMember;
  private boolean afterMember;
  private long trailing = -1; // where other bytes begin

  GzipStream(InputStream in) {
    super(in, new Inflater(true), 1 << 16);
  }

  private boolean readOn() throws IOException {
    before += len;
    next = 0;
    len = Math.max(0, in.read(buf, 0, buf.length));
    return len > 0;
  }

  @Override
  protected void fill() throws IOException {
    if (!readOn()) {
      throw new EOFException();
    }
    inf.setInput(buf, 0, len);
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      while (length > 0 && (inMember || startMember())) {
        int count = super.read(bytes, offset, length);
        crc.update(bytes, offset, Math.max(0, count));
        if (inf.finished()) {
          endMember(); // checks the member before returning its last bytes
        }
        if (count > 0) {
          return count;
        }
      }
    } catch (EOFException e) {
      throw new EOFException("the file ends inside a gzip member");
    }
    return length == 0 ? 0 : -1;
  }

  /** Reads the header of the next member; returns false if there is none. */
  private boolean startMember() throws IOException {
    if (trailing >= 0) {
      throw new TrailingBytesException(trailing);
    }
    int first = file.read();
    while (first == 0 && afterMember) {
      first = file.read();
    }
    if (first < 0 && afterMember) {
      return false;
    }
    long position = before + next - 1;
    if ((first << Byte.SIZE | file.read()) != MAGIC) {
      if (!afterMember) {
        throw new IOException("not a gzip file");
      }
      trailing = position;
      requireNoMember();
      return false;
    }
    int method = file.readByte();
    int flags = file.readByte();
    if (method != DEFLATE || (flags & RESERVED_FLAGS) != 0) {
      throw new IOException("invalid gzip header at byte " + position);
    }
    file.skipNBytes(TIME_AND_SYSTEM);
    if ((flags & EXTRA) != 0) {
      file.skipNBytes(file.readUnsignedByte() | file.readUnsignedByte() << Byte.SIZE);
    }
    for (int text : new int[] {NAME, COMMENT}) {
      while ((flags & text) != 0 && file.readByte() != 0) {
        // a zero ends it
      }
    }
    file.skipNBytes((flags & HEADER_CRC) != 0 ? 2 : 0);
    inMember = true;
    inf.reset();
    inf.setInput(buf, next, len - next);
    crc.reset();
    return true;
  }

  /** Checks that no further member follows, up to the end of the file. */
  private void requireNoMember() throws IOException {
    int last = 0; // four bytes
    for (int b = file.read(); b >= 0; b = file.read()) {
      last = last << Byte.SIZE | b;
      if (last >>> Byte.SIZE == (MAGIC << Byte.SIZE | DEFLATE) && (b & RESERVED_FLAGS) == 0) {
        throw new IOException("byte " + trailing + " begins no gzip member, but a later byte does");
      }
    }
  }

  private void endMember() throws IOException {
    next = len - inf.getRemaining();
    inMember = false;
    afterMember = true;
    if (Integer.reverseBytes(file.readInt()) != (int) crc.getValue()
        || Integer.reverseBytes(file.readInt()) != (int) inf.getBytesWritten()) {
      throw new IOException("wrong checksum of the gzip member before byte " + (before + next));
    }
  }

  @Override
  public void close() throws IOException {
    inf.end(); // the superclass does not free an inflater that it was given
    super.close();
  }
}
