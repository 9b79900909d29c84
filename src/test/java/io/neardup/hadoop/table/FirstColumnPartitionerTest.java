package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.KeyContract;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.junit.jupiter.api.Test;

class FirstColumnPartitionerTest {

  private static FirstColumnPartitioner partitioner(long columns) {
    Configuration conf = new Configuration(false);
    ColumnPartition.setColumns(conf, columns);
    FirstColumnPartitioner partitioner = new FirstColumnPartitioner();
    partitioner.setConf(conf);
    return partitioner;
  }

  private static int part(FirstColumnPartitioner partitioner, GroupedKey key, int parts) {
    return partitioner.getPartition(key, NullWritable.get(), parts);
  }

  @Test
  void partitionsByTheFirstColumnInOrder() {
    List<GroupedKey> ascending = new ArrayList<>(GroupedKeyTest.pairs());
    ascending.sort(Comparator.naturalOrder());
    for (long columns : new long[] {0, 1, 2, 1000, 1L << 32, 1L << 40}) {
      FirstColumnPartitioner partitioner = partitioner(columns);
      KeyContract.checkMonotone(ascending, (key, parts) -> part(partitioner, key, parts));
    }
    FirstColumnPartitioner all = partitioner(1L << 40);
    assertThat(part(all, new GroupedKey().set((1L << 40) - 1, 0), 500)).isEqualTo(499);
    assertThat(part(all, new GroupedKey().set(0, (1L << 40) - 1), 500)).isZero();
    KeyContract.checkEven(
        10_000,
        (column, parts) ->
            part(partitioner(10_000), new GroupedKey().set(column, 10_000 - column), parts));
  }
}
