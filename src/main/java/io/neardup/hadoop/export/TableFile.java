package io.neardup.hadoop.export;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type.Repetition;

/**
 * A Parquet file of a table, which a task writes. Its bytes depend on the lines alone. Memory: one
 * row group of about 32 MiB.
 */
final class TableFile implements Closeable {

  private static final long ROW_GROUP_BYTES = 32L << 20;

  private final Table table;
  private final Counter rows;
  private final ParquetWriter<Text> writer;

  /**
   * @param name of the file; it becomes part of the job's output when the task is committed
   */
  TableFile(TaskInputOutputContext<?, ?, ?, ?> context, Table table, String name)
      throws IOException {
    Configuration conf = context.getConfiguration();
    Path folder = ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
    this.table = table;
    this.rows = context.getCounter(table.counter);
    // The codec and the version are those that most readers know.
    this.writer =
        new Builder(HadoopOutputFile.fromPath(new Path(folder, name + ".parquet"), conf), table)
            .withConf(conf)
            .withWriteMode(ParquetFileWriter.Mode.CREATE)
            .withWriterVersion(WriterVersion.PARQUET_1_0)
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .withRowGroupSize(ROW_GROUP_BYTES)
            .build();
  }

  private static final class Builder extends ParquetWriter.Builder<Text, Builder> {
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
    protected WriteSupport<Text> getWriteSupport(Configuration conf) {
      return new Rows(table);
    }
  }

  /** Writes lines as rows. */
  private static final class Rows extends WriteSupport<Text> {
    private final Table table;
    private final MessageType schema;
    private final int[] starts; // of the fields, and the byte behind the tab after the last
    private RecordConsumer row;

    Rows(Table table) {
      this.table = table;
      schema = table.schema();
      starts = new int[table.fields + 1];
    }

    @Override
    @SuppressWarnings("deprecation") // but abstract
    public WriteContext init(Configuration conf) {
      return new WriteContext(schema, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      row = consumer;
    }

    @Override
    public void write(Text line) {
      split(line);
      row.startMessage();
      for (int column = 0; column < schema.getFieldCount(); column++) {
        PrimitiveType type = schema.getType(column).asPrimitiveType();
        int start = starts[table.position(column)];
        int length = starts[table.position(column) + 1] - 1 - start;
        if (length > 0) {
          row.startField(type.getName(), column);
          Binary value = Binary.fromReusedByteArray(line.getBytes(), start, length);
          switch (type.getPrimitiveTypeName()) {
            case INT64 -> row.addLong(Long.parseLong(value.toStringUsingUTF8()));
            case DOUBLE -> row.addDouble(Double.parseDouble(value.toStringUsingUTF8()));
            default -> row.addBinary(value);
          }
          row.endField(type.getName(), column);
        } else if (type.isRepetition(Repetition.REQUIRED)) {
          throw new IllegalArgumentException(type.getName() + " is empty");
        }
      }
      row.endMessage();
    }

    private void split(Text line) {
      byte[] bytes = line.getBytes();
      int found = 1; // the first begins at 0
      for (int i = 0; i < line.getLength(); i++) {
        if (bytes[i] == '\t') {
          if (found == table.fields) {
            throw new IllegalArgumentException("more than " + table.fields + " fields");
          }
          starts[found++] = i + 1;
        }
      }
      if (found != table.fields) {
        throw new IllegalArgumentException(found + " fields, not " + table.fields);
      }
      starts[found] = line.getLength() + 1;
    }
  }

  /**
   * Appends a row.
   *
   * @param line the fields of the table, see {@link Table}
   * @throws IOException if it is not a line of this table
   */
  void append(Text line) throws IOException {
    try {
      writer.write(line);
    } catch (IllegalArgumentException e) { // also what is no number
      throw new IOException(
          "not a line of " + table.folder() + ": " + line + ": " + e.getMessage(), e);
    }
    rows.increment(1);
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
