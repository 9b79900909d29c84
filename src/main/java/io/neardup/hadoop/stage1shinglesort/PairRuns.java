package io.neardup.hadoop.stage1shinglesort;

import io.neardup.hadoop.table.HashRanges;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.BytesWritable;

/**
 * Gathers document–shingle pairs of many documents of one block and emits each batch as runs:
 * sorted by shingle, then column, and cut at the bounds of the ranges of shingles. So the shuffle
 * sorts runs, not pairs.
 *
 * <p>Memory: {@value PairBatch#MAX_PAIRS} pairs, and one run of them. Not safe for use by several
 * threads.
 */
final class PairRuns {

  /** Takes the runs; the next call overwrites key and run. */
  interface Sink {
    /** Takes a run of pairs, of {@value PairBatch#PAIR_BYTES} bytes each. */
    void take(ShingleRunKey key, BytesWritable run) throws IOException, InterruptedException;
  }

  private final PairBatch batch = new PairBatch();
  private final ShingleRunKey key = new ShingleRunKey();
  private final BytesWritable value = new BytesWritable();
  private final int blockSize;
  private final HashRanges ranges;
  private final Sink sink;
  private long block;
  private int column; // within the block
  private int firstColumn; // of the batch
  private byte[] run = new byte[64 * PairBatch.PAIR_BYTES];
  private int runLength;
  private int runRange;

  /**
   * Makes an empty batch.
   *
   * @param blockSize columns of a block
   * @param ranges of shingles
   * @param sink takes the runs
   */
  PairRuns(int blockSize, HashRanges ranges, Sink sink) {
    this.blockSize = blockSize;
    this.ranges = ranges;
    this.sink = sink;
  }

  /** Begins the pairs of a column. */
  void startColumn(long newColumn) throws IOException, InterruptedException {
    long newBlock = newColumn / blockSize;
    int columnInBlock = (int) (newColumn % blockSize);
    // Columns ascend within a run, even if a task reads documents in another order.
    if (newBlock != block || columnInBlock < column) {
      flush();
    }
    block = newBlock;
    column = columnInBlock;
  }

  /**
   * Adds a pair of the column.
   *
   * @param lastRound the last round in which the pair is needed
   */
  void add(long shingle, int lastRound) throws IOException, InterruptedException {
    if (batch.isFull()) {
      flush();
    }
    if (batch.isEmpty()) {
      firstColumn = column;
    }
    batch.add(shingle, column, lastRound);
  }

  /** Emits the gathered pairs as runs. */
  void flush() throws IOException, InterruptedException {
    batch.drain(this::append);
    endRun();
  }

  private void append(long shingle, int columnInBlock, int lastRound)
      throws IOException, InterruptedException {
    int range = ranges.range(shingle);
    if (range != runRange) {
      endRun();
      runRange = range;
    }
    if (runLength == run.length) {
      run = Arrays.copyOf(run, 2 * run.length);
    }
    PairBatch.put(run, runLength, shingle, columnInBlock, lastRound);
    runLength += PairBatch.PAIR_BYTES;
  }

  private void endRun() throws IOException, InterruptedException {
    if (runLength > 0) {
      value.set(run, 0, runLength);
      sink.take(key.set(block, runRange, firstColumn), value);
      runLength = 0;
    }
  }
}
