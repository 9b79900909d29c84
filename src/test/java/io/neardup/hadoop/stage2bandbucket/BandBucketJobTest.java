package io.neardup.hadoop.stage2bandbucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.Test;

class BandBucketJobTest {

  private static final NullWritable NULL = NullWritable.get();

  private static byte[] record(long column, int... slots) {
    ByteBuffer buffer = ByteBuffer.allocate(SignatureColumn.length(slots.length)).putLong(column);
    for (int slot : slots) {
      buffer.putInt(slot);
    }
    return buffer.array();
  }

  private static Configuration conf(int bands, int rows, int maxTwins, int maxColumns) {
    return Mr.conf(
        "neardup.banding.bands=" + bands,
        "neardup.banding.rows=" + rows,
        "neardup.candidate.max-twins=" + maxTwins,
        "neardup.bucket.max-columns=" + maxColumns);
  }

  @Test
  void mapperGivesEachBandItsHashAndAllBandsTheSignaturesHash() throws IOException {
    byte[] record = record(77, 1, 2, 3, 4, 1, 2);
    BandHasher hasher = new BandHasher(new BandingScheme(3, 2));
    long signatureHash = hasher.signatureHash(record, 8);
    MapDriver<NullWritable, BytesWritable, BandKey, NullWritable> driver =
        MapDriver.newMapDriver(new BandBucketMapper());
    Mr.configure(driver, conf(3, 2, 100, 100));
    driver.withInput(NULL, new BytesWritable(record));
    for (int band = 0; band < 3; band++) {
      driver.withOutput(
          new BandKey().set(band, hasher.bandHash(record, 8, band), signatureHash, 77), NULL);
    }
    driver.withCounter(BandBucketCounters.SIGNATURES, 1).runTest(true);
    // Equal slots, equal hashes: only the band tells bands 0 and 2 apart.
    assertThat(hasher.bandHash(record, 8, 0)).isEqualTo(hasher.bandHash(record, 8, 2));
  }

  /** Runs the reducer over one bucket of (signature hash, column) members. */
  private static ReduceDriver<BandKey, NullWritable, NullWritable, Text> bucket(
      Configuration conf, int band, long bandHash, long[]... members) {
    ReduceDriver<BandKey, NullWritable, NullWritable, Text> driver =
        ReduceDriver.newReduceDriver(new BandBucketReducer());
    Mr.configure(driver, conf);
    add(driver, conf, band, bandHash, members);
    return driver;
  }

  private static void add(
      ReduceDriver<BandKey, NullWritable, NullWritable, Text> driver,
      Configuration conf,
      int band,
      long bandHash,
      long[]... members) {
    List<Pair<BandKey, NullWritable>> keys = new ArrayList<>();
    for (long[] member : members) {
      keys.add(new Pair<>(new BandKey().set(band, bandHash, member[0], member[1]), NULL));
    }
    driver.addInput(Mr.group(conf, keys));
  }

  private static long[] member(long signatureHash, long column) {
    return new long[] {signatureHash, column};
  }

