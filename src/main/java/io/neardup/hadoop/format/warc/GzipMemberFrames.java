package io.neardup.hadoop.format.warc;

import io.neardup.hadoop.format.WindowFrames;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Cuts a gzip file into its members (RFC 1952). Each compressed member is a record. Zeros after the
 * last member are ignored. A member is too long if it exceeds the limit compressed or decompressed.
 */
final class GzipMemberFrames extends WindowFrames {

  private static final int FIXED_HEADER = 10;
  private static final int LONGEST_NAME = 1 << 16;
  private static final int TRAILER = 8;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;

  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private final byte[] piece = new byte[1 << 16];

  private int pieceLength; // what has been inflated last
  private long size; // of what has been inflated of the member
  private boolean passing; // the rest of a member that is too long is still to be passed over

  /**
   * @param in the file, not decompressed, from its first byte
   * @param maxLength longest member in bytes, both compressed and decompressed
   */
  GzipMemberFrames(InputStream in, int maxLength) {
    super(in, maxLength);
  }

  @Override
  protected boolean findRecord() throws IOException {
    if (window.at(0) == 0) {
      requireZeros();
      return false;
    }
    held = header();
    inflater.reset();
    crc.reset();
    size = 0;
    tooLong = false;
    passing = true;
    while (passing) {
      inflate();
      if (held > maxLength || size > maxLength) {
        tooLong = true;
        return true;
      }
    }
    return true;
  }

  private void requireZeros() throws IOException {
    while (window.fillTo(1)) {
      if (window.at(0) != 0) {
        throw notGzip();
      }
      window.pass(1);
    }
  }

  /** Returns the length of the member's header. */
  private int header() throws IOException {
    require(FIXED_HEADER);
    int flags = window.at(3);
    if (window.at(0) != 0x1f
        || window.at(1) != 0x8b
        || window.at(2) != 8
        || (flags & RESERVED) != 0) {
      throw notGzip();
    }
    int length = FIXED_HEADER;
    if ((flags & EXTRA) != 0) {
      require(length + 2);
      length += 2 + window.at(length) + 256 * window.at(length + 1);
    }
    if ((flags & NAME) != 0) {
      length = afterZero(length);
    }
    if ((flags & COMMENT) != 0) {
      length = afterZero(length);
    }
    if ((flags & HEADER_CRC) != 0) {
      length += 2;
    }
    require(length);
    return length;
  }

  private int afterZero(int from) throws IOException {
    int offset = from;
    do {
      if (offset - from > LONGEST_NAME) {
        throw notGzip();
      }
      offset++;
      require(offset);
    } while (window.at(offset - 1) != 0);
    return offset;
  }

  private void require(int length) throws IOException {
    if (!window.fillTo(length)) {
      throw new EOFException("the file ends in a gzip member, which began at byte " + position());
    }
  }

  private IOException notGzip() {
    return new IOException("byte " + position() + ": no gzip member");
  }

  private IOException broken(String why, Throwable causeOrNull) {
    return new IOException(
        "the gzip member at byte " + position() + " is broken: " + why, causeOrNull);
  }

  /**
   * Inflates a piece and consumes its compressed bytes. After the last piece, the whole member has
   * been consumed.
   */
  private void inflate() throws IOException {
    int given = window.length() - held;
    inflater.setInput(window.bytes(), window.start() + held, given);
    try {
      pieceLength = inflater.inflate(piece);
    } catch (DataFormatException e) {
      throw broken(String.valueOf(e.getMessage()), e);
    }
    held += given - inflater.getRemaining();
    crc.update(piece, 0, pieceLength);
    size += pieceLength;
    if (inflater.finished()) {
      require(held + TRAILER);
      if (littleEndian(held) != (int) crc.getValue() || littleEndian(held + 4) != (int) size) {
        throw broken("its checksum is not that of its content", null);
      }
      held += TRAILER;
      passing = false;
    } else if (inflater.needsDictionary()) {
      throw broken("it asks for a dictionary", null);
    } else if (pieceLength == 0) {
      require(held + 1);
    }
  }

  private int littleEndian(int offset) {
    return window.at(offset)
        | window.at(offset + 1) << 8
        | window.at(offset + 2) << 16
        | window.at(offset + 3) << 24;
  }

  @Override
  protected void passRest(OutputStream out) throws IOException {
    while (passing) {
      passPiece(out);
    }
  }

  private void passPiece(OutputStream out) throws IOException {
    passHeld(out);
    inflate();
    passHeld(out);
  }

  /** Reads on in a member that is too long; returns false at its end. */
  boolean nextPiece() throws IOException {
    if (passing) {
      passPiece(OutputStream.nullOutputStream());
      return true;
    }
    return false;
  }

  /** Returns the array that holds the piece of a member's content that was inflated last. */
  byte[] piece() {
    return piece;
  }

  /** Returns the length of the piece. */
  int pieceLength() {
    return pieceLength;
  }

  /** Frees what is not the stream's. */
  void free() {
    inflater.end();
  }

  @Override
  public void close() throws IOException {
    free();
    super.close();
  }
}
