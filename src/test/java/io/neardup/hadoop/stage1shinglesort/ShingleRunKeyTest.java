package io.neardup.hadoop.stage1shinglesort;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.KeyContract;
import io.neardup.hadoop.PartitionContract;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.ColumnPartitioner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.junit.jupiter.api.Test;

class ShingleRunKeyTest {

  private static final List<Long> BLOCKS =
      List.of(0L, 1L, 255L, 256L, (1L << 31) - 1, 1L << 31, (1L << 32) - 1);
  private static final List<Long> RANGES = List.of(0L, 1L, 127L, 128L, 32_767L, 32_768L, 65_535L);
  private static final List<Long> COLUMNS =
      List.of(0L, 1L, 127L, 128L, 65_535L, 65_536L, (1L << 24) - 1);

  private static final Comparator<ShingleRunKey> MODEL =
      Comparator.comparingLong(ShingleRunKey::block)
          .thenComparingInt(ShingleRunKey::range)
          .thenComparingInt(ShingleRunKey::firstColumn);

  private static ShingleRunKey key(long block, long range, long column) {
    return new ShingleRunKey().set(block, (int) range, (int) column);
  }

  private static List<ShingleRunKey> keys() {
    List<ShingleRunKey> keys = new ArrayList<>();
    for (long range : RANGES) {
      keys.add(key(0, range, COLUMNS.get(6)));
      keys.add(key((1L << 32) - 1, range, 0));
    }
    Random random = new Random(22);
    for (int i = 0; i < 150; i++) {
      keys.add(
          key(
              KeyContract.anyOf(random, BLOCKS, 1L << 32),
              KeyContract.anyOf(random, RANGES, 1L << 16),
              KeyContract.anyOf(random, COLUMNS, 1L << 24)));
    }
    return keys;
  }

  @Test
  void holdsItsPartsWhateverItHeldBefore() {
    ShingleRunKey key = new ShingleRunKey();
    for (long block : BLOCKS) {
      for (long range : RANGES) {
        for (long column : COLUMNS) {
          key.set(block, (int) range, (int) column);
          assertThat(key.block()).isEqualTo(block);
          assertThat(key.range()).isEqualTo((int) range);
          assertThat(key.firstColumn()).isEqualTo((int) column);
        }
      }
    }
  }

  @Test
  void ordersAgree() throws IOException {
    KeyContract.checkOrder(keys(), ShingleRunKey::new, ShingleRunKey::compareTo, MODEL);
  }

  private record Range(long block, int range) implements Comparable<Range> {
    @Override
    public int compareTo(Range other) {
      int byBlock = Long.compare(block, other.block);
      return byBlock != 0 ? byBlock : Integer.compare(range, other.range);
    }
  }

  @Test
  void groupsByTheRangeOfABlock() throws IOException {
    KeyContract.checkGrouping(
        keys(), new ShingleRunKey.Range(), key -> new Range(key.block(), key.range()));
  }

  private static BlockPartitioner blockPartitioner(long columns, int size) {
    Configuration conf = new Configuration(false);
    new Blocks(columns, size).configure(conf);
    BlockPartitioner partitioner = new BlockPartitioner();
    partitioner.setConf(conf);
    return partitioner;
  }

  @Test
  void blocksArePartitionedInOrder() {
    List<ShingleRunKey> ascending = new ArrayList<>(keys());
    ascending.sort(MODEL);
    for (BlockPartitioner partitioner :
        List.of(
            blockPartitioner(0, 1),
            blockPartitioner(1, 65_536),
            blockPartitioner(1000, 10),
            blockPartitioner(1L << 40, 256))) {
      PartitionContract.checkMonotone(
          ascending, (key, parts) -> partitioner.getPartition(key, new BytesWritable(), parts));
    }
    // 9,995 columns in blocks of 10, the last with half as many.
    BlockPartitioner partitioner = blockPartitioner(9_995, 10);
    PartitionContract.checkEven(
        1000,
        (block, parts) ->
            partitioner.getPartition(key(block, 65_535, 9), new BytesWritable(), parts));
  }

  @Test
  void columnsArePartitionedInOrder() {
    List<Long> ascending = KeyContract.COLUMNS;
    for (long columns : new long[] {0, 1, 2, 1000, 1L << 40}) {
      ColumnPartitioner partitioner = columnPartitioner(columns);
      PartitionContract.checkMonotone(
          ascending, (column, parts) -> part(partitioner, column, parts));
    }
    ColumnPartitioner partitioner = columnPartitioner(10_000);
    PartitionContract.checkEven(10_000, (column, parts) -> part(partitioner, column, parts));
  }

  private static ColumnPartitioner columnPartitioner(long columns) {
    Configuration conf = new Configuration(false);
    ColumnPartition.setColumns(conf, columns);
    ColumnPartitioner partitioner = new ColumnPartitioner();
    partitioner.setConf(conf);
    return partitioner;
  }

  private static int part(ColumnPartitioner partitioner, long column, int parts) {
    return partitioner.getPartition(new LongWritable(column), new BytesWritable(), parts);
  }
}
