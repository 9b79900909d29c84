package io.neardup.hadoop.stage1shinglesort;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.HashRanges;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.MinimumPairs;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Plan {@code sort}, map side: (column, document) → its document–shingle pairs, each with the last
 * round in which it is needed. With pruning, the mapper emits only pairs that give a minimum, at
 * most n per document; without pruning, the pairs of all distinct shingles. It sends sorted runs of
 * many pairs: ((block, range of shingles, first column), run).
 *
 * <p>Memory: {@link PairRuns}.
 */
public final class ShingleSortMapper
    extends Mapper<LongWritable, DocumentWritable, ShingleRunKey, BytesWritable> {

  private Sketching sketching;
  private MinimumPairs minimumPairs;
  private boolean pruning;
  private PairRuns runs;
  private long first; // of all columns that are read

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    Settings settings = HadoopSettings.of(conf);
    sketching = new Sketching(context, settings);
    minimumPairs = new MinimumPairs(SignatureInputFormat.slots(conf));
    pruning = settings.get(Keys.SIGNATURE_PRUNING);
    first = ColumnPartition.first(conf);
    runs = new PairRuns(Blocks.of(conf).size(), HashRanges.of(conf), context::write);
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    if (sketching.shingle(document, context)) {
      runs.startColumn(column.get() - first);
      int pairs = pruning ? addMinimumPairs() : addAllPairs();
      context.getCounter(ShingleSortCounters.PAIRS_SORTED).increment(pairs);
    }
  }

  private int addMinimumPairs() throws IOException, InterruptedException {
    int pairs = minimumPairs.find(sketching.sketch());
    for (int i = 0; i < pairs; i++) {
      runs.add(minimumPairs.shingle(i), minimumPairs.lastRound(i));
    }
    return pairs;
  }

  private int addAllPairs() throws IOException, InterruptedException {
    ColumnSketcher sketched = sketching.sketch();
    LongArrayList elements = sketching.elements();
    Arrays.sort(elements.elements(), 0, elements.size());
    int pairs = 0;
    for (int i = 0; i < elements.size(); i++) {
      if (i == 0 || elements.getLong(i) != elements.getLong(i - 1)) {
        runs.add(elements.getLong(i), sketched.lastRound());
        pairs++;
      }
    }
    return pairs;
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    runs.flush();
  }
}
