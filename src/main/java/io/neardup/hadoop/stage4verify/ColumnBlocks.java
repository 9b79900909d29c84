package io.neardup.hadoop.stage4verify;

import org.apache.hadoop.conf.Configuration;

/**
 * How the columns are cut into blocks: a reduce task holds what belongs to the columns of one block
 * at a time, their signatures or their documents, and what they are compared with is sent once for
 * every block that has a partner of it. The size of a block changes no result.
 *
 * @param size columns a block, 1 to {@value #MOST_COLUMNS}
 */
public record ColumnBlocks(int size) {

  /** The most columns of a block, and so the most partners that are sent with a document. */
  static final int MOST_COLUMNS = 1 << 16;

  /**
   * How many blocks of documents a reduce task gets at least, so that tasks can be given equal
   * work.
   */
  private static final int LEAST_PER_REDUCER = 2;

  /** What part of the memory for documents a block of average ones may take. */
  private static final double SHARE_OF_MEMORY = 0.75;

  /** How many bytes the signatures of a block take at most, but for a single one. */
  private static final long SIGNATURE_BYTES = 32L << 20;

  private static final String SIZE = "neardup-internal.verify-block-size";

  /**
   * Returns blocks whose documents fit the memory of a task, where they are as long as all are on
   * average, and of which there are several a reduce task.
   *
   * @param columns of the corpus
   * @param shingles occurrences of shingles in the corpus
   * @param bytesInMemory that a task may take for documents
   */
  public static ColumnBlocks ofDocuments(
      long columns, long shingles, int reducers, long bytesInMemory) {
    long average = HeldDocuments.bytes(shingles / Math.max(1, columns));
    long inMemory = (long) (SHARE_OF_MEMORY * bytesInMemory) / average;
    return choose(columns, inMemory, (long) LEAST_PER_REDUCER * reducers);
  }

  /** Returns blocks whose signatures fit the memory of a task, at least one a reduce task. */
  public static ColumnBlocks ofSignatures(long columns, int slots, int reducers) {
    return choose(columns, SIGNATURE_BYTES / ((long) Integer.BYTES * slots), reducers);
  }

  private static ColumnBlocks choose(long columns, long inMemory, long least) {
    long size = Math.min(Math.min(inMemory, (columns + least - 1) / least), MOST_COLUMNS);
    return new ColumnBlocks((int) Math.max(1, size));
  }

  static ColumnBlocks of(Configuration conf) {
    return new ColumnBlocks(conf.getInt(SIZE, 1));
  }

  void configure(Configuration conf) {
    conf.setInt(SIZE, size);
  }

  /** Returns the first column of the block that a column belongs to. */
  long first(long column) {
    return column - column % size;
  }
}
