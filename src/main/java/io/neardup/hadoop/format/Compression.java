package io.neardup.hadoop.format;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.deflate.DeflateCompressorInputStream;
import org.apache.commons.compress.compressors.deflate.DeflateParameters;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.GzipCodec;

/** How a file is compressed. */
public final class Compression {

  private static final int BUFFER = 1 << 16;
  private static final int DICTIONARY_FRAME = 0x184D2A5D;
  private static final int ZSTD_FRAME = 0xFD2FB528;
  private static final int MAX_DICTIONARY_BYTES = 16 << 20;

  private final CompressionCodec codec; // null: zstd, since Hadoop's codec needs a native library
  private final long maxZstdWindow;

  /**
   * @param codecOrNull one of Hadoop's codecs; null for zstd
   * @param maxZstdWindow largest window of a file in bytes
   */
  Compression(CompressionCodec codecOrNull, long maxZstdWindow) {
    this.codec = codecOrNull;
    this.maxZstdWindow = maxZstdWindow;
  }

  /** Returns whether it is gzip. */
  public boolean isGzip() {
    return codec instanceof GzipCodec;
  }

  /** Returns a stream that decompresses deflate data, in zlib's format or raw. */
  public static InputStream inflate(InputStream raw, boolean zlib) {
    DeflateParameters parameters = new DeflateParameters();
    parameters.setWithZlibHeader(zlib);
    return new DeflateCompressorInputStream(raw, parameters); // closing it frees its inflater
  }

  /** Returns a stream that compresses what is written to it. */
  public OutputStream compress(OutputStream raw) throws IOException {
    return codec == null ? new ZstdOutputStream(raw) : codec.createOutputStream(raw);
  }

  /** Returns a stream that decompresses another. */
  public InputStream decompress(InputStream raw) throws IOException {
    if (isGzip()) {
      return new GzipStream(raw);
    }
    if (codec == null) {
      return zstd(new BufferedInputStream(raw));
    }
    try {
      return new Decompressed(
          // Hadoop's mistakes a file truncated between two blocks, or a read error, for the end.
          codec instanceof BZip2Codec
              ? new BZip2CompressorInputStream(new BufferedInputStream(raw, BUFFER), true)
              : codec.createInputStream(raw));
    } catch (IndexOutOfBoundsException e) {
      throw damage(e);
    }
  }

  /** Wraps what bzip2 and Hadoop's Snappy throw for damage, besides IOExceptions. */
  private static IOException damage(IndexOutOfBoundsException e) {
    return new IOException("cannot be decompressed: " + e.getMessage(), e);
  }

  /** A stream that reports damage as an IOException, after all bytes before the damage. */
  private static final class Decompressed extends InputStream {
    private final InputStream in;
    private IOException damage; // null before it is found

    Decompressed(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      if (damage == null) {
        try {
          return in.read();
        } catch (IOException e) {
          damage = e;
        } catch (IndexOutOfBoundsException e) {
          damage = damage(e);
        }
      }
      throw damage;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (in instanceof BZip2CompressorInputStream) {
        return super.read(bytes, offset, length); // its own drops the bytes before the damage
      }
      try {
        return in.read(bytes, offset, length);
      } catch (IndexOutOfBoundsException e) {
        throw damage(e);
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /**
   * Returns the content of a zstd file. The file may begin with a skippable frame that has its
   * dictionary, compressed or not, as the IIPC specifies for {@code .warc.zst} files.
   */
  private InputStream zstd(InputStream raw) throws IOException {
    byte[] dictionary = dictionary(new DataInputStream(raw));
    ZstdInputStream in = new ZstdInputStream(raw);
    in.setLongMax(Long.SIZE - 1 - Long.numberOfLeadingZeros(maxZstdWindow));
    return dictionary.length == 0 ? in : in.setDict(dictionary);
  }

  /** Returns the dictionary; no bytes if there is none. */
  private static byte[] dictionary(DataInputStream file) throws IOException {
    file.mark(Integer.BYTES);
    if (Integer.reverseBytes(file.readInt()) != DICTIONARY_FRAME) {
      file.reset();
      return new byte[0];
    }
    long length = Integer.toUnsignedLong(Integer.reverseBytes(file.readInt()));
    byte[] dictionary = new byte[(int) Math.min(length, MAX_DICTIONARY_BYTES + 1)];
    file.readFully(dictionary);
    DataInputStream frame = new DataInputStream(new ByteArrayInputStream(dictionary));
    if (dictionary.length > Integer.BYTES && Integer.reverseBytes(frame.readInt()) == ZSTD_FRAME) {
      frame.reset();
      try (InputStream in = new ZstdInputStream(frame)) {
        dictionary = in.readNBytes(MAX_DICTIONARY_BYTES + 1);
      }
    }
    if (dictionary.length > MAX_DICTIONARY_BYTES) {
      throw new IOException("a zstd dictionary of over " + MAX_DICTIONARY_BYTES + " bytes");
    }
    return dictionary;
  }
}
