package io.neardup.hadoop.format;

import com.github.luben.zstd.ZstdBufferDecompressingStreamNoFinalizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * The content of frames of zstd. The library's own stream takes a file for a whole one that ends
 * inside a frame, if this frame began in the same buffer as the end of the one before.
 */
final class ZstdStream extends InputStream {

  private static final int BUFFER = 1 << 17;

  private final InputStream in;
  private final byte[] compressed = new byte[BUFFER];
  private final Frames frames = new Frames();
  private boolean end; // of the compressed bytes

  ZstdStream(InputStream in) {
    this.in = in;
  }

  /** Sets the dictionary and the longest window, as a power of two, that frames may have. */
  ZstdStream with(byte[] dictionary, int windowLog) throws IOException {
    frames.setLongMax(windowLog);
    if (dictionary.length > 0) {
      frames.setDict(dictionary);
    }
    return this;
  }

  private final class Frames extends ZstdBufferDecompressingStreamNoFinalizer {
    Frames() {
      super(ByteBuffer.wrap(compressed, 0, 0));
    }

    @Override
    protected ByteBuffer refill(ByteBuffer empty) {
      try {
        int count = in.read(compressed);
        end = count < 0;
        return ByteBuffer.wrap(compressed, 0, Math.max(0, count));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer target = ByteBuffer.wrap(bytes, offset, length);
    try {
      while (frames.hasRemaining()) {
        boolean isLast = end;
        int count = frames.read(target);
        if (count > 0 || length == 0) {
          return count;
        }
        if (isLast && frames.hasRemaining()) {
          throw new EOFException("it ends inside a zstd frame");
        }
      }
      return -1;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public void close() throws IOException {
    try (in) {
      frames.close();
    }
  }
}
