package io.neardup.hadoop.stage4verify;

import java.util.Arrays;
import java.util.BitSet;
import org.apache.hadoop.conf.Configuration;

/**
 * How the columns are cut into blocks for the comparison. A block has at most as many columns as a
 * task can hold documents, and fewer where they have much work, so that the reduce tasks can share
 * the blocks equally. A block is named by its first column.
 */
final class DocumentBlocks {

  /** A block has at most one over this of the work of a reduce task. */
  private static final int PART_OF_TASK = 4;

  /** How many blocks a reduce task gets at least, even without any work. */
  private static final int MIN_BLOCKS_OF_TASK = 2;

  /** What part of the memory for documents a block of average ones may take. */
  private static final double SHARE_OF_MEMORY = 0.75;

  private static final String SIZE = "neardup-internal.verify-max-block-columns";
  private static final String RANGE = "neardup-internal.verify-block-range";
  private static final String STARTS = "neardup-internal.verify-block-starts";

  private final int size; // most columns of a block
  private final long range; // columns
  private final BitSet starts; // ranges that always begin a block; the first one does

  private DocumentBlocks(int size, long range, BitSet starts) {
    this.size = size;
    this.range = range;
    this.starts = starts;
  }

  /**
   * Returns the most columns of a block: as many as fit the memory of a task, if their documents
   * are as long as all are on average.
   *
   * @param columns of the corpus
   * @param shingles occurrences of shingles in the corpus
   * @param parts how many reduce tasks there are
   * @param bytesInMemory that a task may take for documents
   */
  static int maxColumns(long columns, long shingles, int parts, long bytesInMemory) {
    long average = HeldDocuments.bytes(shingles / Math.max(1, columns));
    long inMemory = (long) (SHARE_OF_MEMORY * bytesInMemory) / average;
    return ColumnBlocks.size(columns, inMemory, (long) MIN_BLOCKS_OF_TASK * parts);
  }

  /**
   * Returns blocks of at most so many columns.
   *
   * @param load the work of the columns
   * @param parts how many reduce tasks share it
   */
  static DocumentBlocks of(int size, ComparisonLoad load, int parts) {
    long most = load.total() / ((long) PART_OF_TASK * parts);
    BitSet starts = new BitSet();
    long inBlock = 0;
    for (int at = 0; at < load.ranges(); at++) {
      if (inBlock + load.of(at) > most) {
        starts.set(at);
        inBlock = 0;
      }
      inBlock += load.of(at);
    }
    starts.set(0);
    return new DocumentBlocks(size, load.range(), starts);
  }

  /** Returns about how many columns a block has if all columns have the same work. */
  static long likelySize(int size, long columns, int parts) {
    return Math.max(1, Math.min(size, columns / ((long) PART_OF_TASK * parts)));
  }

  static DocumentBlocks of(Configuration conf) {
    long[] words =
        Arrays.stream(conf.getTrimmedStrings(STARTS)).mapToLong(Long::parseLong).toArray();
    return new DocumentBlocks(conf.getInt(SIZE, 1), conf.getLong(RANGE, 1), BitSet.valueOf(words));
  }

  void configure(Configuration conf) {
    conf.setInt(SIZE, size);
    conf.setLong(RANGE, range);
    conf.setStrings(
        STARTS,
        Arrays.stream(starts.toLongArray()).mapToObj(Long::toString).toArray(String[]::new));
  }

  /** Returns the first column of the block that a column belongs to. */
  long first(long column) {
    long start = starts.previousSetBit((int) (column / range)) * range;
    return column - (column - start) % size;
  }
}
