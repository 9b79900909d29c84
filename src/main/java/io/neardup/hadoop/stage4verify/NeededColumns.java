package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.table.LineBuilder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/** Writes the columns of plausible pairs, so that a job reads only the documents of these. */
final class NeededColumns {

  private NeededColumns() {}

  /**
   * Writes the columns of the plausible pairs that a job has found.
   *
   * @param folder for one part file of lines {@code column<TAB>}, by column
   */
  static void write(Configuration conf, Path plausible, Path folder) throws IOException {
    Path file = new Path(folder, PartFiles.PREFIX + "r-00000");
    LineBuilder line = new LineBuilder();
    try (OutputStream out =
        new BufferedOutputStream(file.getFileSystem(conf).create(file, false))) {
      ColumnMarks.read(
          conf,
          plausible,
          (column, least, smaller) -> {
            Text text = line.clear().append(column).append('\t').append('\n').toText();
            out.write(text.getBytes(), 0, text.getLength());
          });
    }
  }
}
