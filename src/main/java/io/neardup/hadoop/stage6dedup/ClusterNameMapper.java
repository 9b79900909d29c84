package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.stage5cluster.keep.RankKey;
import io.neardup.hadoop.table.ColumnLists;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * A document of column c in a cluster → two records: ((cluster, 0, c), nothing), by which the
 * reducer counts it, and ((cluster, 1, c), nothing), by which the reducer names it. For the first
 * document of the cluster, the second record has its id.
 */
public final class ClusterNameMapper extends Mapper<LongWritable, DocumentWritable, RankKey, Text> {

  private static final byte[] COUNTED = {0};
  private static final byte[] NAMED = {1};

  private final RankKey key = new RankKey();
  private final Text id = new Text();
  private ColumnLists decisions;

  /** Returns whether a record is counted; those come before the ones that are named. */
  static boolean isCounted(RankKey key) {
    return Arrays.equals(key.rank(), COUNTED);
  }

  @Override
  protected void setup(Context context) throws IOException {
    decisions = Decisions.columns(context.getConfiguration());
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    if (!decisions.seek(column.get())) {
      return;
    }
    decisions.nextEntry(); // what is kept
    decisions.nextEntry();
    long cluster = decisions.entry();
    id.clear();
    context.write(key.set(cluster, COUNTED, column.get()), id);
    if (cluster == column.get()) {
      id.set(document.idBytes(), 0, document.idLength());
    }
    context.write(key.set(cluster, NAMED, column.get()), id);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    decisions.close();
  }
}
