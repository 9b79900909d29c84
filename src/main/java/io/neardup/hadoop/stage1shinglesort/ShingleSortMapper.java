package io.neardup.hadoop.stage1shinglesort;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.HashRanges;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.MinimumPairs;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Plan {@code sort}, map side: (column, document) → ((block, range of shingles, first column), run
 * of pairs). A pair is a shingle, a column, and the last round in which it is needed; with pruning
 * only those that give a minimum, at most n a document; without, all distinct shingles of the
 * document. The pairs of many documents are gathered, sorted by shingle, then column, and cut into
 * a run for each range of shingles: the shuffle sorts runs, not pairs.
 *
 * <p>Memory: {@value PairBatch#MAX_PAIRS} pairs, and their runs.
 */
public final class ShingleSortMapper
    extends Mapper<LongWritable, DocumentWritable, ShingleRunKey, BytesWritable> {

  private final PairBatch batch = new PairBatch();
  private final ShingleRunKey key = new ShingleRunKey();
  private final BytesWritable value = new BytesWritable();
  private MinimumPairs minimumPairs;
  private Sketching sketching;
  private HashRanges ranges;
  private int blockSize;
  private boolean pruning;
  private long block; // of the batch
  private int firstColumn; // of the batch
  private byte[] run = new byte[0];
  private int runLength;
  private int runRange;

  @Override
  protected void setup(Context context) throws IOException {
    Settings settings = HadoopSettings.of(context.getConfiguration());
    sketching = new Sketching(context, settings);
    minimumPairs = new MinimumPairs(SignatureInputFormat.slots(context.getConfiguration()));
    blockSize = Blocks.of(context.getConfiguration()).size();
    ranges = HashRanges.of(context.getConfiguration());
    pruning = settings.get(Keys.SIGNATURE_PRUNING);
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    if (!sketching.shingle(document, context)) {
      return;
    }
    long blockOfColumn = column.get() / blockSize;
    int columnInBlock = (int) (column.get() % blockSize);
    // Within a run columns ascend, also if a task were given documents in another order.
    if (blockOfColumn != block || columnInBlock < firstColumn) {
      emit(context);
    }
    block = blockOfColumn;
    ColumnSketcher sketched = sketching.sketch();
    if (pruning) {
      int pairs = minimumPairs.find(sketched);
      for (int i = 0; i < pairs; i++) {
        add(minimumPairs.shingle(i), columnInBlock, minimumPairs.lastRound(i), context);
      }
    } else {
      LongArrayList elements = sketching.elements();
      Arrays.sort(elements.elements(), 0, elements.size());
      for (int i = 0; i < elements.size(); i++) {
        if (i == 0 || elements.getLong(i) != elements.getLong(i - 1)) {
          add(elements.getLong(i), columnInBlock, sketched.lastRound(), context);
        }
      }
    }
  }

  private void add(long shingle, int columnInBlock, int round, Context context)
      throws IOException, InterruptedException {
    if (batch.isFull()) {
      emit(context);
    }
    if (batch.isEmpty()) {
      firstColumn = columnInBlock;
    }
    batch.add(shingle, columnInBlock, round);
  }

  /** Sends what was gathered. */
  private void emit(Context context) throws IOException, InterruptedException {
    context.getCounter(ShingleSortCounters.PAIRS_SORTED).increment(batch.size());
    batch.drain((shingle, column, round) -> append(shingle, column, round, context));
    send(context);
  }

  private void append(long shingle, int column, int round, Context context)
      throws IOException, InterruptedException {
    int range = ranges.range(shingle);
    if (range != runRange) {
      send(context);
      runRange = range;
    }
    if (runLength == run.length) {
      run = Arrays.copyOf(run, Math.max(64 * PairBatch.PAIR_BYTES, 2 * run.length));
    }
    PairBatch.put(run, runLength, shingle, column, round);
    runLength += PairBatch.PAIR_BYTES;
  }

  private void send(Context context) throws IOException, InterruptedException {
    if (runLength > 0) {
      value.set(run, 0, runLength);
      context.write(key.set(block, runRange, firstColumn), value);
      runLength = 0;
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    emit(context);
  }
}
