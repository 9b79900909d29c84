package io.neardup.hadoop.stage1shinglesort;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.MinimumPairs;
import io.neardup.sort.HashSort;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;

/**
 * Plan {@code sort}, map side: (column, document) → its document–shingle pairs, each with the last
 * round in which it is needed. With pruning, the mapper emits only pairs that give a minimum, at
 * most n per document; without pruning, the pairs of all distinct shingles. It sends many pairs at
 * once: (first column of the block, run of a {@link PairBatch}).
 *
 * <p>Memory: a run of {@value #MAX_PAIRS} pairs, and the shingles of a document.
 */
public final class ShingleSortMapper extends Sketching {

  private static final int MAX_PAIRS = 1 << 12; // of a run

  /** How many columns a block has. */
  static final String BLOCK_SIZE = "neardup-internal.block-size";

  /**
   * Maximum bytes of the slots of a block, eight bytes each: the size of a core's private cache.
   * Each shingle may update minima anywhere in the block.
   */
  private static final long MAX_BLOCK_BYTES = 512 << 10;

  /** With long signatures a block may take more, up to 64 MiB. */
  private static final long MIN_BLOCK_COLUMNS = 1 << 8;

  private final LongWritable block = new LongWritable();
  private final BytesWritable run = new BytesWritable();
  private final HashSort sort = new HashSort();
  private MinimumPairs minimumPairs;
  private boolean pruning;
  private int blockSize;
  private long first; // of all columns that are read
  private int columnInBlock;

  @Override
  protected void setup(Context context) throws IOException {
    super.setup(context);
    Configuration conf = context.getConfiguration();
    minimumPairs = new MinimumPairs(slots);
    pruning = HadoopSettings.of(conf).get(Keys.SIGNATURE_PRUNING);
    first = ColumnPartition.first(conf);
    blockSize = conf.getInt(BLOCK_SIZE, 1);
  }

  /**
   * Returns how many columns a block of the characteristic matrix has, so that it fits in memory;
   * if the corpus is large enough, each reducer gets the same number of blocks. Blocks are counted
   * from the first column that a job reads; the last one may have fewer columns.
   */
  static int blockSize(Settings settings, long columns, int slots, int reducers) {
    long perReducer = Math.max(1, (columns + reducers - 1) / reducers);
    long inMemory = Math.max(MIN_BLOCK_COLUMNS, MAX_BLOCK_BYTES / (8L * slots));
    long most = Math.min(settings.get(Keys.BLOCK_COLUMNS), inMemory);
    long blocks = (perReducer + most - 1) / most;
    return (int) ((perReducer + blocks - 1) / blocks);
  }

  @Override
  void send(LongWritable column, LongArrayList elements, ColumnSketcher sketched, Context context)
      throws IOException, InterruptedException {
    columnInBlock = (int) ((column.get() - first) % blockSize);
    long firstOfBlock = column.get() - columnInBlock;
    if (firstOfBlock != block.get()) {
      send(context);
      block.set(firstOfBlock);
    }
    int pairs =
        pruning
            ? minimumPairs.find(sketched)
            : sort.sortDistinct(elements.elements(), elements.size());
    for (int i = 0; i < pairs; i++) {
      if (pruning) {
        add(minimumPairs.shingle(i), minimumPairs.lastRound(i), context);
      } else {
        add(elements.getLong(i), sketched.lastRound(), context);
      }
    }
    context.getCounter(ShingleSortCounters.PAIRS_SORTED).increment(pairs);
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
    super.cleanup(context);
  }
}
