package io.neardup.hadoop.corpus;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;

/**
 * Compresses the blocks of SequenceFiles with zstd, with a checksum a block. Hadoop's own codec
 * needs native libraries of Hadoop. A stream holds one block, from one {@code resetState} to the
 * next.
 */
public final class ZstdCodec implements CompressionCodec {

  private static final int LEVEL = 1;

  /** Makes the codec, for Hadoop. */
  public ZstdCodec() {}

  @Override
  public CompressionOutputStream createOutputStream(OutputStream out) {
    return new Block(out);
  }

  @Override
  public CompressionOutputStream createOutputStream(OutputStream out, Compressor compressor) {
    return new Block(out);
  }

  @Override
  public CompressionInputStream createInputStream(InputStream in) throws IOException {
    return new Content(in);
  }

  @Override
  public CompressionInputStream createInputStream(InputStream in, Decompressor decompressor)
      throws IOException {
    return new Content(in);
  }

  @Override
  public Class<? extends Compressor> getCompressorType() {
    return null;
  }

  @Override
  public Compressor createCompressor() {
    return null;
  }

  @Override
  public Class<? extends Decompressor> getDecompressorType() {
    return null;
  }

  @Override
  public Decompressor createDecompressor() {
    return null;
  }

  @Override
  public String getDefaultExtension() {
    return ".zst";
  }

  /** Takes a block, and compresses it when it is finished. */
  private static final class Block extends CompressionOutputStream {
    private final DataOutputBuffer plain = new DataOutputBuffer();
    private byte[] compressed = new byte[0];

    Block(OutputStream out) {
      super(out);
    }

    @Override
    public void resetState() {
      plain.reset();
    }

    @Override
    public void write(int b) throws IOException {
      plain.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      plain.write(bytes, offset, length);
    }

    @Override
    public void finish() throws IOException {
      long bound = Zstd.compressBound(plain.getLength());
      if (bound > Integer.MAX_VALUE - Long.BYTES) {
        throw new IOException("a document is too long for a block: " + plain.getLength());
      }
      if (compressed.length < bound) {
        compressed = new byte[(int) bound];
      }
      int length;
      try {
        length =
            (int)
                Zstd.compressByteArray(
                    compressed,
                    0,
                    compressed.length,
                    plain.getData(),
                    0,
                    plain.getLength(),
                    LEVEL,
                    true);
      } catch (ZstdException e) {
        throw new IOException("a block cannot be compressed: " + e.getMessage(), e);
      }
      out.write(compressed, 0, length);
      plain.reset();
    }
  }

  /** Gives the content of a block. */
  private static final class Content extends CompressionInputStream {
    private byte[] compressed = new byte[0];
    private byte[] plain = new byte[0];
    private int length = -1; // of the block; before it is read, -1
    private int next;

    Content(InputStream in) throws IOException {
      super(in);
    }

    @Override
    public void resetState() {
      length = -1;
      next = 0;
    }

    @Override
    public int read() throws IOException {
      fill();
      return next < length ? plain[next++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int most) throws IOException {
      fill();
      int read = Math.min(most, length - next);
      if (read <= 0) {
        return most == 0 ? 0 : -1;
      }
      System.arraycopy(plain, next, bytes, offset, read);
      next += read;
      return read;
    }

    @Override
    public long skip(long bytes) throws IOException {
      fill();
      int skipped = (int) Math.max(0, Math.min(bytes, length - next));
      next += skipped;
      return skipped;
    }

    private void fill() throws IOException {
      if (length >= 0) {
        return;
      }
      int available = in.available(); // all of it: Hadoop reads a block into memory first
      if (compressed.length < available) {
        compressed = new byte[available];
      }
      if (in.readNBytes(compressed, 0, available) < available) {
        throw new EOFException("a block is cut off");
      }
      long size = Zstd.getFrameContentSize(compressed, 0, available);
      if (size < 0 || size > Integer.MAX_VALUE - Long.BYTES) {
        throw new IOException("a block is damaged");
      }
      if (plain.length < size) {
        plain = new byte[(int) size];
      }
      try {
        length = (int) Zstd.decompressByteArray(plain, 0, plain.length, compressed, 0, available);
      } catch (ZstdException e) {
        throw new IOException("a block is damaged: " + e.getMessage(), e);
      }
    }
  }
}
