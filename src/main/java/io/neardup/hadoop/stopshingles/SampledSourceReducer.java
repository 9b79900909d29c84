package io.neardup.hadoop.stopshingles;

import io.neardup.config.Keys;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The documents of a source, each as the halvings of the sample that it survives → a line {@code
 * hash of its name<TAB>halvings of the sample<TAB>sampled documents}, if there are enough of them.
 */
public final class SampledSourceReducer
    extends Reducer<LongWritable, IntWritable, NullWritable, Text> {

  private final long[] documents = new long[Long.SIZE + 1]; // by halvings
  private final HexFormat hex = HexFormat.of();
  private final LineBuilder line = new LineBuilder();

  @Override
  protected void reduce(LongWritable source, Iterable<IntWritable> halvings, Context context)
      throws IOException, InterruptedException {
    Arrays.fill(documents, 0);
    for (IntWritable ofDocument : halvings) {
      documents[ofDocument.get()]++;
    }
    if (left(documents, 0) < ShingleSample.MIN_DOCUMENTS) {
      context.getCounter(StopShingleCounters.SMALL_SOURCES).increment(1);
      return;
    }
    context.getCounter(StopShingleCounters.SOURCES_SAMPLED).increment(1);
    int most = halvings(documents);
    line.clear().append(hex.toHexDigits(source.get())).append('\t').append(most);
    context.write(NullWritable.get(), line.append('\t').append(left(documents, most)).toText());
  }

  /** Returns how many documents are left after so many halvings. */
  static long left(long[] documents, int halvings) {
    return Arrays.stream(documents, halvings, documents.length).sum();
  }

  /**
   * Returns the fewest halvings, of documents that each survive so many, after which there are not
   * too many left; one fewer if too few would be.
   */
  static int halvings(long[] documents) {
    int halvings = 0;
    while (left(documents, halvings) > ShingleSample.MAX_DOCUMENTS) {
      halvings++;
    }
    return halvings > 0 && left(documents, halvings) < ShingleSample.MIN_DOCUMENTS
        ? halvings - 1
        : halvings;
  }

  /** (column, document) → (hash of its source, {@linkplain ShingleSample#halvings halvings}). */
  public static final class Documents
      extends Mapper<LongWritable, DocumentWritable, LongWritable, IntWritable> {

    private final LongWritable key = new LongWritable();
    private final IntWritable halvings = new IntWritable();
    private ShingleSample.SourceHashes sources;
    private String sourceField;

    @Override
    protected void setup(Context context) {
      sources = new ShingleSample.SourceHashes(context.getConfiguration());
      sourceField = HadoopSettings.of(context.getConfiguration()).get(Keys.SOURCE_FIELD);
    }

    @Override
    protected void map(LongWritable column, DocumentWritable document, Context context)
        throws IOException, InterruptedException {
      if (document.field(sourceField) != null) {
        context.getCounter(StopShingleCounters.WITH_SOURCE).increment(1);
      }
      key.set(sources.of(document));
      halvings.set(ShingleSample.halvings(column.get()));
      context.write(key, halvings);
    }
  }
}
