package io.neardup.hadoop.export;

import io.neardup.hadoop.format.ParquetRowFile;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport.WriteContext;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;

/** Rows as a Parquet file. Memory: one row group of about 32 MiB. */
final class ParquetRows implements TableFile.RowWriter {

  private static final long ROW_GROUP_BYTES = 32L << 20;

  private final ParquetWriter<TableRow> writer;

  ParquetRows(Configuration conf, Path file, Table table) throws IOException {
    MessageType schema = table.schema();
    // The codec and the version are those that most readers know.
    this.writer =
        new ParquetRowFile<TableRow>(
                conf,
                file,
                new WriteContext(schema, Map.of()),
                (consumer, row) -> write(schema, row, consumer))
            .withWriterVersion(WriterVersion.PARQUET_1_0)
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .withRowGroupSize(ROW_GROUP_BYTES)
            .build();
  }

  @Override
  public void write(TableRow row) throws IOException {
    writer.write(row);
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  private static void write(MessageType schema, TableRow row, RecordConsumer consumer) {
    consumer.startMessage();
    for (int column = 0; column < schema.getFieldCount(); column++) {
      if (!row.isNull(column)) {
        PrimitiveType type = schema.getType(column).asPrimitiveType();
        consumer.startField(type.getName(), column);
        switch (type.getPrimitiveTypeName()) {
          case INT64 -> consumer.addLong(Long.parseLong(row.bytes(column).toStringUsingUTF8()));
          case DOUBLE ->
              consumer.addDouble(Double.parseDouble(row.bytes(column).toStringUsingUTF8()));
          default -> consumer.addBinary(row.bytes(column));
        }
        consumer.endField(type.getName(), column);
      }
    }
    consumer.endMessage();
  }
}
