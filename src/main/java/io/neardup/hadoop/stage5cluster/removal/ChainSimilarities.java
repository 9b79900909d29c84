package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.table.NumberParser;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.LineReader;

/**
 * Reads lines {@code kept<TAB>removed<TAB>similarity}, one for each removal by a chain, in order.
 */
final class ChainSimilarities implements Closeable {

  private final Configuration conf;
  private final Iterator<FileStatus> files;
  private final Text line = new Text();
  private final NumberParser numbers = new NumberParser("the similarity of a chain");
  private final NumberParser fields = new NumberParser("a removal");
  private LineReader lines; // null before the first file

  /** Opens the part files of a folder. */
  ChainSimilarities(Configuration conf, Path folder) throws IOException {
    this.conf = conf;
    this.files = PartFiles.of(conf, folder).iterator();
  }

  /**
   * Returns the similarity of a removal, in millionths.
   *
   * @param removal the next line {@code id<TAB>id<TAB>…} of a removal by a chain, with its columns
   *     in the fields 5 and 8
   * @throws IOException if the next similarity is not that of these columns
   */
  int next(Text removal) throws IOException {
    while (lines == null || lines.readLine(line) == 0) {
      close();
      if (!files.hasNext()) {
        throw new IOException("the similarity is missing for " + removal);
      }
      Path file = files.next().getPath();
      InputStream in = file.getFileSystem(conf).open(file);
      lines = new LineReader(in);
    }
    fields.start(removal);
    for (int field = 1; field < 5; field++) {
      fields.skipField();
    }
    long removed = fields.number();
    for (int field = 5; field < 8; field++) {
      fields.skipField();
    }
    long kept = fields.number();
    numbers.start(line);
    boolean same = numbers.number() == kept;
    numbers.expect('\t');
    same &= numbers.number() == removed;
    numbers.expect('\t');
    if (!same) {
      throw new IOException("the similarity of " + line + " is not that of " + removal);
    }
    return numbers.millionths();
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      lines.close();
      lines = null;
    }
  }
}
