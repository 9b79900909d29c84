package io.neardup.hadoop.format.parquet;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.brotli.dec.BrotliInputStream;

/**
 * Parquet's codecs. They refuse a page of a length that only a damaged file can have, before they
 * allocate memory for it. Brotli is read without the codec class that Parquet looks for; it is
 * never written.
 */
final class ParquetCodecs implements CompressionCodecFactory {

  /** Longest page in bytes. */
  private static final int LONGEST_PAGE = 128 << 20;

  private static final int PAGE = 1 << 20;

  private final CodecFactory codecs;

  ParquetCodecs(Configuration conf) {
    codecs = new CodecFactory(conf, PAGE);
  }

  /**
   * Checks that data compressed with a codec can be read.
   *
   * @param file the file that uses the codec, for the message
   * @throws UnsupportedSourceException if its class or its native library is not there
   */
  void requireDecompressor(CompressionCodecName codec, String file)
      throws UnsupportedSourceException {
    try {
      decompressor(codec);
    } catch (RuntimeException | LinkageError e) {
      throw UnsupportedSourceException.of(file, "codec " + codec + " is not available", e);
    }
  }

  /**
   * Checks that a file can be written with a codec.
   *
   * @throws UnsupportedSourceException if its class or its native library is not there
   */
  void requireCompressor(CompressionCodecName codec, String file)
      throws UnsupportedSourceException {
    try {
      codecs.getCompressor(codec);
    } catch (RuntimeException | LinkageError e) {
      throw UnsupportedSourceException.of(file, "codec " + codec + " is not available", e);
    }
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return codecs.getCompressor(codec);
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    return new Bounded(decompressor(codec));
  }

  private BytesInputDecompressor decompressor(CompressionCodecName codec) {
    return codec == CompressionCodecName.BROTLI ? new Brotli() : codecs.getDecompressor(codec);
  }

  /** Returns the codec for a copy of data that is compressed with a codec. */
  static CompressionCodecName written(CompressionCodecName codec) {
    return codec == CompressionCodecName.BROTLI ? CompressionCodecName.ZSTD : codec;
  }

  /** Decompresses Brotli with the decoder that is also used for WARC records. */
  private static final class Brotli implements BytesInputDecompressor {
    @Override
    public BytesInput decompress(BytesInput bytes, int decompressedSize) throws IOException {
      return BytesInput.from(page(bytes.toInputStream(), decompressedSize));
    }

    @Override
    public void decompress(
        ByteBuffer input, int compressedSize, ByteBuffer output, int decompressedSize)
        throws IOException {
      byte[] bytes = new byte[compressedSize];
      input.get(bytes);
      output.put(page(new ByteArrayInputStream(bytes), decompressedSize));
    }

    private static byte[] page(InputStream compressed, int size) throws IOException {
      try (InputStream in = new BrotliInputStream(compressed)) {
        byte[] page = in.readNBytes(size);
        if (page.length < size) {
          throw new EOFException("a page of " + Quantity.of(page.length, "byte") + ", not " + size);
        }
        return page;
      }
    }

    @Override
    public void release() {
      // Nothing is held.
    }
  }

  @Override
  public void release() {
    codecs.release();
  }

  /**
   * @param codec does the work; released with all others
   */
  private record Bounded(BytesInputDecompressor codec) implements BytesInputDecompressor {

    @Override
    public BytesInput decompress(BytesInput bytes, int decompressedSize) throws IOException {
      require(decompressedSize);
      return codec.decompress(bytes, decompressedSize);
    }

    @Override
    public void decompress(
        ByteBuffer input, int compressedSize, ByteBuffer output, int decompressedSize)
        throws IOException {
      require(decompressedSize);
      codec.decompress(input, compressedSize, output, decompressedSize);
    }

    private static void require(int size) throws IOException {
      if (size < 0 || size > LONGEST_PAGE) {
        throw new IOException("a page of " + size + " bytes");
      }
    }

    @Override
    public void release() {
      // With all others.
    }
  }
}
