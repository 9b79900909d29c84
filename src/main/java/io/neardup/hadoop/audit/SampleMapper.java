package io.neardup.hadoop.audit;

import io.neardup.audit.SampledColumns;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Document of a sampled column → its text and signature, by length, then column. */
public final class SampleMapper
    extends Mapper<LongWritable, DocumentWritable, ColumnPairKey, SampledDocument> {

  private final ColumnPairKey key = new ColumnPairKey();
  private final SampledDocument sampled = new SampledDocument();
  private SampledColumns sample;
  private DocumentStates states;

  @Override
  protected void setup(Context context) throws IOException {
    sample = AuditTasks.sample(context.getConfiguration());
    states = new DocumentStates(context.getConfiguration());
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    long c = column.get();
    if (!sample.contains(c)) {
      return;
    }
    states.decide(c);
    int from = document.textOffset();
    sampled.text = Arrays.copyOfRange(document.textBytes(), from, from + document.textLength());
    sampled.slots = states.slots(c);
    sampled.kept = states.kept();
    key.set(sampled.text.length, c);
    context.write(key, sampled);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    states.close();
  }
}
