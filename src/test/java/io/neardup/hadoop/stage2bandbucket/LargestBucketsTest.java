package io.neardup.hadoop.stage2bandbucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.stage2bandbucket.LargestBuckets.Bucket;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
  void ofEqualOnesThoseOfTheFirstBandsAndHashesComeFirst() {
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

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theColumnsAreFoundInPartFilesOfLongAndShortLines(boolean anchors) throws IOException {
    Random random = new Random(2);
    List<Bucket> buckets = new ArrayList<>();
    for (int part = 0; part < 3; part++) {
      StringBuilder lines = new StringBuilder();
      for (int group = 4 * part; group < 4 * part + 4; group++) {
        String begin = String.format("%03x", group);
        List<String> hashes =
            random
                .longs(30)
                .mapToObj(h -> (anchors ? begin : "") + String.format("%016x", h))
                .map(hash -> hash.substring(0, 16))
                .sorted()
                .toList();
        for (String hash : hashes) {
          int band = anchors ? random.nextInt(8) : group; // levels are in no order
          long size = random.nextInt(20) == 0 ? 30_000 : 2 + random.nextInt(50);
          long first = 1_000_000L * buckets.size();
          String columns =
              LongStream.range(first, first + size)
                  .mapToObj(Long::toString)
                  .collect(Collectors.joining(" "));
          buckets.add(new Bucket(band, hash, size, "", 0));
          lines.append(band).append('\t').append(hash).append("\t1\t").append(columns).append('\n');
        }
      }
      Files.writeString(folder.resolve("part-r-0000" + part), lines);
    }
    for (int b = 0; b < buckets.size(); b++) {
      long first = 1_000_000L * b;
      Bucket bucket = buckets.get(b);
      List<Long> columns = LargestBuckets.columns(CONF, output(), bucket, anchors, 4);
      assertThat(columns).as("%s", bucket).startsWith(first).isSorted().doesNotHaveDuplicates();
      assertThat(columns).hasSize((int) Math.min(4, bucket.columns()));
      assertThat(columns).allMatch(column -> column < first + bucket.columns());
    }
    for (Bucket missing :
        List.of(
            new Bucket(3, "0".repeat(16), 9, "", 0), new Bucket(99, "f".repeat(16), 9, "", 0))) {
      assertThat(LargestBuckets.columns(CONF, output(), missing, anchors, 4)).isEmpty();
    }
  }
}
