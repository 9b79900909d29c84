package io.neardup.hadoop.stage2bandbucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BandBucketJobTest {

  private static Configuration conf(int bands, int rows, int maxTwins, int maxColumns) {
    return Mr.conf(
        "neardup.banding.bands=" + bands,
        "neardup.banding.rows=" + rows,
        "neardup.candidate.max-twins=" + maxTwins,
        "neardup.bucket.max-columns=" + maxColumns);
  }

  private static LongWritable range(int band, long hash) {
    return new LongWritable(BucketRanges.range(band, hash));
  }

  private static BytesWritable entry(long hash, long order, long column) {
    byte[] bytes = new byte[BucketReducer.ENTRY_BYTES];
    BucketReducer.put(bytes, 0, hash, order, column);
    return new BytesWritable(bytes);
  }

  /** Adds a bucket of (signature hash, column) members to the input of a reducer. */
  private static void add(
      ReduceDriver<LongWritable, BytesWritable, NullWritable, Text> driver,
      int band,
      long bandHash,
      long[]... members) {
    List<BytesWritable> entries = new ArrayList<>();
    for (long[] member : members) {
      entries.add(entry(bandHash, member[0], member[1]));
    }
    Collections.reverse(entries); // in any order
    driver.addInput(range(band, bandHash), entries);
  }

  private static final String TWINS = "3 11, 8 2, 8 4, 8 6, 8 8, 8 9, -1 5";
  private static final String TEN = "1 50, 2 10, 2 20, 3 99, 4 60, 5 70, 5 80, 6 30, 7 40, -1 7";

  /** Members are signature hash and column; a line is heads and columns. */
  private static Stream<Arguments> buckets() {
    String full = "9: 7 10 20 30 40 50 60 70 80 99";
    String first = "5: 7 10 20 30 40 50";
    String rest = "4/4: 7 10 20 30 60 70 80 99";
    return Stream.of(
        // what, band, most twins, most columns, members, lines; collapsed groups, implied pairs,
        // large buckets, pairs not listed
        arguments(
            "ascending", 4, 100, 100, "-9 30, 5 10, 7 20", List.of("2: 10 20 30"), 0, 0, 0, 0),
        arguments("one column", 0, 100, 100, "1 3", List.of(), 0, 0, 0, 0),
        // Of ten pairs of twins four are listed.
        arguments("twins", 0, 2, 100, TWINS, List.of("1/1: 2 6 8 9", "3: 2 4 5 11"), 1, 6, 0, 0),
        arguments("twins, other band", 3, 2, 100, TWINS, List.of("3: 2 4 5 11"), 0, 0, 0, 0),
        arguments(
            "one ordinary twin", 0, 1, 100, "8 2, 8 4, 8 6", List.of("1/1: 2 4 6"), 1, 1, 0, 0),
        arguments("the same, other band", 1, 1, 100, "8 2, 8 4, 8 6", List.of(), 0, 0, 0, 0),
        // Of the 45 pairs: 15 of the first six, and 16 of the others with four.
        arguments("large", 2, 100, 6, TEN, List.of(first, rest), 0, 0, 1, 45 - 15 - 16),
        arguments(
            "large with twins",
            0,
            100,
            6,
            TEN,
            List.of("1: 10 20", "1: 70 80", first, rest),
            0,
            0,
            1,
            45 - 15 - 16),
        arguments("of exactly the limit", 2, 100, 10, TEN, List.of(full), 0, 0, 0, 0));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("buckets")
  void linesAndCountsOfABucket(
      String what,
      int band,
      int maxTwins,
      int maxColumns,
      String members,
      List<String> lines,
      int collapsed,
      int implied,
      int large,
      int notListed)
      throws IOException {
    var driver = Mr.reduce(new BandBucketReducer(), conf(5, 2, maxTwins, maxColumns));
    add(driver, band, 0xabcL, members(members));
    assertThat(Mr.values(driver.run()))
        .isEqualTo(
            lines.stream()
                .map(line -> band + "\t0000000000000abc\t" + line.replace(": ", "\t"))
                .toList());
    Counters counters = driver.getCounters();
    int size = members(members).length;
    assertThat(Mr.count(counters, BandBucketCounters.BUCKET_MEMBERS)).isEqualTo(size);
    assertThat(Mr.count(counters, BandBucketCounters.SINGLE_BUCKETS)).isEqualTo(size == 1 ? 1 : 0);
    assertThat(Mr.count(counters, BandBucketCounters.NONTRIVIAL_BUCKETS))
        .isEqualTo(size == 1 ? 0 : 1);
    assertThat(Mr.count(counters, BandBucketCounters.TWIN_GROUPS_COLLAPSED)).isEqualTo(collapsed);
    assertThat(Mr.count(counters, BandBucketCounters.TWIN_PAIRS_IMPLIED)).isEqualTo(implied);
    assertThat(Mr.count(counters, BandBucketCounters.LARGE_BUCKETS_LINKED)).isEqualTo(large);
    assertThat(Mr.count(counters, BandBucketCounters.PAIRS_NOT_LISTED)).isEqualTo(notListed);
  }

  /** Orders of owners are odd, and hashes of sets; documents of one order are twins. */
  @ParameterizedTest
  @CsvSource({
    "2748, '8 2, 8 4, 8 5, 12 9, 15 7', 1\t0000000000000abc\t3\t2- 4- 7 9-, 1, 0",
    "2748, '15 2, 15 4, 15 5', 1\t0000000000000abc\t1\t2 4, 3, 0",
    "2748, '8 2, 12 4', '', 0, 0", // there by chance
    "2748, '9 2', '', 1, 0",
    "2749, '9 2, 9 4, 9 6, 15 7', 0\t0000000000000abd\t1/1\t2 6;0\t0000000000000abd\t2\t2 4 7, 4, 1"
  })
  void bucketsOfContainment(long hash, String members, String lines, int owners, int collapsed)
      throws IOException {
    Configuration conf = conf(5, 2, 2, 100);
    conf.set("neardup.candidate.measure", "containment");
    var driver = Mr.reduce(new BandBucketReducer(), conf);
    add(driver, 0, hash, members(members));
    assertThat(String.join(";", Mr.values(driver.run()))).isEqualTo(lines);
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, BandBucketCounters.BUCKET_MEMBERS)).isEqualTo(owners);
    assertThat(Mr.count(counters, BandBucketCounters.TWIN_GROUPS_COLLAPSED)).isEqualTo(collapsed);
  }

  private static long[][] members(String members) {
    return Stream.of(members.split(", ", -1))
        .map(member -> Stream.of(member.split(" ", -1)).mapToLong(Long::parseLong).toArray())
        .toArray(long[][]::new);
  }

  private static final Configuration CONF = Mr.conf();

  @TempDir private java.nio.file.Path folder;

  private Path output() {
    return new Path(folder.toUri());
  }

  @Test
  void theLargestComeFirst() throws IOException {
    assertThat(LargeBucket.read(CONF, output(), 2)).isEmpty();
    Files.writeString(
        folder.resolve("_large-buckets.tsv"),
        "7\t00000000000000ff\t900\t3\t1234\n0\tffffffffffffffff\t800\t4\t12\n1\t0a\t7\t1\t1\n");
    assertThat(LargeBucket.read(CONF, output(), 2))
        .containsExactly(
            new LargeBucket(7, "00000000000000ff", 900, "3", 1234),
            new LargeBucket(0, "ffffffffffffffff", 800, "4", 12));
  }

  @Test
  void ofEqualOnesThoseOfTheFirstBandsAndHashesComeFirst() throws Exception {
    TopNotes<LargeBucket> buckets = LargeBucket.notes();
    buckets.add(new LargeBucket(3, "0000000000000005", 100, "7 77", 40));
    buckets.add(new LargeBucket(1, "ffffffffffffffff", 100, "8 77", 41));
    buckets.add(new LargeBucket(1, "0000000000000002", 100, "9 77", 42));
    buckets.add(new LargeBucket(9, "0000000000000000", 200, "1 77", 43));
    assertThat(buckets.lines().lines())
        .containsExactly(
            "9\t0000000000000000\t200\t1 77\t43",
            "1\t0000000000000002\t100\t9 77\t42",
            "1\tffffffffffffffff\t100\t8 77\t41",
            "3\t0000000000000005\t100\t7 77\t40");
  }
}
