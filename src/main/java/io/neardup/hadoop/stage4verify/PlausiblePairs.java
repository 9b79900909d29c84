package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.ExternalSort;
import io.neardup.hadoop.table.SortedFiles;
import io.neardup.sort.DigitSort;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Sorts pairs by j, then i: in memory as far as they fit, the rest on the local disk. Pairs are
 * added in order of i; all j are in one block.
 *
 * <p>Memory: 24 bytes for each of up to {@code inMemory} pairs. Not safe for use by several
 * threads.
 */
final class PlausiblePairs extends ExternalSort<PlausiblePairs.Sink> {

  /** How many pairs a task holds at once. */
  static final int IN_MEMORY = 1 << 20;

  // A pair in memory: the offset of j, the place of i among those met, the agreement.
  private static final int PLACE_BITS = 24;
  private static final int AGREEMENT_BITS = 16;

  /** Takes the pairs in order. */
  interface Sink {
    /** Takes a pair. */
    void take(int offset, long i, int agreement) throws IOException, InterruptedException;
  }

  private final int inMemory;
  private final LongArrayList pairs = new LongArrayList();
  private final LongArrayList met = new LongArrayList(); // the i of the pairs in memory
  private final DigitSort sort = new DigitSort();
  private long added;

  /**
   * @param disk where to put pairs that do not fit in memory
   * @param inMemory the most pairs that are held, 1 to 2²⁴
   */
  PlausiblePairs(Disk disk, int inMemory) {
    super(disk);
    this.inMemory = inMemory;
  }

  /**
   * Adds a pair.
   *
   * @param offset of j in its block, 0 to 2¹⁶ − 1
   * @param i not less than in the call before
   * @param agreement in how many slots they agree, 0 to 2¹⁵ − 1
   */
  void add(int offset, long i, int agreement) throws IOException, InterruptedException {
    if (pairs.size() == inMemory) {
      moveToDisk();
    }
    if (met.isEmpty() || met.getLong(met.size() - 1) != i) {
      met.add(i);
    }
    long place = met.size() - 1L;
    pairs.add(((long) offset << PLACE_BITS | place) << AGREEMENT_BITS | agreement);
    added++;
  }

  /** Returns how many pairs have been added in all. */
  long added() {
    return added;
  }

  @Override
  protected void drainMemory(Sink sink) throws IOException, InterruptedException {
    // They were added in order of i.
    long[] sorted = sort.sort(pairs.elements(), pairs.size(), PLACE_BITS + AGREEMENT_BITS);
    for (int p = 0; p < pairs.size(); p++) {
      long pair = sorted[p];
      sink.take(
          (int) (pair >>> (PLACE_BITS + AGREEMENT_BITS)),
          met.getLong((int) (pair >>> AGREEMENT_BITS) & ((1 << PLACE_BITS) - 1)),
          (int) pair & ((1 << AGREEMENT_BITS) - 1));
    }
  }

  @Override
  protected Sink writer(SortedFiles.Writer out) {
    ByteBuffer record = ByteBuffer.allocate(Integer.BYTES + Long.BYTES + Short.BYTES);
    return (offset, i, agreement) -> {
      record.clear().putInt(offset).putLong(i).putShort((short) agreement);
      out.write(record.array(), record.position());
    };
  }

  @Override
  protected SortedFiles.Sink reader(Sink sink) {
    return (record, length) -> {
      ByteBuffer pair = ByteBuffer.wrap(record);
      sink.take(pair.getInt(), pair.getLong(), pair.getShort());
    };
  }

  @Override
  protected void clear() {
    pairs.clear();
    met.clear();
  }
}
