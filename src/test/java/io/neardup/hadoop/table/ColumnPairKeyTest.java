package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.KeyContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.junit.jupiter.api.Test;

class ColumnPairKeyTest {

  private static final Comparator<ColumnPairKey> MODEL =
      Comparator.comparingLong(ColumnPairKey::first).thenComparingLong(ColumnPairKey::second);

  private static List<ColumnPairKey> keys() {
    List<ColumnPairKey> keys = new ArrayList<>();
    for (long first : KeyContract.COLUMNS) {
      for (long second : KeyContract.COLUMNS) {
        keys.add(new ColumnPairKey().set(first, second));
      }
    }
    Random random = new Random(20);
    for (int i = 0; i < 100; i++) {
      keys.add(
          new ColumnPairKey()
              .set(
                  KeyContract.anyOf(random, KeyContract.COLUMNS, 1L << 40),
                  KeyContract.anyOf(random, KeyContract.COLUMNS, 1L << 40)));
    }
    return keys;
  }

  @Test
  void ordersAgree() throws IOException {
    KeyContract.checkOrder(keys(), ColumnPairKey::new, ColumnPairKey::compareTo, MODEL);
  }

  @Test
  void groupsByTheFirstColumn() throws IOException {
    KeyContract.checkGrouping(keys(), new ColumnPairKey.First(), ColumnPairKey::first);
  }

  private static FirstColumnPartitioner partitioner(long columns) {
    Configuration conf = new Configuration(false);
    ColumnPartition.setColumns(conf, columns);
    FirstColumnPartitioner partitioner = new FirstColumnPartitioner();
    partitioner.setConf(conf);
    return partitioner;
  }

  private static int part(FirstColumnPartitioner partitioner, ColumnPairKey key, int parts) {
    return partitioner.getPartition(key, NullWritable.get(), parts);
  }

  @Test
  void partitionsByTheFirstColumnInOrder() {
    List<ColumnPairKey> ascending = new ArrayList<>(keys());
    ascending.sort(MODEL);
    for (long columns : new long[] {0, 1, 2, 1000, 1L << 32, 1L << 40}) {
      FirstColumnPartitioner partitioner = partitioner(columns);
      KeyContract.checkMonotone(ascending, (key, parts) -> part(partitioner, key, parts));
    }
    FirstColumnPartitioner all = partitioner(1L << 40);
    assertThat(part(all, new ColumnPairKey().set((1L << 40) - 1, 0), 500)).isEqualTo(499);
    assertThat(part(all, new ColumnPairKey().set(0, (1L << 40) - 1), 500)).isZero();
    KeyContract.checkEven(
        10_000,
        (column, parts) ->
            part(partitioner(10_000), new ColumnPairKey().set(column, 10_000 - column), parts));
  }
}
