package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.table.TsvEscapes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Writes the sets in the order of their first lines. A document without an id is a record that was
 * set aside; it becomes a line {@code file<TAB>position<TAB>reason<TAB>detail}.
 */
public final class SetOrderReducer
    extends Reducer<PlaceKey, DocumentWritable, Text, BytesWritable> {

  private final Text id = new Text();
  private final BytesWritable value = new BytesWritable();
  private CorpusManifest.Cursor plan;
  private CorpusRange range; // of the plan, read last
  private long ordinal = -1; // its position

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    plan = new CorpusManifest.Cursor(conf, Plan.file(conf));
  }

  @Override
  protected void reduce(PlaceKey place, Iterable<DocumentWritable> documents, Context context)
      throws IOException, InterruptedException {
    for (DocumentWritable document : documents) {
      id.set(document.idBytes(), 0, document.idLength());
      if (document.idLength() == 0) {
        byte[] head =
            (TsvEscapes.escape(file(place.ordinal())) + "\t" + place.position() + "\t")
                .getBytes(StandardCharsets.UTF_8);
        value.setSize(head.length + document.textLength());
        System.arraycopy(head, 0, value.getBytes(), 0, head.length);
        System.arraycopy(
            document.textBytes(),
            document.textOffset(),
            value.getBytes(),
            head.length,
            document.textLength());
      } else {
        value.set(document.textBytes(), document.textOffset(), document.textLength());
      }
      context.write(id, value);
    }
  }

  /** Returns the file of a range that is not before that of the last call. */
  private String file(long wanted) throws IOException {
    for (; ordinal < wanted; ordinal++) {
      range = plan.next();
    }
    return range.file();
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    plan.close();
  }
}
