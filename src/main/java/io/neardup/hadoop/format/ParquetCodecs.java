package io.neardup.hadoop.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.brotli.dec.BrotliInputStream;

/**
 * Parquet's codecs. They refuse a page of a length that only a damaged file can have, before they
 * allocate memory for it. Brotli is read without the codec class that Parquet looks for; it is
 * never written.
 */
final class ParquetCodecs extends CodecFactory {

  private static final int MAX_PAGE = 128 << 20;
  private static final int BUFFER = 1 << 20;

  ParquetCodecs(Configuration conf) {
    super(conf, BUFFER);
  }

  /** Returns the codec for a copy of data that is compressed with a codec. */
  static CompressionCodecName written(CompressionCodecName codec) {
    return codec == CompressionCodecName.BROTLI ? CompressionCodecName.ZSTD : codec;
  }

  @Override
  @SuppressWarnings("deprecation") // the type that must be returned
  protected BytesDecompressor createDecompressor(CompressionCodecName codec) {
    boolean brotli = codec == CompressionCodecName.BROTLI;
    BytesDecompressor parquets = brotli ? null : super.createDecompressor(codec);
    return new BytesDecompressor() {
      @Override
      public BytesInput decompress(BytesInput bytes, int size) throws IOException {
        if (size < 0 || size > MAX_PAGE) {
          throw new IOException("a page of " + size + " bytes");
        }
        return brotli
            ? BytesInput.from(new BrotliInputStream(bytes.toInputStream()), size)
            : parquets.decompress(bytes, size);
      }

      @Override
      public void decompress(ByteBuffer from, int length, ByteBuffer to, int size) {
        throw new UnsupportedOperationException("pages are decompressed on the heap");
      }

      @Override
      public void release() {
        if (!brotli) {
          parquets.release();
        }
      }
    };
  }
}
