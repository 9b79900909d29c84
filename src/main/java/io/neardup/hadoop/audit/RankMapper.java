package io.neardup.hadoop.audit;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.stage5cluster.keep.DocumentRanks;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Document kept for a cluster → its column and its rank. */
public final class RankMapper
    extends Mapper<LongWritable, DocumentWritable, LongWritable, BytesWritable> {

  private final BytesWritable rank = new BytesWritable();
  private DocumentStates states;
  private DocumentRanks ranks;

  @Override
  protected void setup(Context context) throws IOException {
    states = new DocumentStates(context.getConfiguration());
    ranks = new DocumentRanks(context.getConfiguration());
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    states.decide(column.get());
    if (states.kept() == column.get() && states.cluster() != DocumentStates.NONE) {
      byte[] bytes = ranks.of(column.get(), document);
      rank.set(bytes, 0, bytes.length);
      context.write(column, rank);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    states.close();
  }
}
