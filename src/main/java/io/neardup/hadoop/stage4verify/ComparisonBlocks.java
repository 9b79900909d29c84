package io.neardup.hadoop.stage4verify;

import org.apache.hadoop.conf.Configuration;

/**
 * How the columns are cut into blocks for the comparison: a reduce task holds the shingles of one
 * block's documents at a time, and each further document is sent once for every block that has a
 * partner of it. The size of a block changes no result.
 *
 * @param size columns a block, 1 to {@value #MOST_COLUMNS}
 */
record ComparisonBlocks(int size) {

  /** The most columns of a block, and so the most partners that are sent with a document. */
  static final int MOST_COLUMNS = 1 << 16;

  /** How many shingles the documents of a block are to have together, as they have on average. */
  private static final long SHINGLES = 3L << 20;

  private static final String SIZE = "neardup-internal.comparison-block-size";

  /**
   * Returns blocks that fit the memory of a task, where their documents are as long as all are on
   * average, and of which there is at least one a reduce task.
   *
   * @param columns of the corpus
   * @param shingles occurrences of shingles in the corpus
   */
  static ComparisonBlocks choose(long columns, long shingles, int reducers) {
    long average = Math.max(1, shingles / Math.max(1, columns));
    long perReducer = (columns + reducers - 1) / reducers;
    long size = Math.min(Math.min(SHINGLES / average, perReducer), MOST_COLUMNS);
    return new ComparisonBlocks((int) Math.max(1, size));
  }

  static ComparisonBlocks of(Configuration conf) {
    return new ComparisonBlocks(conf.getInt(SIZE, 1));
  }

  void configure(Configuration conf) {
    conf.setInt(SIZE, size);
  }

  /** Returns the first column of the block that a column belongs to. */
  long first(long column) {
    return column - column % size;
  }
}
