package io.neardup.hadoop.export;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import org.apache.commons.csv.CSVPrinter;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * A file of a table, which a task writes. Its bytes depend on the lines alone. Memory in Parquet:
 * one row group of about 32 MiB.
 */
final class TableFile implements Closeable {

  private static final String FORMAT = "neardup-internal.export-format";
  private static final String TABLE = "neardup-internal.export-table";
  private static final long ROW_GROUP_BYTES = 32L << 20;

  private final Table table;
  private final MessageType schema;
  private final Counter rows;
  private final Closeable file;
  private final ConsumerRaisingIOE<String[]> writer; // of the values of a row, by column

  /**
   * @param name of the file, without extension; it becomes part of the job's output when the task
   *     is committed
   */
  TableFile(TaskInputOutputContext<?, ?, ?, ?> context, String name) throws IOException {
    Configuration conf = context.getConfiguration();
    TableFormat format = conf.getEnum(FORMAT, TableFormat.PARQUET);
    this.table = conf.getEnum(TABLE, Table.PAIRS);
    this.schema = table.schema();
    this.rows = context.getCounter(table);
    Path folder = ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
    Path path = new Path(folder, name + "." + format.extension());
    if (format == TableFormat.PARQUET) {
      // The codec and the version are those that most readers know.
      ParquetWriter<Group> parquet =
          ExampleParquetWriter.builder(HadoopOutputFile.fromPath(path, conf))
              .withConf(conf)
              .withType(schema)
              .withWriterVersion(WriterVersion.PARQUET_1_0)
              .withCompressionCodec(CompressionCodecName.SNAPPY)
              .withRowGroupSize(ROW_GROUP_BYTES)
              .build();
      this.file = parquet;
      this.writer = values -> parquet.write(group(values));
    } else {
      CSVPrinter printer =
          new CSVPrinter(
              new BufferedWriter(
                  new OutputStreamWriter(
                      path.getFileSystem(conf).create(path, false), StandardCharsets.UTF_8)),
              format.text());
      printer.printRecord(schema.getFields().stream().map(Type::getName));
      this.file = printer;
      this.writer = values -> printer.printRecord((Object[]) values);
    }
  }

  /** Sets the format and the table of the files of a job. */
  static void configure(Configuration conf, TableFormat format, Table table) {
    conf.setEnum(FORMAT, format);
    conf.setEnum(TABLE, table);
  }

  /**
   * Appends a row.
   *
   * @param line the fields of the table, see {@link Table}
   * @throws IOException if it is not a line of this table
   */
  void append(Text line) throws IOException {
    try {
      writer.accept(values(Text.decode(line.getBytes(), 0, line.getLength())));
    } catch (IllegalArgumentException e) { // also what is no number
      throw new IOException(
          "not a line of " + table.folder() + ": " + line + ": " + e.getMessage(), e);
    }
    rows.increment(1);
  }

  /** Returns the values of a line by column, empty if there is none. */
  private String[] values(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != table.fields) {
      throw new IllegalArgumentException(fields.length + " fields, not " + table.fields);
    }
    String[] values = new String[schema.getFieldCount()];
    for (int column = 0; column < values.length; column++) {
      values[column] = fields[table.position(column)];
      if (values[column].isEmpty() && schema.getType(column).isRepetition(Repetition.REQUIRED)) {
        throw new IllegalArgumentException(schema.getFieldName(column) + " is empty");
      }
    }
    return values;
  }

  private Group group(String[] values) {
    Group row = new SimpleGroup(schema);
    for (int column = 0; column < values.length; column++) {
      String value = values[column];
      if (!value.isEmpty()) {
        switch (schema.getType(column).asPrimitiveType().getPrimitiveTypeName()) {
          case INT64 -> row.add(column, Long.parseLong(value));
          case DOUBLE -> row.add(column, Double.parseDouble(value));
          default -> row.add(column, value);
        }
      }
    }
    return row;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
