package io.neardup.hadoop.format;

import java.io.IOException;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.api.WriteSupport.WriteContext;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.api.RecordConsumer;

/**
 * A new Parquet file of rows, once it is built; it must not exist.
 *
 * @param <T> the type of the rows
 */
public final class ParquetRowFile<T> extends ParquetWriter.Builder<T, ParquetRowFile<T>> {

  private final WriteContext context;
  private final BiConsumer<RecordConsumer, T> rows;

  /** Takes schema and metadata of the file, and what gives a row to Parquet. */
  public ParquetRowFile(
      Configuration conf, Path path, WriteContext context, BiConsumer<RecordConsumer, T> rows)
      throws IOException {
    super(HadoopOutputFile.fromPath(path, conf));
    this.context = context;
    this.rows = rows;
    withConf(conf);
  }

  @Override
  protected ParquetRowFile<T> self() {
    return this;
  }

  @Override
  @SuppressWarnings("deprecation") // but Parquet calls it
  protected WriteSupport<T> getWriteSupport(Configuration conf) {
    return new WriteSupport<>() {
      private RecordConsumer consumer;

      @Override
      @SuppressWarnings("deprecation") // but Parquet calls it
      public WriteContext init(Configuration ofTask) {
        return context;
      }

      @Override
      public void prepareForWrite(RecordConsumer to) {
        consumer = to;
      }

      @Override
      public void write(T row) {
        rows.accept(consumer, row);
      }
    };
  }
}
