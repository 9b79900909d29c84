package io.neardup.hadoop.stage2bandbucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.KeyContract;
import io.neardup.hadoop.PartitionContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.junit.jupiter.api.Test;

class BandKeyTest {

  private static final List<Long> BANDS = List.of(0L, 1L, 127L, 128L, 255L, 256L, 65_535L);

  private static final Comparator<BandKey> BY_BUCKET =
      Comparator.comparingInt(BandKey::band).thenComparing(BandKey::hash, Long::compareUnsigned);

  private static final Comparator<BandKey> MODEL =
      BY_BUCKET
          .thenComparing(BandKey::order, Long::compareUnsigned)
          .thenComparingLong(BandKey::column);

  private static List<BandKey> keys() {
    List<BandKey> keys = new ArrayList<>();
    Random random = new Random(23);
    for (int i = 0; i < 200; i++) {
      long band = KeyContract.anyOf(random, BANDS, 1 << 16);
      long hash = KeyContract.anyOf(random, KeyContract.HASHES, 0);
      long order = KeyContract.anyOf(random, KeyContract.HASHES, 0);
      long column = KeyContract.anyOf(random, KeyContract.COLUMNS, 1L << 40);
      BandKey key = new BandKey().set((int) band, hash, order, column);
      assertThat(List.of((long) key.band(), key.hash(), key.order(), key.column()))
          .containsExactly(band, hash, order, column);
      keys.add(key);
    }
    return keys;
  }

  @Test
  void ordersAgree() throws IOException {
    KeyContract.checkOrder(keys(), BandKey::new, BandKey::compareTo, MODEL);
  }

  private record Group(BandKey key) implements Comparable<Group> {
    @Override
    public int compareTo(Group other) {
      return BY_BUCKET.compare(key, other.key);
    }
  }

  @Test
  void groupsByBucket() throws IOException {
    KeyContract.checkGrouping(keys(), new BandKey.Bucket(), Group::new);
  }

  @Test
  void bucketsArePartitionedInOrderAndEvenly() {
    NullWritable nothing = NullWritable.get();
    for (int bands : new int[] {1, 3, 20, 32_767}) {
      Configuration conf = new Configuration(false);
      conf.setInt("neardup.banding.bands", bands);
      conf.setInt("neardup.banding.rows", 1);
      BandPartitioner partitioner = new BandPartitioner();
      partitioner.setConf(conf);
      List<BandKey> ascending = new ArrayList<>();
      for (int band = 0; band < bands; band += Math.max(1, bands / 40)) {
        for (long hash = 0; hash < 64; hash++) {
          ascending.add(new BandKey().set(band, hash << 58, -hash, (1L << 40) - 1 - hash));
        }
      }
      PartitionContract.checkMonotone(
          ascending, (key, parts) -> partitioner.getPartition(key, nothing, parts));
      BandKey last = new BandKey().set(bands - 1, -1, 0, 0);
      assertThat(partitioner.getPartition(last, nothing, 7)).isEqualTo(6);
      BandKey middle = new BandKey().set(bands / 2, bands % 2 == 0 ? 0 : 1L << 63, 0, 0);
      assertThat(partitioner.getPartition(middle, nothing, 100)).isEqualTo(50);
    }
  }
}
