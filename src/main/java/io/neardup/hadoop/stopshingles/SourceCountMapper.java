package io.neardup.hadoop.stopshingles;

import io.neardup.hadoop.corpus.DocumentWritable;
import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** (column, document) → (hash of its source, {@linkplain ShingleSample#halvings halvings}). */
public final class SourceCountMapper
    extends Mapper<LongWritable, DocumentWritable, LongWritable, IntWritable> {

  private final LongWritable key = new LongWritable();
  private final IntWritable halvings = new IntWritable();
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
    halvings.set(ShingleSample.halvings(column.get()));
    context.write(key, halvings);
  }
}
