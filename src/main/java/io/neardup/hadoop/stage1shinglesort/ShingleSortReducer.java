package io.neardup.hadoop.stage1shinglesort;

import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.minhash.RowHasher;
import io.neardup.minhash.SignatureColumn;
import io.neardup.minhash.SignatureScheme;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Plan {@code sort}, reduce side: runs the algorithm of MMDS 3.3.5 row by row on each block of the
 * characteristic matrix. The reducer sorts the pairs of a block by shingle, computes the hash
 * values of each row once, and updates the minima of the row's columns. Then it writes the
 * signature columns in column order. A column without shingles has no signature.
 *
 * <p>A block of very many pairs is read in several batches; the hash values of a row that is in two
 * of them are computed twice.
 *
 * <p>Memory: block size · n · 8 bytes, and a {@link PairBatch}.
 */
public final class ShingleSortReducer
    extends Reducer<LongWritable, BytesWritable, NullWritable, BytesWritable> {

  private final BytesWritable record = new BytesWritable();
  private final PairBatch pairs = new PairBatch();
  private int slots;
  private RowHasher hasher;
  private long[] block;
  private byte[] encoded;
  private long row; // the shingle
  private long rows;

  @Override
  protected void setup(Context context) {
    Configuration conf = context.getConfiguration();
    slots = SignatureInputFormat.slots(conf);
    hasher = HadoopSettings.scheme(HadoopSettings.of(conf), slots).newRowHasher();
    block = new long[conf.getInt(ShingleSortMapper.BLOCK_SIZE, 1) * slots];
    encoded = new byte[SignatureColumn.length(slots)];
  }

  @Override
  protected void reduce(LongWritable firstColumn, Iterable<BytesWritable> runs, Context context)
      throws IOException, InterruptedException {
    Arrays.fill(block, SignatureScheme.EMPTY);
    for (BytesWritable run : runs) {
      pairs.addRun(run.getBytes(), run.getLength());
      if (pairs.isFull()) {
        updateMinima(context);
      }
    }
    updateMinima(context);
    writeBlock(firstColumn.get(), context);
  }

  /** Updates the minima of the block with the gathered pairs, row by row. */
  private void updateMinima(Context context) throws IOException, InterruptedException {
    context.getCounter(ShingleSortCounters.PAIRS_REDUCED).increment(pairs.size());
    rows = 0;
    pairs.drain(
        (shingle, column, lastRound) -> {
          if (rows == 0 || shingle != row) {
            hasher.startRow(shingle);
            row = shingle;
            rows++;
          }
          hasher.updateMinima(lastRound, block, column * slots);
        });
    context.getCounter(ShingleSortCounters.ROWS).increment(rows);
    context.progress();
  }

  private void writeBlock(long firstColumn, Context context)
      throws IOException, InterruptedException {
    for (int at = 0; at < block.length; at += slots) {
      if (block[at] != SignatureScheme.EMPTY) {
        SignatureColumn.encode(firstColumn + at / slots, block, at, slots, encoded);
        record.set(encoded, 0, encoded.length);
        context.write(NullWritable.get(), record);
        context.getCounter(ShingleSortCounters.SIGNATURES).increment(1);
      }
    }
  }
}
