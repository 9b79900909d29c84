package io.neardup.hadoop.format.compression;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.GzipCodec;

/** How a file is compressed. */
public abstract class Compression {

  /**
   * Returns zstd.
   *
   * @param maxWindow largest window of a file in bytes
   */
  public static Compression zstd(long maxWindow) {
    return new Zstd(maxWindow);
  }

  /** Returns the compression of one of Hadoop's codecs. */
  public static Compression of(CompressionCodec codec) {
    return new Codec(codec);
  }

  /** Returns whether it is gzip. */
  public boolean isGzip() {
    return false;
  }

  /** Returns a stream of what a stream holds. */
  public abstract InputStream decompress(InputStream raw) throws IOException;

  /** Returns a stream that compresses into a stream. */
  public abstract OutputStream compress(OutputStream raw) throws IOException;

  private static final class Zstd extends Compression {
    private final long maxWindow;

    Zstd(long maxWindow) {
      this.maxWindow = maxWindow;
    }

    @Override
    public InputStream decompress(InputStream raw) throws IOException {
      return new ZstdStream(raw, maxWindow);
    }

    @Override
    public OutputStream compress(OutputStream raw) throws IOException {
      return new ZstdOutputStream(raw);
    }
  }

  private static final class Codec extends Compression {
    private final CompressionCodec codec;

    Codec(CompressionCodec codec) {
      this.codec = codec;
    }

    @Override
    public boolean isGzip() {
      return codec instanceof GzipCodec;
    }

    @Override
    public InputStream decompress(InputStream raw) throws IOException {
      if (isGzip()) {
        return new GzipStream(raw);
      }
      Bzip2Tail tail = codec instanceof BZip2Codec ? new Bzip2Tail(raw) : null;
      try {
        return new Decompressed(codec.createInputStream(tail == null ? raw : tail), tail);
      } catch (IndexOutOfBoundsException e) {
        throw damage(e);
      }
    }

    @Override
    public OutputStream compress(OutputStream raw) throws IOException {
      return codec.createOutputStream(raw);
    }
  }

  /** A stream whose damage is an IOException. */
  private static final class Decompressed extends FilterInputStream {
    private final Bzip2Tail tailOrNull;

    Decompressed(InputStream in, Bzip2Tail tailOrNull) {
      super(in);
      this.tailOrNull = tailOrNull;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        int read = super.read(bytes, offset, length);
        if (read < 0 && tailOrNull != null) {
          tailOrNull.requireEnd();
        }
        return read;
      } catch (IndexOutOfBoundsException e) {
        throw damage(e);
      }
    }
  }

  /** What Hadoop's bzip2 and Snappy throw for damage, besides an IOException. */
  private static IOException damage(IndexOutOfBoundsException e) {
    return new IOException("cannot be decompressed: " + e.getMessage(), e);
  }
}
