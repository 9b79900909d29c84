package io.neardup.hadoop.format.avro;

import com.github.luben.zstd.ZstdInputStream;
import io.neardup.hadoop.format.compression.DeflateInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import org.apache.avro.file.DataFileConstants;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.xerial.snappy.Snappy;

/**
 * Decompresses the blocks of an Avro file, one at a time. Avro's own codecs decompress a whole
 * block, however long it is; this class stops at a limit.
 */
final class AvroBlock {

  private static final int FIRST_LENGTH = 1 << 16;
  private static final int CHECKSUM_BYTES = 4;

  private final String codec;
  private final int maxLength;
  private byte[] bytes = new byte[0];
  private int length;

  /**
   * @param codec as the header of the file names it, null if it names none
   * @param maxLength longest decompressed block in bytes
   */
  AvroBlock(String codec, int maxLength) {
    this.codec = codec == null ? DataFileConstants.NULL_CODEC : codec;
    this.maxLength = maxLength;
  }

  /**
   * Decompresses a block; false if it is longer than allowed.
   *
   * @param raw holds the block from its beginning
   * @throws IOException if it is damaged
   * @throws LinkageError if the library of the codec is missing
   */
  boolean decompress(byte[] raw, int rawLength) throws IOException {
    if (codec.equals(DataFileConstants.NULL_CODEC)) {
      bytes = raw;
      length = rawLength;
      return true;
    }
    if (codec.equals(DataFileConstants.SNAPPY_CODEC)) {
      return uncompressSnappy(raw, rawLength - CHECKSUM_BYTES);
    }
    InputStream in = new ByteArrayInputStream(raw, 0, rawLength);
    try (InputStream decompressed = decompressor(in)) {
      return readAll(decompressed);
    } catch (IndexOutOfBoundsException e) { // of bzip2
      throw new IOException(e.getMessage(), e);
    }
  }

  private InputStream decompressor(InputStream in) throws IOException {
    return switch (codec) {
      case DataFileConstants.DEFLATE_CODEC -> new DeflateInputStream(in, new Inflater(true));
      case DataFileConstants.ZSTANDARD_CODEC -> new ZstdInputStream(in);
      case DataFileConstants.BZIP2_CODEC -> new BZip2CompressorInputStream(in);
      case DataFileConstants.XZ_CODEC -> new XZCompressorInputStream(in);
      default -> throw new IOException("unknown codec " + codec);
    };
  }

  private boolean readAll(InputStream in) throws IOException {
    if (bytes.length == 0) {
      bytes = new byte[Math.min(FIRST_LENGTH, maxLength + 1)];
    }
    length = 0;
    int read = in.read(bytes);
    while (read >= 0) {
      length += read;
      if (length > maxLength) {
        return false;
      }
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(2L * length, maxLength + 1L));
      }
      read = in.read(bytes, length, bytes.length - length);
    }
    return true;
  }

  /** A block of Snappy is followed by the checksum of what it holds, big-endian. */
  private boolean uncompressSnappy(byte[] raw, int rawLength) throws IOException {
    if (rawLength < 0) {
      throw new IOException("a Snappy block without a checksum");
    }
    length = Snappy.uncompressedLength(raw, 0, rawLength);
    if (length > maxLength) {
      return false;
    }
    if (length > bytes.length) {
      bytes = new byte[length];
    }
    Snappy.uncompress(raw, 0, rawLength, bytes, 0);
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, length);
    int checksum = 0;
    for (int i = rawLength; i < rawLength + CHECKSUM_BYTES; i++) {
      checksum = (checksum << 8) | (raw[i] & 0xff);
    }
    if (checksum != (int) crc.getValue()) {
      throw new IOException("the checksum of a Snappy block is not that of its content");
    }
    return true;
  }

  /** Returns the array that begins with what was decompressed, until the next call. */
  byte[] bytes() {
    return bytes;
  }

  /** Returns the length of what was decompressed. */
  int length() {
    return length;
  }
}
