package io.neardup.hadoop.stage1shinglesort;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import org.apache.hadoop.conf.Configuration;

/**
 * How many columns a block of the characteristic matrix has. Blocks are counted from the first
 * column that a job reads; the last one may have fewer.
 */
final class Blocks {

  private static final String SIZE = "neardup-internal.block-size";

  /**
   * Maximum bytes of the slots of a block, eight bytes each: the size of a core's private cache.
   * Each shingle may update minima anywhere in the block.
   */
  private static final long MAX_BYTES = 512 << 10;

  /** With long signatures a block may take more, up to 64 MiB. */
  private static final long MIN_COLUMNS = 1 << 8;

  private Blocks() {}

  /**
   * Returns the size of blocks that fit in memory; if the corpus is large enough, each reducer gets
   * the same number of blocks.
   */
  static int choose(Settings settings, long columns, int slots, int reducers) {
    long perReducer = Math.max(1, (columns + reducers - 1) / reducers);
    long inMemory = Math.max(MIN_COLUMNS, MAX_BYTES / (8L * slots));
    long most = Math.min(settings.get(Keys.BLOCK_COLUMNS), inMemory);
    long blocks = (perReducer + most - 1) / most;
    return (int) ((perReducer + blocks - 1) / blocks);
  }

  static void setSize(Configuration conf, int size) {
    conf.setInt(SIZE, size);
  }

  static int size(Configuration conf) {
    return conf.getInt(SIZE, 1);
  }
}
