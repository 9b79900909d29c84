package io.neardup.hadoop.stage2bandbucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.KeyContract;
import io.neardup.hadoop.PartitionContract;
import io.neardup.hadoop.table.HashRanges;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.junit.jupiter.api.Test;

class BandRunKeyTest {

  private static final List<Long> SHORTS =
      List.of(0L, 1L, 127L, 128L, 255L, 256L, 32_766L, 65_535L);

  private static final Comparator<BandRunKey> MODEL =
      Comparator.comparingInt(BandRunKey::band)
          .thenComparingInt(BandRunKey::range)
          .thenComparingLong(BandRunKey::firstColumn);

  private static BandRunKey key(long band, long range, long column) {
    return new BandRunKey().set((int) band, (int) range, column);
  }

  private static BandRunKey any(Random random) {
    return key(
        KeyContract.anyOf(random, SHORTS, 1 << 16),
        KeyContract.anyOf(random, SHORTS, 1 << 16),
        KeyContract.anyOf(random, KeyContract.COLUMNS, 1L << 40));
  }

  private static List<BandRunKey> keys() {
    List<BandRunKey> keys = new ArrayList<>();
    for (long number : SHORTS) {
      keys.add(key(number, 65_535, (1L << 40) - 1));
      keys.add(key(65_535, number, 0));
    }
    for (long column : KeyContract.COLUMNS) {
      keys.add(key(1, 1, column));
    }
    Random random = new Random(23);
    for (int i = 0; i < 150; i++) {
      keys.add(any(random));
    }
    return keys;
  }

  @Test
  void holdsItsPartsWhateverItHeldBefore() {
    BandRunKey key = new BandRunKey();
    Random random = new Random(24);
    for (int i = 0; i < 1000; i++) {
      long band = KeyContract.anyOf(random, SHORTS, 1 << 16);
      long range = KeyContract.anyOf(random, SHORTS, 1 << 16);
      long column = KeyContract.anyOf(random, KeyContract.COLUMNS, 1L << 40);
      key.set((int) band, (int) range, column);
      assertThat(key.band()).isEqualTo((int) band);
      assertThat(key.range()).isEqualTo((int) range);
      assertThat(key.firstColumn()).isEqualTo(column);
    }
  }

  @Test
  void ordersAgree() throws IOException {
    KeyContract.checkOrder(keys(), BandRunKey::new, BandRunKey::compareTo, MODEL);
  }

  private record Range(int band, int range) implements Comparable<Range> {
    @Override
    public int compareTo(Range other) {
      int byBand = Integer.compare(band, other.band);
      return byBand != 0 ? byBand : Integer.compare(range, other.range);
    }
  }

  @Test
  void groupsByTheRangeOfABand() throws IOException {
    KeyContract.checkGrouping(
        keys(), new BandRunKey.Range(), key -> new Range(key.band(), key.range()));
  }

  private static BandPartitioner partitioner(int bands, int bits) {
    Configuration conf = new Configuration(false);
    conf.setInt("neardup.banding.bands", bands);
    conf.setInt("neardup.banding.rows", 1);
    new HashRanges(bits).configure(conf);
    BandPartitioner partitioner = new BandPartitioner();
    partitioner.setConf(conf);
    return partitioner;
  }

  @Test
  void rangesArePartitionedInOrderAndByTheirNumber() {
    BytesWritable run = new BytesWritable();
    for (int bands : new int[] {1, 3, 20, 32_767}) {
      for (int bits : new int[] {0, 1, 5}) {
        BandPartitioner partitioner = partitioner(bands, bits);
        List<BandRunKey> ascending = new ArrayList<>();
        for (int band = 0; band < bands; band += Math.max(1, bands / 40)) {
          for (int range = 0; range < 1 << bits; range++) {
            ascending.add(key(band, range, 0));
          }
        }
        ascending.add(key(bands - 1, (1 << bits) - 1, 0));
        PartitionContract.checkMonotone(
            ascending, (key, parts) -> partitioner.getPartition(key, run, parts));
        assertThat(partitioner.getPartition(ascending.get(ascending.size() - 1), run, 7))
            .isEqualTo(
                Math.min(6, (int) (((long) bands << bits) - 1) * 7L / ((long) bands << bits)));
      }
    }
  }

  @Test
  void theColumnDoesNotDecideThePart() {
    BandPartitioner partitioner = partitioner(20, 4);
    BytesWritable run = new BytesWritable();
    assertThat(partitioner.getPartition(key(7, 3, (1L << 40) - 1), run, 500))
        .isEqualTo(partitioner.getPartition(key(7, 3, 0), run, 500));
  }
}