  @Test
  void aBucketIsOneLineOfItsColumnsAscending() throws IOException {
    var driver =
        bucket(conf(5, 2, 100, 100), 4, 0xabcL, member(-9, 30), member(5, 10), member(7, 20));
    assertThat(Mr.values(driver.run())).containsExactly("4\t0000000000000abc\t2\t10 20 30");
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, BandBucketCounters.BUCKET_MEMBERS)).isEqualTo(3);
    assertThat(Mr.count(counters, BandBucketCounters.NONTRIVIAL_BUCKETS)).isEqualTo(1);
    assertThat(Mr.count(counters, BandBucketCounters.SINGLE_BUCKETS)).isZero();
  }

  @Test
  void aBucketOfOneColumnIsOnlyCounted() throws IOException {
    var driver = bucket(conf(5, 2, 100, 100), 0, -1, member(1, 3));
    assertThat(driver.run()).isEmpty();
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, BandBucketCounters.BUCKET_MEMBERS)).isEqualTo(1);
    assertThat(Mr.count(counters, BandBucketCounters.SINGLE_BUCKETS)).isEqualTo(1);
    assertThat(Mr.count(counters, BandBucketCounters.NONTRIVIAL_BUCKETS)).isZero();
  }

  private static final long[][] FIVE_TWINS_AND_TWO = {
    member(3, 11),
    member(8, 2),
    member(8, 4),
    member(8, 6),
    member(8, 8),
    member(8, 9),
    member(-1, 5)
  };

  @Test
  void inBandZeroTheLeastTwinListsThoseThatAreNotOrdinary() throws IOException {
    var driver = bucket(conf(5, 2, 2, 100), 0, 1, FIVE_TWINS_AND_TWO);
    assertThat(Mr.values(driver.run()))
        .containsExactly("0\t0000000000000001\t1\t2 6 8 9", "0\t0000000000000001\t3\t2 4 5 11");
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, BandBucketCounters.TWIN_GROUPS_COLLAPSED)).isEqualTo(1);
    // Of ten pairs of twins four are listed.
    assertThat(Mr.count(counters, BandBucketCounters.TWIN_PAIRS_IMPLIED)).isEqualTo(6);
    assertThat(Mr.count(counters, BandBucketCounters.BUCKET_MEMBERS)).isEqualTo(7);
  }

  @Test
  void inOtherBandsTheTwinsAreNeitherListedNorCountedAgain() throws IOException {
    var driver = bucket(conf(5, 2, 2, 100), 3, 1, FIVE_TWINS_AND_TWO);
    assertThat(Mr.values(driver.run())).containsExactly("3\t0000000000000001\t3\t2 4 5 11");
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, BandBucketCounters.TWIN_GROUPS_COLLAPSED)).isZero();
    assertThat(Mr.count(counters, BandBucketCounters.TWIN_PAIRS_IMPLIED)).isZero();
    assertThat(Mr.count(counters, BandBucketCounters.BUCKET_MEMBERS)).isEqualTo(7);
  }

  @Test
  void ifOneTwinIsOrdinaryTheirBucketIsEmptyExceptInBandZero() throws IOException {
    long[][] twins = {member(8, 2), member(8, 4), member(8, 6)};
    assertThat(Mr.values(bucket(conf(5, 2, 1, 100), 0, 1, twins).run()))
        .containsExactly("0\t0000000000000001\t1\t2 4 6");
    var other = bucket(conf(5, 2, 1, 100), 1, 1, twins);
    assertThat(other.run()).isEmpty();
    assertThat(Mr.count(other.getCounters(), BandBucketCounters.NONTRIVIAL_BUCKETS)).isEqualTo(1);
  }

  private static final long[][] TEN = {
    member(1, 50),
    member(2, 10),
    member(2, 20),
    member(3, 99),
    member(4, 60),
    member(5, 70),
    member(5, 80),
    member(6, 30),
    member(7, 40),
    member(-1, 7)
  };

  @Test
  void inALargeBucketTheFirstColumnsArePairedWithAll() throws IOException {
    var driver = bucket(conf(5, 2, 100, 6), 2, 1, TEN);
    assertThat(Mr.values(driver.run()))
        .containsExactly(
            "2\t0000000000000001\t5\t7 10 20 30 40 50",
            "2\t0000000000000001\t4\t7 10 20 30 60 70 80 99");
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, BandBucketCounters.LARGE_BUCKETS_LINKED)).isEqualTo(1);
    // Of the 45 pairs: 15 of the first six, and 16 of the others with four.
    assertThat(Mr.count(counters, BandBucketCounters.PAIRS_NOT_LISTED)).isEqualTo(45 - 15 - 16);
  }

  @Test
  void bandZeroListsTheTwinsOfALargeBucketForThemselves() throws IOException {
    var driver = bucket(conf(5, 2, 100, 6), 0, 1, TEN);
    assertThat(Mr.values(driver.run()))
        .containsExactly(
            "0\t0000000000000001\t1\t10 20",
            "0\t0000000000000001\t1\t70 80",
            "0\t0000000000000001\t5\t7 10 20 30 40 50",
            "0\t0000000000000001\t4\t7 10 20 30 60 70 80 99");
  }

  @Test
  void aBucketOfExactlyTheLimitIsListedInFull() throws IOException {
    var driver = bucket(conf(5, 2, 100, 10), 2, 1, TEN);
    assertThat(Mr.values(driver.run()))
        .containsExactly("2\t0000000000000001\t9\t7 10 20 30 40 50 60 70 80 99");
    assertThat(Mr.count(driver.getCounters(), BandBucketCounters.LARGE_BUCKETS_LINKED)).isZero();
    assertThat(Mr.count(driver.getCounters(), BandBucketCounters.PAIRS_NOT_LISTED)).isZero();
  }

  @Test
  void aReducerStartsEachBucketAfresh() throws IOException {
    Configuration conf = conf(5, 2, 1, 5);
    // Twins, then a large bucket, then, in another band, a plain one of the same signatures.
    var driver = bucket(conf, 0, 1, member(5, 1), member(5, 2), member(5, 3));
    add(driver, conf, 0, 2, TEN);
    add(driver, conf, 1, 3, member(8, 1), member(9, 3));
    assertThat(Mr.values(driver.run()))
        .containsExactly(
            "0\t0000000000000001\t1\t1 2 3",
            "0\t0000000000000002\t1\t10 20",
            "0\t0000000000000002\t1\t70 80",
            "0\t0000000000000002\t4\t7 10 30 40 50",
            "0\t0000000000000002\t4\t7 10 30 40 60 70 99",
            "1\t0000000000000003\t1\t1 3");
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, BandBucketCounters.BUCKET_MEMBERS)).isEqualTo(3 + 10 + 2);
    assertThat(Mr.count(counters, BandBucketCounters.TWIN_GROUPS_COLLAPSED)).isEqualTo(3);
    assertThat(Mr.count(counters, BandBucketCounters.TWIN_PAIRS_IMPLIED)).isEqualTo(1);
    assertThat(Mr.count(counters, BandBucketCounters.LARGE_BUCKETS_LINKED)).isEqualTo(1);
    // Of the 28 pairs of eight columns: ten of the first five, and twelve of the others with four.
    assertThat(Mr.count(counters, BandBucketCounters.PAIRS_NOT_LISTED)).isEqualTo(28 - 10 - 12);
  }

  @Test
  void chainListsExactlyThePairsThatAgreeInABand() throws IOException {
    int bands = 4;
    int rows = 2;
    Configuration conf = conf(bands, rows, 100, 1000);
    Random random = new Random(2);
    List<byte[]> records = new ArrayList<>();
    for (int column = 0; column < 60; column++) {
      int[] slots = random.ints((long) bands * rows, 0, 4).toArray();
      records.add(record(column * 3L, slots));
    }
    MapReduceDriver<NullWritable, BytesWritable, BandKey, NullWritable, NullWritable, Text> driver =
        MapReduceDriver.newMapReduceDriver(new BandBucketMapper(), new BandBucketReducer());
    Mr.configure(driver, conf);
    driver.setKeyOrderComparator(Mr.comparator(new BandKey.Order()));
    driver.setKeyGroupingComparator(Mr.comparator(new BandKey.Bucket()));
    List<byte[]> shuffled = new ArrayList<>(records);
    Collections.shuffle(shuffled, random);
    for (byte[] record : shuffled) {
      driver.addInput(NULL, new BytesWritable(record));
    }
    List<String> lines = Mr.values(driver.run());

    Set<String> listed = new TreeSet<>();
    List<String> order = new ArrayList<>();
    for (String line : lines) {
      String[] fields = line.split("\t", -1);
      order.add(String.format("%05d", Integer.parseInt(fields[0])) + fields[1]);
      String[] columns = fields[3].split(" ", -1);
      assertThat(Integer.parseInt(fields[2])).isEqualTo(columns.length - 1);
      for (int i = 0; i < columns.length; i++) {
        for (int j = i + 1; j < columns.length; j++) {
          assertThat(listed.add(fields[0] + ": " + columns[i] + " " + columns[j])).isTrue();
        }
      }
    }
    assertThat(order).isSorted().doesNotHaveDuplicates();

    Set<String> expected = new TreeSet<>();
    for (int i = 0; i < records.size(); i++) {
      for (int j = i + 1; j < records.size(); j++) {
        for (int band = 0; band < bands; band++) {
          String a = HexFormat.of().formatHex(records.get(i), 8 + 8 * band, 16 + 8 * band);
          String b = HexFormat.of().formatHex(records.get(j), 8 + 8 * band, 16 + 8 * band);
          if (a.equals(b)) {
            expected.add(band + ": " + 3 * i + " " + 3 * j);
          }
        }
      }
    }
    assertThat(listed).isEqualTo(expected).isNotEmpty();
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, BandBucketCounters.SIGNATURES)).isEqualTo(60);
    assertThat(Mr.count(counters, BandBucketCounters.BUCKET_MEMBERS)).isEqualTo(60L * bands);
    assertThat(Mr.count(counters, BandBucketCounters.NONTRIVIAL_BUCKETS)).isEqualTo(lines.size());
  }
}
