package io.neardup.hadoop.export;

import java.io.Closeable;
import java.io.IOException;
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
    this.rows = context.getCounter(table.counter());
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
      return new TableRows(table);
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
