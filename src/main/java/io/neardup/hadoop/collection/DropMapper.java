package io.neardup.hadoop.collection;

import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.text.DocumentShingler;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.LineReader;

/**
 * A document → (its column, its id), if its id is in a list, or if there is no list. Memory: the
 * list, {@value #MAX_BYTES} bytes at most.
 */
public final class DropMapper extends Mapper<LongWritable, DocumentWritable, LongWritable, Text> {

  /** How many bytes a list may have. */
  static final long MAX_BYTES = 32L << 20;

  private static final String IDS = "neardup-internal.ids-to-drop";

  private final Text id = new Text();
  private DocumentShingler shingler;
  private Set<Text> ids; // null if all documents are to be dropped

  /** Sets the list. */
  static void setIds(Configuration conf, Path file) {
    conf.set(IDS, file.toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    shingler = Shinglers.of(conf, HadoopSettings.of(conf));
    String file = context.getConfiguration().getRaw(IDS);
    ids = file == null ? null : read(context.getConfiguration(), new Path(file));
  }

  /**
   * Reads a list of ids, one a line; empty lines do not count.
   *
   * @throws UsageException if it is missing or too long
   */
  static Set<Text> read(Configuration conf, Path file) throws IOException {
    if (!file.getFileSystem(conf).exists(file)) {
      throw new UsageException("the list of ids " + file + " does not exist");
    }
    if (file.getFileSystem(conf).getFileStatus(file).getLen() > MAX_BYTES) {
      throw new UsageException(
          "the list of ids " + file + " has more than " + MAX_BYTES + " bytes; divide it");
    }
    Set<Text> ids = new HashSet<>();
    Text line = new Text();
    try (InputStream in = file.getFileSystem(conf).open(file);
        LineReader lines = new LineReader(in)) {
      while (lines.readLine(line) > 0) {
        if (line.getLength() > 0) {
          ids.add(new Text(line));
        }
      }
    }
    return ids;
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    id.set(document.idBytes(), 0, document.idLength());
    if (ids == null || ids.contains(id)) {
      context.getCounter(DropCounters.DOCUMENTS_FOUND).increment(1);
      context.getCounter(DropCounters.TEXT_BYTES_FOUND).increment(document.textLength());
      int shingles =
          shingler
              .elements(document.textBytes(), document.textOffset(), document.textLength())
              .size();
      context.getCounter(DropCounters.SHINGLES_FOUND).increment(shingles);
      context.getCounter(DropCounters.WITHOUT_SHINGLES_FOUND).increment(shingles == 0 ? 1 : 0);
      context.getCounter(DropCounters.STOP_SHINGLES_FOUND).increment(shingler.leftOut());
      if (shingles == 0 && shingler.leftOut() > 0) {
        context.getCounter(DropCounters.OF_STOP_SHINGLES_FOUND).increment(1);
      }
      context.write(column, id);
    }
  }
}
