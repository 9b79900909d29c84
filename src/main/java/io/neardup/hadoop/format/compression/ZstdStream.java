package io.neardup.hadoop.format.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Decompresses zstd. A dictionary may stand at the beginning of the file in a skippable frame of
 * its own, compressed or not, as in {@code .warc.zst} files of the IIPC's specification.
 */
final class ZstdStream extends FilterInputStream {

  private static final int DICTIONARY_FRAME = 0x184D2A5D;
  private static final int ZSTD_FRAME = 0xFD2FB528;
  private static final int MAX_DICTIONARY = 16 << 20;

  /**
   * @param maxWindow largest window in bytes
   */
  ZstdStream(InputStream raw, long maxWindow) throws IOException {
    super(open(new BufferedInputStream(raw), maxWindow));
  }

  private static InputStream open(InputStream raw, long maxWindow) throws IOException {
    byte[] dictionary = dictionary(raw);
    ZstdInputStream in = new ZstdInputStream(raw);
    try {
      in.setLongMax(Long.SIZE - 1 - Long.numberOfLeadingZeros(maxWindow));
      if (dictionary.length > 0) {
        in.setDict(dictionary);
      }
      return in;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /** Reads the dictionary at the beginning of a file; returns no bytes if there is none. */
  private static byte[] dictionary(InputStream raw) throws IOException {
    raw.mark(Integer.BYTES);
    if (littleEndian(raw.readNBytes(Integer.BYTES)) != DICTIONARY_FRAME) {
      raw.reset();
      return new byte[0];
    }
    long length = Integer.toUnsignedLong(littleEndian(raw.readNBytes(Integer.BYTES)));
    byte[] frame = raw.readNBytes((int) Math.min(length, MAX_DICTIONARY));
    if (frame.length < length && frame.length < MAX_DICTIONARY) {
      throw new EOFException("the file ends in its dictionary");
    }
    byte[] dictionary = frame;
    if (littleEndian(frame) == ZSTD_FRAME) {
      try (InputStream in = new ZstdInputStream(new ByteArrayInputStream(frame))) {
        dictionary = in.readNBytes(MAX_DICTIONARY + 1);
      }
    }
    if (Math.max(length, dictionary.length) > MAX_DICTIONARY) {
      throw new IOException("a zstd dictionary of over " + MAX_DICTIONARY + " bytes");
    }
    return dictionary;
  }

  private static int littleEndian(byte[] bytes) {
    return bytes.length < Integer.BYTES
        ? 0
        : ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      return super.read(bytes, offset, length);
    } catch (ZstdIOException e) {
      throw e.getErrorCode() == Zstd.errFrameParameterWindowTooLarge()
          ? new WindowTooLargeException(e)
          : e;
    }
  }
}
