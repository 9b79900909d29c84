package io.neardup.hadoop.table;

import io.neardup.hadoop.output.PartFiles;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Writes ascending columns as lines {@code column<TAB>} into one part file of a new folder, where
 * {@link ColumnLines} finds them.
 */
public final class ColumnListWriter implements Closeable {

  private final OutputStream out;
  private final LineBuilder line = new LineBuilder();

  /** Creates the part file. */
  public ColumnListWriter(Configuration conf, Path folder) throws IOException {
    out = PartFiles.createOnly(conf, folder);
  }

  /** Adds a column, larger than those before. */
  public void add(long column) throws IOException {
    line.clear().append(column).append('\t').writeTo(out);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
