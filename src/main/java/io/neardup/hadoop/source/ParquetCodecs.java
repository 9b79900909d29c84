package io.neardup.hadoop.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Parquet's codecs, which refuse to make room for a page of a length that only a damaged file
 * gives.
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
   * Makes sure that what is compressed with a codec can be read.
   *
   * @param file what is compressed with it
   * @throws UnsupportedSourceException if its class or its native library is not there
   */
  void requireDecompressor(CompressionCodecName codec, String file)
      throws UnsupportedSourceException {
    try {
      codecs.getDecompressor(codec);
    } catch (RuntimeException | LinkageError e) {
      throw UnsupportedSourceException.of(file, "codec " + codec + " is not available", e);
    }
  }

  /**
   * Makes sure that a file can be written with a codec.
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
    return new Bounded(codecs.getDecompressor(codec));
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
