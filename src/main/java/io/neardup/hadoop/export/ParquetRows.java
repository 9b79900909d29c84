package io.neardup.hadoop.export;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;

/** Rows as a Parquet file. Memory: one row group of about 32 MiB. */
final class ParquetRows implements TableFile.RowWriter {

  private static final long ROW_GROUP_BYTES = 32L << 20;

  private final ParquetWriter<TableRow> writer;

  ParquetRows(Configuration conf, Path file, Table table) throws IOException {
    // The codec and the version are those that most readers know.
    this.writer =
        new Builder(HadoopOutputFile.fromPath(file, conf), table)
            .withConf(conf)
            .withWriteMode(ParquetFileWriter.Mode.CREATE)
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

  private static final class Builder extends ParquetWriter.Builder<TableRow, Builder> {
    private final Table table;

    Builder(OutputFile file, Table table) {
      super(file);
      this.table = table;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // but abstract
    protected WriteSupport<TableRow> getWriteSupport(Configuration conf) {
      return new Rows(table.schema());
    }
  }

  private static final class Rows extends WriteSupport<TableRow> {
    private final MessageType schema;
    private RecordConsumer consumer;

    Rows(MessageType schema) {
      this.schema = schema;
    }

    @Override
    @SuppressWarnings("deprecation") // but abstract
    public WriteContext init(Configuration conf) {
      return new WriteContext(schema, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer newConsumer) {
      consumer = newConsumer;
    }

    @Override
    public void write(TableRow row) {
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
}
