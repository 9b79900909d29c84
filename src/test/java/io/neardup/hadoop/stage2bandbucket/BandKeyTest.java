package io.neardup.hadoop.stage2bandbucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.KeyContract;
import io.neardup.hadoop.PartitionContract;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.junit.jupiter.api.Test;

class BandKeyTest {

  private static final List<Long> BANDS = List.of(0L, 1L, 127L, 128L, 255L, 256L, 32_766L, 65_535L);

  private static final Comparator<BandKey> MODEL =
      Comparator.comparingInt(BandKey::band)
          .thenComparing(BandKey::bandHash, Long::compareUnsigned)
          .thenComparing(BandKey::signatureHash, Long::compareUnsigned)
          .thenComparingLong(BandKey::column);

  private static BandKey key(long band, long bandHash, long signatureHash, long column) {
    BandKey key = new BandKey();
    key.setColumn(signatureHash, column);
    key.setBucket((int) band, bandHash);
    return key;
  }

  private static List<BandKey> keys() {
    List<BandKey> keys = new ArrayList<>();
    for (long hash : KeyContract.HASHES) {
      keys.add(key(0, hash, -1, (1L << 40) - 1));
      keys.add(key(65_535, -1, hash, 0));
    }
    for (long column : KeyContract.COLUMNS) {
      keys.add(key(1, 1, 1, column));
    }
    Random random = new Random(23);
    for (int i = 0; i < 150; i++) {
      keys.add(
          key(
              KeyContract.anyOf(random, BANDS, 1 << 16),
              KeyContract.anyOf(random, KeyContract.HASHES, 0),
              KeyContract.anyOf(random, KeyContract.HASHES, 0),
              KeyContract.anyOf(random, KeyContract.COLUMNS, 1L << 40)));
    }
    return keys;
  }

  @Test
  void holdsItsPartsWhateverItHeldBefore() {
    BandKey key = new BandKey();
    Random random = new Random(24);
    for (int i = 0; i < 1000; i++) {
      long band = KeyContract.anyOf(random, BANDS, 1 << 16);
      long bandHash = KeyContract.anyOf(random, KeyContract.HASHES, 0);
      long signatureHash = KeyContract.anyOf(random, KeyContract.HASHES, 0);
      long column = KeyContract.anyOf(random, KeyContract.COLUMNS, 1L << 40);
      key.setColumn(signatureHash, column);
      key.setBucket((int) band, bandHash);
      assertThat(key.band()).isEqualTo((int) band);
      assertThat(key.bandHash()).isEqualTo(bandHash);
      assertThat(key.signatureHash()).isEqualTo(signatureHash);
      assertThat(key.column()).isEqualTo(column);
    }
  }

  @Test
  void ordersAgree() throws IOException {
    KeyContract.checkOrder(keys(), BandKey::new, BandKey::compareTo, MODEL);
  }

  private record Bucket(int band, long hash) implements Comparable<Bucket> {
    @Override
    public int compareTo(Bucket other) {
      int byBand = Integer.compare(band, other.band);
      return byBand != 0 ? byBand : Long.compareUnsigned(hash, other.hash);
    }
  }

  @Test
  void groupsByBandAndHash() throws IOException {
    KeyContract.checkGrouping(
        keys(), new BandKey.Bucket(), key -> new Bucket(key.band(), key.bandHash()));
  }

  private static BandPartitioner partitioner(int bands) {
    Configuration conf = new Configuration(false);
    conf.setInt("neardup.banding.bands", bands);
    conf.setInt("neardup.banding.rows", 1);
    BandPartitioner partitioner = new BandPartitioner();
    partitioner.setConf(conf);
    return partitioner;
  }

  @Test
  void bucketsArePartitionedInOrderAndByTheirShare() {
    for (int bands : new int[] {1, 2, 3, 20, 32_767}) {
      BandPartitioner partitioner = partitioner(bands);
      List<BandKey> ascending = new ArrayList<>();
      for (int band : new int[] {0, bands / 2, bands - 1}) {
        for (long hash : KeyContract.HASHES) {
          ascending.add(key(band, hash, -1, 0));
        }
      }
      new Random(bands)
          .longs(200)
          .forEach(hash -> ascending.add(key(Long.remainderUnsigned(hash, bands), hash, 0, 0)));
      ascending.sort(MODEL);
      PartitionContract.checkMonotone(
          ascending, (key, parts) -> partitioner.getPartition(key, NullWritable.get(), parts));

      for (BandKey key : ascending) {
        for (int parts : new int[] {1, 2, 3, 7, 500}) {
          // floor(parts · (band + hash/2⁶⁴) / bands): equal shares of all buckets there can be.
          BigInteger place =
              BigInteger.valueOf(key.band())
                  .shiftLeft(64)
                  .add(new BigInteger(Long.toUnsignedString(key.bandHash())));
          int expected =
              place
                  .multiply(BigInteger.valueOf(parts))
                  .divide(BigInteger.valueOf(bands).shiftLeft(64))
                  .intValueExact();
          assertThat(partitioner.getPartition(key, NullWritable.get(), parts)).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void theColumnDoesNotDecideThePart() {
    BandPartitioner partitioner = partitioner(20);
    int part = partitioner.getPartition(key(7, -5, 0, 0), NullWritable.get(), 500);
    assertThat(partitioner.getPartition(key(7, -5, -1, (1L << 40) - 1), NullWritable.get(), 500))
        .isEqualTo(part);
  }
}
