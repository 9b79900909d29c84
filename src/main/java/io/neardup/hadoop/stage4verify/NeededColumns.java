package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.table.LineBuilder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/**
 * The columns of plausible pairs, in a folder with one part file of lines {@code column<TAB>} by
 * column: a job reads only the parts of the corpus that have one of them.
 *
 * @param folder where they are
 * @param count how many they are
 */
record NeededColumns(Path folder, long count) {

  /** Writes the columns of the plausible pairs that a job has found. */
  static NeededColumns write(Configuration conf, Path plausible, Path folder) throws IOException {
    Path file = new Path(folder, PartFiles.PREFIX + "r-00000");
    LineBuilder line = new LineBuilder();
    long[] count = {0};
    try (OutputStream out =
        new BufferedOutputStream(file.getFileSystem(conf).create(file, false))) {
      ColumnMarks.read(
          conf,
          plausible,
          (column, least, smaller) -> {
            Text text = line.clear().append(column).append('\t').append('\n').toText();
            out.write(text.getBytes(), 0, text.getLength());
            count[0]++;
          });
    }
    return new NeededColumns(folder, count[0]);
  }
}
