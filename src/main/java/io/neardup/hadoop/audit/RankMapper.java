package io.neardup.hadoop.audit;

import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.job.HadoopSettings;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Document kept for a cluster → its column and its rank. */
public final class RankMapper
    extends Mapper<LongWritable, DocumentWritable, LongWritable, LongWritable> {

  private final LongWritable rank = new LongWritable();
  private DocumentStates states;
  private KeepPolicy policy;

  @Override
  protected void setup(Context context) throws IOException {
    states = new DocumentStates(context.getConfiguration());
    policy = KeepPolicy.of(HadoopSettings.of(context.getConfiguration()));
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    states.decide(column.get());
    if (states.kept() == column.get() && states.cluster() != DocumentStates.NONE) {
      rank.set(DocumentStates.rank(policy, document));
      context.write(column, rank);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    states.close();
  }
}
