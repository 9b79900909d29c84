package io.neardup.hadoop.export;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.schema.Type;

/** Rows as lines of text, after a line with the names of the columns. */
final class TextRows implements TableFile.RowWriter {

  private final int columns;
  private final CSVPrinter printer;

  TextRows(Configuration conf, Path file, Table table, CSVFormat format) throws IOException {
    this.columns = table.schema().getFieldCount();
    this.printer =
        new CSVPrinter(
            new BufferedWriter(
                new OutputStreamWriter(
                    file.getFileSystem(conf).create(file, false), StandardCharsets.UTF_8)),
            format);
    printer.printRecord(table.schema().getFields().stream().map(Type::getName));
  }

  @Override
  public void write(TableRow row) throws IOException {
    for (int column = 0; column < columns; column++) {
      printer.print(row.text(column));
    }
    printer.println();
  }

  @Override
  public void close() throws IOException {
    printer.close();
  }
}
