package io.neardup.hadoop.corpus;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.Cleaner;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.parquet.hadoop.codec.ZstandardCodec;

/**
 * Compresses the blocks of SequenceFiles with zstd, with a checksum a block, which Parquet's codec
 * does not write; Hadoop's needs native libraries of Hadoop. A stream holds one block, from one
 * {@code resetState} to the next. To make the state of zstd for each block would take longer than
 * to read a small one; Hadoop does not close all streams, so it is released with them.
 */
public final class ZstdCodec extends ZstandardCodec {

  private static final int LEVEL = 1;
  private static final int KEPT = 4 << 20; // bytes of a block, at most, for the next one
  private static final Cleaner CLEANER = Cleaner.create();

  @Override
  public CompressionOutputStream createOutputStream(OutputStream out) {
    return new Block(out);
  }

  @Override
  public CompressionInputStream createInputStream(InputStream in) throws IOException {
    return new Content(in);
  }

  /** Takes a block, and compresses it when it is finished. */
  private static final class Block extends CompressionOutputStream {
    private final ZstdCompressCtx zstd = new ZstdCompressCtx();
    private final DataOutputBuffer plain = new DataOutputBuffer();

    Block(OutputStream out) {
      super(out);
      CLEANER.register(this, zstd::close);
      zstd.setLevel(LEVEL).setChecksum(true);
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
      // An int: a block is little more than one document, of at most 64 MiB.
      byte[] block = new byte[(int) Zstd.compressBound(plain.getLength())];
      int length =
          zstd.compressByteArray(block, 0, block.length, plain.getData(), 0, plain.getLength());
      out.write(block, 0, length);
      plain.reset();
    }
  }

  /** Gives the content of a block, of which the checksum is right. */
  private static final class Content extends CompressionInputStream {
    private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();
    private byte[] bytes = new byte[0];
    private InputStream plain; // null before the block is read

    Content(InputStream in) throws IOException {
      super(in);
      CLEANER.register(this, zstd::close);
    }

    @Override
    public void resetState() {
      plain = null;
      bytes = bytes.length > KEPT ? new byte[0] : bytes;
    }

    @Override
    public int read() throws IOException {
      return plain().read();
    }

    @Override
    public int read(byte[] bytes, int offset, int most) throws IOException {
      return plain().read(bytes, offset, most);
    }

    private InputStream plain() throws IOException {
      if (plain == null) {
        byte[] block = in.readNBytes(in.available()); // all: Hadoop reads a block into memory first
        long size = Zstd.getFrameContentSize(block);
        if (size < 0 || size > Integer.MAX_VALUE - Long.BYTES) {
          throw new IOException("a block is damaged");
        }
        try {
          bytes = bytes.length < size ? new byte[(int) size] : bytes;
          int length = zstd.decompressByteArray(bytes, 0, (int) size, block, 0, block.length);
          plain = new ByteArrayInputStream(bytes, 0, length);
        } catch (ZstdException e) {
          throw new IOException("a block is damaged: " + e.getMessage(), e);
        }
      }
      return plain;
    }
  }
}
