package io.neardup.hadoop.stage1shinglesort;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.MinimumPairs;
import io.neardup.sort.HashSort;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Plan {@code sort}, map side: (column, document) → its document–shingle pairs, each with the last
 * round in which it is needed. With pruning, the mapper emits only pairs that give a minimum, at
 * most n per document; without pruning, the pairs of all distinct shingles. It sends many pairs at
 * once: (first column of the block, run of a {@link PairBatch}).
 *
 * <p>Memory: a run of {@value #MAX_PAIRS} pairs, and the shingles of a document.
 */
public final class ShingleSortMapper
    extends Mapper<LongWritable, DocumentWritable, LongWritable, BytesWritable> {

  private static final int MAX_PAIRS = 1 << 12; // of a run

  private final LongWritable block = new LongWritable();
  private final BytesWritable run = new BytesWritable();
  private final HashSort sort = new HashSort();
  private Sketching sketching;
  private MinimumPairs minimumPairs;
  private boolean pruning;
  private int blockSize;
  private long first; // of all columns that are read
  private int columnInBlock;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    Settings settings = HadoopSettings.of(conf);
    sketching = new Sketching(context, settings);
    minimumPairs = new MinimumPairs(SignatureInputFormat.slots(conf));
    pruning = settings.get(Keys.SIGNATURE_PRUNING);
    first = ColumnPartition.first(conf);
    blockSize = Blocks.size(conf);
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    if (sketching.shingle(document, context)) {
      columnInBlock = (int) ((column.get() - first) % blockSize);
      long firstOfBlock = column.get() - columnInBlock;
      if (firstOfBlock != block.get()) {
        send(context);
        block.set(firstOfBlock);
      }
      int pairs = pruning ? addMinimumPairs(context) : addAllPairs(context);
      context.getCounter(ShingleSortCounters.PAIRS_SORTED).increment(pairs);
    }
  }

  private int addMinimumPairs(Context context) throws IOException, InterruptedException {
    int pairs = minimumPairs.find(sketching.sketch());
    for (int i = 0; i < pairs; i++) {
      add(minimumPairs.shingle(i), minimumPairs.lastRound(i), context);
    }
    return pairs;
  }

  private int addAllPairs(Context context) throws IOException, InterruptedException {
    ColumnSketcher sketched = sketching.sketch();
    LongArrayList elements = sketching.elements();
    int pairs = sort.sortDistinct(elements.elements(), elements.size());
    for (int i = 0; i < pairs; i++) {
      add(elements.getLong(i), sketched.lastRound(), context);
    }
    return pairs;
  }

  private void add(long shingle, int lastRound, Context context)
      throws IOException, InterruptedException {
    int length = run.getLength();
    run.setSize(length + PairBatch.PAIR_BYTES);
    PairBatch.put(run.getBytes(), length, shingle, columnInBlock, lastRound);
    if (run.getLength() == MAX_PAIRS * PairBatch.PAIR_BYTES) {
      send(context);
    }
  }

  private void send(Context context) throws IOException, InterruptedException {
    if (run.getLength() > 0) {
      context.write(block, run);
      run.setSize(0);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    send(context);
    sketching.writeNotes(context);
  }
}
