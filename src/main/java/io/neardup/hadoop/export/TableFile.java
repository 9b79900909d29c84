package io.neardup.hadoop.export;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/** A file of a table, which a task writes. Its bytes depend on the lines alone. */
final class TableFile implements Closeable {

  private static final String FORMAT = "neardup-internal.export-format";

  private final Table table;
  private final Counter rows;
  private final TableRow row;
  private final RowWriter writer;

  /** Writes rows into a file. */
  interface RowWriter extends Closeable {
    /**
     * Appends a row, which the caller uses again.
     *
     * @throws IllegalArgumentException if a value is not of its column's type
     */
    void write(TableRow row) throws IOException;
  }

  /**
   * @param name of the file, without extension; it becomes part of the job's output when the task
   *     is committed
   */
  TableFile(TaskInputOutputContext<?, ?, ?, ?> context, Table table, String name)
      throws IOException {
    Configuration conf = context.getConfiguration();
    Path folder = ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
    this.table = table;
    this.rows = context.getCounter(table);
    this.row = new TableRow(table);
    this.writer =
        conf.getEnum(FORMAT, TableFormat.PARQUET).open(conf, new Path(folder, name), table);
  }

  /** Sets the format of the files of a job. */
  static void setFormat(Configuration conf, TableFormat format) {
    conf.setEnum(FORMAT, format);
  }

  /**
   * Appends a row.
   *
   * @param line the fields of the table, see {@link Table}
   * @throws IOException if it is not a line of this table
   */
  void append(Text line) throws IOException {
    try {
      writer.write(row.set(line));
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
