package io.neardup.hadoop.collection.drop;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.text.DocumentShingler;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * A document → a line {@code column<TAB>id}, if its id is in a list, or if there is no list.
 * Memory: {@link IdList}.
 */
public final class DropMapper extends Mapper<LongWritable, DocumentWritable, NullWritable, Text> {

  private static final String IDS = "neardup-internal.ids-to-drop";

  private final LineBuilder line = new LineBuilder();
  private DocumentShingler shingler;
  private IdList ids; // null if all documents are to be dropped

  /** Sets the list. */
  static void setIds(Configuration conf, Path file) {
    conf.set(IDS, file.toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    shingler = Shinglers.of(conf, HadoopSettings.of(conf));
    String file = context.getConfiguration().getRaw(IDS);
    ids = file == null ? null : IdList.read(context.getConfiguration(), new Path(file));
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    if (ids == null || ids.find(document.idBytes(), document.idLength()) >= 0) {
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
      line.clear().append(column.get()).append('\t');
      line.append(document.idBytes(), 0, document.idLength());
      context.write(NullWritable.get(), line.toText());
    }
  }
}
