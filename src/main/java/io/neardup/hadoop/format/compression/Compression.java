package io.neardup.hadoop.format.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.GzipCodec;

/** How a file is compressed. */
public final class Compression {

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

  /** Returns a stream of what a stream holds. */
  public InputStream decompress(InputStream raw) throws IOException {
    if (isGzip()) {
      return new GzipStream(raw);
    }
    try {
      return new Decompressed(open(raw));
    } catch (IndexOutOfBoundsException e) {
      throw damage(e);
    }
  }

  private InputStream open(InputStream raw) throws IOException {
    if (codec == null) {
      return ZstdDictionary.open(raw, maxZstdWindow);
    }
    // Hadoop's takes a file that is cut off between two blocks, or a read error, for the end.
    return codec instanceof BZip2Codec
        ? new BZip2CompressorInputStream(new BufferedInputStream(raw, 1 << 16), true)
        : codec.createInputStream(raw);
  }

  /** Returns a stream that compresses into a stream. */
  public OutputStream compress(OutputStream raw) throws IOException {
    return codec == null ? new ZstdOutputStream(raw) : codec.createOutputStream(raw);
  }

  /** What bzip2 and Hadoop's Snappy throw for damage, besides an IOException. */
  private static IOException damage(IndexOutOfBoundsException e) {
    return new IOException("cannot be decompressed: " + e.getMessage(), e);
  }

  /** A stream whose damage is an IOException, thrown after all that comes before it. */
  private static final class Decompressed extends FilterInputStream {
    private IOException damage; // null before it is found

    Decompressed(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return in instanceof BZip2CompressorInputStream
            ? readSingly(bytes, offset, length)
            : super.read(bytes, offset, length);
      } catch (ZstdIOException e) {
        throw e.getErrorCode() == Zstd.errFrameParameterWindowTooLarge()
            ? new WindowTooLargeException(e)
            : e;
      } catch (IndexOutOfBoundsException e) {
        throw damage(e);
      }
    }

    /** Reads as that stream does itself, but keeps the bytes before a damage. */
    private int readSingly(byte[] bytes, int offset, int length) throws IOException {
      int read = 0;
      try {
        while (damage == null && read < length) {
          int next = in.read();
          if (next < 0) {
            return read == 0 && length > 0 ? -1 : read;
          }
          bytes[offset + read++] = (byte) next;
        }
      } catch (IOException e) {
        damage = e;
      } catch (IndexOutOfBoundsException e) {
        damage = damage(e);
      }
      if (damage != null && read == 0) {
        throw damage;
      }
      return read;
    }
  }
}
