package io.neardup.hadoop.stage1shinglesort;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.KeyContract;
import io.neardup.hadoop.PartitionContract;
import io.neardup.hadoop.io.ColumnPartition;
import io.neardup.hadoop.io.ColumnPartitioner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.VIntWritable;
import org.junit.jupiter.api.Test;

class ShinglePairKeyTest {

  private static final List<Long> BLOCKS =
      List.of(0L, 1L, 255L, 256L, (1L << 31) - 1, 1L << 31, (1L << 32) - 1);
  private static final List<Long> COLUMNS =
      List.of(0L, 1L, 127L, 128L, 65_535L, 65_536L, (1L << 24) - 1);

  private static final Comparator<ShinglePairKey> MODEL =
      Comparator.comparingLong(ShinglePairKey::block)
          .thenComparing(ShinglePairKey::shingle, Long::compareUnsigned)
          .thenComparingInt(ShinglePairKey::columnInBlock);

  private static ShinglePairKey key(long block, long shingle, long column) {
    ShinglePairKey key = new ShinglePairKey();
    key.set(block, shingle, (int) column);
    return key;
  }

  private static List<ShinglePairKey> keys() {
    List<ShinglePairKey> keys = new ArrayList<>();
    for (long shingle : KeyContract.HASHES) {
      keys.add(key(0, shingle, COLUMNS.get(6)));
      keys.add(key((1L << 32) - 1, shingle, 0));
    }
    Random random = new Random(22);
    for (int i = 0; i < 150; i++) {
      keys.add(
          key(
              KeyContract.anyOf(random, BLOCKS, 1L << 32),
              KeyContract.anyOf(random, KeyContract.HASHES, 0),
              KeyContract.anyOf(random, COLUMNS, 1L << 24)));
    }
    return keys;
  }

  @Test
  void holdsItsPartsWhateverItHeldBefore() {
    ShinglePairKey key = new ShinglePairKey();
    for (long block : BLOCKS) {
      for (long shingle : KeyContract.HASHES) {
        for (long column : COLUMNS) {
          key.set(block, shingle, (int) column);
          assertThat(key.block()).isEqualTo(block);
          assertThat(key.shingle()).isEqualTo(shingle);
          assertThat(key.columnInBlock()).isEqualTo((int) column);
        }
      }
    }
  }

  @Test
  void ordersAgree() throws IOException {
    KeyContract.checkOrder(keys(), ShinglePairKey::new, ShinglePairKey::compareTo, MODEL);
  }

  private record Row(long block, long shingle) implements Comparable<Row> {
    @Override
    public int compareTo(Row other) {
      int byBlock = Long.compare(block, other.block);
      return byBlock != 0 ? byBlock : Long.compareUnsigned(shingle, other.shingle);
    }
  }

  @Test
  void groupsByTheRowOfABlock() throws IOException {
    KeyContract.checkGrouping(
        keys(), new ShinglePairKey.Row(), key -> new Row(key.block(), key.shingle()));
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
    List<ShinglePairKey> ascending = new ArrayList<>(keys());
    ascending.sort(MODEL);
    for (BlockPartitioner partitioner :
        List.of(
            blockPartitioner(0, 1),
            blockPartitioner(1, 65_536),
            blockPartitioner(1000, 10),
            blockPartitioner(1L << 40, 256))) {
      PartitionContract.checkMonotone(
          ascending, (key, parts) -> partitioner.getPartition(key, new VIntWritable(), parts));
    }
    // 9,995 columns in blocks of 10, the last with half as many.
    BlockPartitioner partitioner = blockPartitioner(9_995, 10);
    PartitionContract.checkEven(
        1000,
        (block, parts) -> partitioner.getPartition(key(block, -1, 9), new VIntWritable(), parts));
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
