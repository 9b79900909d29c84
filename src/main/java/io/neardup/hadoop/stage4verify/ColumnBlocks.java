package io.neardup.hadoop.stage4verify;

import org.apache.hadoop.conf.Configuration;

/**
 * How the columns are cut into blocks for the signature filter. A reduce task holds the signatures
 * of one block at a time; every other signature is sent once to each block that contains its
 * candidates. The size of a block changes no result.
 *
 * @param size columns a block, 1 to {@value #MAX_COLUMNS}
 */
record ColumnBlocks(int size) {

  /** The most columns of a block, and so the most partners sent with a document. */
  static final int MAX_COLUMNS = 1 << 16;

  /** How many bytes the signatures of a block may take; a single one may take more. */
  private static final long SIGNATURE_BYTES = 32L << 20;

  private static final String SIZE = "neardup-internal.verify-block-size";

  /** Returns blocks whose signatures fit the memory of a task, at least one a reduce task. */
  static ColumnBlocks ofSignatures(long columns, int slots, int reducers) {
    long inMemory = SIGNATURE_BYTES / ((long) Integer.BYTES * slots);
    return new ColumnBlocks(size(columns, inMemory, reducers));
  }

  /** Returns the largest size that fits in memory and makes at least {@code blocks} blocks. */
  static int size(long columns, long inMemory, long blocks) {
    long size = Math.min(Math.min(inMemory, (columns + blocks - 1) / blocks), MAX_COLUMNS);
    return (int) Math.max(1, size);
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
