package io.neardup.hadoop.stage2bandbucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.stage2bandbucket.LargestBuckets.Bucket;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LargestBucketsTest {

  private static final Configuration CONF = Mr.conf();

  @TempDir private java.nio.file.Path folder;

  private Path output() {
    return new Path(folder.toUri());
  }

  @Test
  void theLargestComeFirst() throws IOException {
    assertThat(LargestBuckets.read(CONF, output(), 2)).isEmpty();
    Files.writeString(
        folder.resolve("_large-buckets.tsv"),
        "7\t00000000000000ff\t900\t3\t1234\n0\tffffffffffffffff\t800\t4\t12\n1\t0a\t7\t1\t1\n");
    assertThat(LargestBuckets.read(CONF, output(), 2))
        .containsExactly(
            new Bucket(7, "00000000000000ff", 900, "3", 1234),
            new Bucket(0, "ffffffffffffffff", 800, "4", 12));
  }

  @Test
  void ofEqualOnesThoseOfTheFirstBandsAndHashesComeFirst() throws Exception {
    TopNotes<Bucket> buckets = LargestBuckets.notes();
    buckets.add(new Bucket(3, "0000000000000005", 100, "7 77", 40));
    buckets.add(new Bucket(1, "ffffffffffffffff", 100, "8 77", 41));
    buckets.add(new Bucket(1, "0000000000000002", 100, "9 77", 42));
    buckets.add(new Bucket(9, "0000000000000000", 200, "1 77", 43));
    assertThat(buckets.lines().lines())
        .containsExactly(
            "9\t0000000000000000\t200\t1 77\t43",
            "1\t0000000000000002\t100\t9 77\t42",
            "1\tffffffffffffffff\t100\t8 77\t41",
            "3\t0000000000000005\t100\t7 77\t40");
  }
}
