package io.neardup.hadoop.stage1shinglesort;

import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.minhash.RowHasher;
import io.neardup.minhash.SignatureColumn;
import io.neardup.minhash.SignatureScheme;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Plan {@code sort}, reduce side: runs the algorithm of MMDS 3.3.5 row by row on each block of the
 * characteristic matrix. The reducer sorts the runs of a range of shingles together, computes the
 * hash values of each row once, and updates the minima of the row's columns. At the end of a block
 * it writes the signature columns in column order. A column without shingles has no signature.
 *
 * <p>A range with far more pairs than expected is sorted in several parts; the hash values of a row
 * that is in two of them are computed twice.
 *
 * <p>Memory: block size · n · 8 bytes, and two batches of pairs.
 */
public final class ShingleSortReducer
    extends Reducer<ShingleRunKey, BytesWritable, NullWritable, BytesWritable> {

  private final BytesWritable record = new BytesWritable();
  private final PairBatch pairs = new PairBatch();
  private int slots;
  private int blockSize;
  private long first; // column of the first block
  private RowHasher hasher;
  private long[] block;
  private long currentBlock = -1;
  private byte[] encoded;
  private long rows;
  private long row; // the shingle
  private boolean inRow;

  @Override
  protected void setup(Context context) {
    Configuration conf = context.getConfiguration();
    slots = SignatureInputFormat.slots(conf);
    blockSize = Blocks.of(conf).size();
    first = ColumnPartition.first(conf);
    hasher = Schemes.of(HadoopSettings.of(conf), slots).newRowHasher();
    block = new long[blockSize * slots];
    Arrays.fill(block, SignatureScheme.EMPTY);
    encoded = new byte[SignatureColumn.length(slots)];
  }

  @Override
  protected void reduce(ShingleRunKey key, Iterable<BytesWritable> runs, Context context)
      throws IOException, InterruptedException {
    if (key.block() != currentBlock) {
      writeBlock(context);
      currentBlock = key.block();
    }
    for (BytesWritable run : runs) {
      pairs.addRun(run.getBytes(), run.getLength());
      if (pairs.isFull()) {
        updateMinima(context);
      }
    }
    updateMinima(context);
  }

  /** Updates the minima of the block with the gathered pairs, row by row. */
  private void updateMinima(Context context) throws IOException, InterruptedException {
    context.getCounter(ShingleSortCounters.PAIRS_REDUCED).increment(pairs.size());
    inRow = false;
    pairs.drain(
        (shingle, column, lastRound) -> {
          if (!inRow || shingle != row) {
            hasher.startRow(shingle);
            inRow = true;
            row = shingle;
            rows++;
          }
          hasher.updateMinima(lastRound, block, column * slots);
        });
    context.progress();
  }

  private void writeBlock(Context context) throws IOException, InterruptedException {
    if (currentBlock < 0) {
      return;
    }
    for (int i = 0; i < blockSize; i++) {
      if (block[i * slots] != SignatureScheme.EMPTY) {
        long column = first + currentBlock * blockSize + i;
        SignatureColumn.encode(column, block, i * slots, slots, encoded);
        record.set(encoded, 0, encoded.length);
        context.write(NullWritable.get(), record);
        context.getCounter(ShingleSortCounters.SIGNATURES).increment(1);
      }
    }
    context.getCounter(ShingleSortCounters.ROWS).increment(rows);
    rows = 0;
    context.progress();
    Arrays.fill(block, SignatureScheme.EMPTY);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    writeBlock(context);
  }
}
