package io.neardup.hadoop.format.parquet;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.UnsupportedSourceException;
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
   * Checks that data compressed with a codec can be read, and so also be written.
   *
   * @param file the file that uses the codec, for the message
   * @throws UnsupportedSourceException if its class or its native library is not there
   */
  void requireDecompressor(CompressionCodecName codec, String file)
      throws UnsupportedSourceException {
    try {
      getDecompressor(codec);
    } catch (RuntimeException | LinkageError e) {
      throw UnsupportedSourceException.of(file, "codec " + codec + " is not available", e);
    }
  }

  /** Returns the codec for a copy of data that is compressed with a codec. */
  static CompressionCodecName written(CompressionCodecName codec) {
    return codec == CompressionCodecName.BROTLI ? CompressionCodecName.ZSTD : codec;
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return codecs.getCompressor(codec);
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    boolean brotli = codec == CompressionCodecName.BROTLI;
    BytesInputDecompressor parquets = brotli ? null : codecs.getDecompressor(codec);
    return new BytesInputDecompressor() {
      @Override
      public BytesInput decompress(BytesInput bytes, int size) throws IOException {
        if (size < 0 || size > LONGEST_PAGE) {
          throw new IOException("a page of " + size + " bytes");
        }
        return brotli ? BytesInput.from(brotli(bytes, size)) : parquets.decompress(bytes, size);
      }

      @Override
      public void decompress(ByteBuffer from, int compressedSize, ByteBuffer to, int size)
          throws IOException {
        to.put(decompress(BytesInput.from(from), size).toInputStream().readAllBytes());
      }

      @Override
      public void release() {
        // With all others.
      }
    };
  }

  @Override
  public void release() {
    codecs.release();
  }

  private static byte[] brotli(BytesInput compressed, int size) throws IOException {
    try (InputStream in = new BrotliInputStream(compressed.toInputStream())) {
      byte[] page = in.readNBytes(size);
      if (page.length < size) {
        throw new EOFException("a page of " + Quantity.of(page.length, "byte") + ", not " + size);
      }
      return page;
    }
  }
}
