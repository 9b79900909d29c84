package io.neardup.hadoop.format;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.RangeReader.Annotation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.brotli.dec.BrotliInputStream;

/**
 * Writes rows to a new Parquet file. Memory: one row group, which ends soon after {@value
 * #ROW_GROUP_BYTES} bytes, however long single rows are.
 */
final class ParquetRecordFile {

  static final int ROW_GROUP_BYTES = 32 << 20;

  /**
   * The metadata in which other programs keep a copy of the schema; with further columns that copy
   * would be wrong.
   */
  private static final Set<String> COPIES_OF_SCHEMA =
      Set.of(
          "ARROW:schema",
          "avro.schema",
          "iceberg.schema",
          "org.apache.spark.sql.parquet.row.metadata",
          "parquet.avro.schema");

  private static final MessageType ANNOTATION =
      MessageTypeParser.parseMessageType(
          Quantity.format(
              "message a { optional binary %s (STRING); optional int64 %s; optional int64 %s;"
                  + " optional boolean %s; }",
              Annotation.FIELDS.toArray()));

  private ParquetRecordFile() {}

  /**
   * Makes a file with the metadata and codecs of another, and its schema, perhaps {@link
   * #annotated}.
   */
  static ParquetWriter<Group> create(
      Configuration conf, Path path, ParquetMetadata source, MessageType schema)
      throws IOException {
    Map<String, String> keyValues = new HashMap<>(source.getFileMetaData().getKeyValueMetaData());
    if (!schema.equals(source.getFileMetaData().getSchema())) {
      keyValues.keySet().removeAll(COPIES_OF_SCHEMA);
    }
    keyValues.remove(ParquetWriter.OBJECT_MODEL_NAME_PROP); // it gets the one of this writer
    ExampleParquetWriter.Builder file =
        ExampleParquetWriter.builder(HadoopOutputFile.fromPath(path, conf))
            .withConf(conf)
            .withType(schema)
            .withExtraMetaData(keyValues)
            .withCodecFactory(new Codecs(conf))
            .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
            .withRowGroupSize((long) ROW_GROUP_BYTES)
            .withMaxRowCountForPageSizeCheck(1) // the next row may be a long one
            .withMinRowCountForPageSizeCheck(1)
            .withMaxPaddingSize(0);
    if (!source.getBlocks().isEmpty()) {
      List<ColumnChunkMetaData> chunks = source.getBlocks().get(0).getColumns();
      file.withCompressionCodec(written(chunks.get(0).getCodec()));
      for (ColumnChunkMetaData chunk : chunks) {
        file.withCompressionCodec(chunk.getPath().toDotString(), written(chunk.getCodec()));
      }
    }
    return file.build();
  }

  /** Returns the codec for a copy of data that is compressed with a codec. */
  private static CompressionCodecName written(CompressionCodecName codec) {
    return codec == CompressionCodecName.BROTLI ? CompressionCodecName.ZSTD : codec;
  }

  /** Returns a schema with the columns of an annotation, unless it has one of them already. */
  static MessageType annotated(MessageType schema) {
    boolean has =
        ANNOTATION.getFields().stream().anyMatch(added -> schema.containsField(added.getName()));
    return has ? schema : schema.union(ANNOTATION);
  }

  /**
   * Parquet's codecs. They refuse a page of a length that only a damaged file can have, before they
   * allocate memory for it. Brotli is read without the codec class that Parquet looks for; it is
   * never written.
   */
  static final class Codecs extends CodecFactory {

    private static final int MAX_PAGE = 128 << 20;
    private static final int BUFFER = 1 << 20;

    Codecs(Configuration conf) {
      super(conf, BUFFER);
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
}
