package io.neardup.hadoop.table;

import io.neardup.hadoop.output.PartFiles;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/**
 * Writes ascending columns as lines {@code column<TAB>} into one part file of a new folder, where
 * {@link ColumnLines} finds them.
 */
public final class ColumnListWriter implements Closeable {

  private static final int BUFFER = 1 << 16;

  private final OutputStream out;
  private final LineBuilder line = new LineBuilder();

  /** Creates the part file. */
  public ColumnListWriter(Configuration conf, Path folder) throws IOException {
    Path file = new Path(folder, PartFiles.PREFIX + "r-00000");
    out = new BufferedOutputStream(file.getFileSystem(conf).create(file, false), BUFFER);
  }

  /** Adds a column, larger than those before. */
  public void add(long column) throws IOException {
    Text text = line.clear().append(column).append('\t').append('\n').toText();
    out.write(text.getBytes(), 0, text.getLength());
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
