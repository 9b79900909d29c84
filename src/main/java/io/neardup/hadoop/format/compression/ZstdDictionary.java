package io.neardup.hadoop.format.compression;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The dictionary of a zstd file. It may stand at the beginning of the file in a skippable frame of
 * its own, compressed or not, as in {@code .warc.zst} files of the IIPC's specification.
 */
final class ZstdDictionary {

  private static final int DICTIONARY_FRAME = 0x184D2A5D;
  private static final int ZSTD_FRAME = 0xFD2FB528;
  private static final int MAX_BYTES = 16 << 20;

  private ZstdDictionary() {}

  /**
   * Returns the decompressed content of a file, which may begin with its dictionary.
   *
   * @param maxWindow largest window in bytes
   */
  static InputStream open(InputStream file, long maxWindow) throws IOException {
    InputStream raw = new BufferedInputStream(file);
    byte[] dictionary = read(raw);
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

  /** Returns the dictionary; no bytes if there is none. */
  private static byte[] read(InputStream raw) throws IOException {
    raw.mark(Integer.BYTES);
    if (littleEndian(raw.readNBytes(Integer.BYTES)) != DICTIONARY_FRAME) {
      raw.reset();
      return new byte[0];
    }
    long length = Integer.toUnsignedLong(littleEndian(raw.readNBytes(Integer.BYTES)));
    byte[] frame = raw.readNBytes((int) Math.min(length, MAX_BYTES));
    if (frame.length < length && frame.length < MAX_BYTES) {
      throw new EOFException("the file ends in its dictionary");
    }
    byte[] dictionary = frame;
    if (littleEndian(frame) == ZSTD_FRAME) {
      try (InputStream in = new ZstdInputStream(new ByteArrayInputStream(frame))) {
        dictionary = in.readNBytes(MAX_BYTES + 1);
      }
    }
    if (Math.max(length, dictionary.length) > MAX_BYTES) {
      throw new IOException("a zstd dictionary of over " + MAX_BYTES + " bytes");
    }
    return dictionary;
  }

  private static int littleEndian(byte[] bytes) {
    return bytes.length < Integer.BYTES
        ? 0
        : ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }
}
