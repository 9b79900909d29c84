package io.neardup.hadoop.stage1shinglesort;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.table.ColumnPartition;
import org.apache.hadoop.conf.Configuration;

/**
 * How the columns of the corpus, or of its last batch, are cut into blocks. Blocks and columns are
 * counted from the first of these columns.
 *
 * @param columns how many columns there are
 * @param size columns a block, at least 1; the last block may have fewer
 */
record Blocks(long columns, int size) {

  private static final String SIZE = "neardup-internal.block-size";

  /**
   * Maximum bytes of the slots of a block, eight bytes each: the size of a core's private cache.
   * Each shingle may update minima anywhere in the block.
   */
  private static final long MAX_BYTES = 512 << 10;

  /**
   * With long signatures a block may take more, up to 64 MiB, so that block numbers fit four bytes.
   */
  private static final long MIN_COLUMNS = 1 << 8;

  /**
   * Returns blocks that fit in memory; if the corpus is large enough, each reducer gets the same
   * number of blocks.
   */
  static Blocks choose(Settings settings, long columns, int slots, int reducers) {
    long perReducer = Math.max(1, (columns + reducers - 1) / reducers);
    long inMemory = Math.max(MIN_COLUMNS, MAX_BYTES / (8L * slots));
    long most = Math.min(settings.get(Keys.BLOCK_COLUMNS), inMemory);
    long ofReducer = (perReducer + most - 1) / most;
    return new Blocks(columns, (int) ((perReducer + ofReducer - 1) / ofReducer));
  }

  void configure(Configuration conf) {
    ColumnPartition.setColumns(conf, columns);
    conf.setInt(SIZE, size);
  }

  static Blocks of(Configuration conf) {
    return new Blocks(
        ColumnPartition.columns(conf) - ColumnPartition.first(conf), conf.getInt(SIZE, 1));
  }

  long count() {
    return (columns + size - 1) / size;
  }
}
