package io.neardup.hadoop.stopshingles;

import io.neardup.hadoop.corpus.DocumentWritable;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** (column, document) → (hash of its source, one document of its {@link HalvedCounts}). */
public final class SourceCountMapper
    extends Mapper<LongWritable, DocumentWritable, LongWritable, LongWritable> {

  private final LongWritable key = new LongWritable();
  private final LongWritable value = new LongWritable();
  private SourceHashes sources;

  @Override
  protected void setup(Context context) {
    sources = new SourceHashes(context.getConfiguration());
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    if (document.field(0) != null) {
      context.getCounter(StopShingleCounters.WITH_SOURCE).increment(1);
    }
    key.set(sources.of(document));
    value.set(HalvedCounts.count(SourceSample.halvings(column.get()), 1));
    context.write(key, value);
  }
}
