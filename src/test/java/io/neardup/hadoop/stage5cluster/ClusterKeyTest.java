package io.neardup.hadoop.stage5cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.KeyContract;
import io.neardup.hadoop.PartitionContract;
import io.neardup.hadoop.io.ColumnPartition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

class ClusterKeyTest {

  private static final List<Long> RANKS =
      List.of(0L, 1L, 256L, KeepPolicy.MAX_LENGTH - 1, KeepPolicy.MAX_LENGTH);

  /** In order. */
  private static List<ClusterKey> keys() {
    List<ClusterKey> keys = new ArrayList<>();
    for (long cluster : KeyContract.COLUMNS) {
      for (long rank : RANKS) {
        for (long column : KeyContract.COLUMNS) {
          keys.add(new ClusterKey().setEligible(cluster, rank, column));
        }
      }
      for (long column : KeyContract.COLUMNS) {
        keys.add(new ClusterKey().setMember(cluster, column));
      }
    }
    return keys;
  }

  @Test
  void holdsWhatItIsGivenWhateverItHeldBefore() {
    ClusterKey key = new ClusterKey();
    for (long column : KeyContract.COLUMNS) {
      for (long rank : RANKS) {
        key.setEligible(7, rank, column);
        assertThat(key.isMember()).isFalse();
        assertThat(List.of(key.cluster(), key.column())).containsExactly(7L, column);
      }
      key.setMember(column, 8);
      assertThat(key.isMember()).isTrue();
      assertThat(List.of(key.cluster(), key.column())).containsExactly(column, 8L);
    }
  }

  @Test
  void ordersAgree() throws IOException {
    List<ClusterKey> ordered = keys();
    KeyContract.checkOrder(
        ordered, ClusterKey::new, ClusterKey::compareTo, Comparator.comparingInt(ordered::indexOf));
  }

  @Test
  void groupsByCluster() throws IOException {
    KeyContract.checkGrouping(keys(), new ClusterKey.Cluster(), ClusterKey::cluster);
  }

  @Test
  void partitionsByClusterInOrder() {
    Configuration conf = new Configuration(false);
    ColumnPartition.setColumns(conf, 10_000);
    ClusterPartitioner partitioner = new ClusterPartitioner();
    partitioner.setConf(conf);
    Text id = new Text();
    PartitionContract.checkMonotone(
        keys(), (key, parts) -> partitioner.getPartition(key, id, parts));
    PartitionContract.checkEven(
        10_000,
        (column, parts) ->
            partitioner.getPartition(new ClusterKey().setMember(column, 3), id, parts));
  }
}
