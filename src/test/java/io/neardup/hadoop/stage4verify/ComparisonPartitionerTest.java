package io.neardup.hadoop.stage4verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.io.ColumnPairKey;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonPartitionerTest {

  @TempDir private java.nio.file.Path folder;

  private ComparisonPartitioner partitioner(int block, int parts) throws IOException {
    Configuration conf = new Configuration(false);
    ComparisonPartitioner.configure(conf, new Path(folder.toUri()), new ColumnBlocks(block), parts);
    ComparisonPartitioner partitioner = new ComparisonPartitioner();
    partitioner.setConf(conf);
    return partitioner;
  }

  private static int part(ComparisonPartitioner partitioner, long column, int parts) {
    return partitioner.getPartition(new ColumnPairKey().set(column, 7), NullWritable.get(), parts);
  }

  /** Column c has 1000/(c + 1) candidates: the first tenth of the columns has half of them all. */
  @ParameterizedTest
  @CsvSource({"1, 2", "1, 5", "10, 2", "10, 5", "64, 3", "1, 1"})
  void partsAreConsecutiveAndHaveLikeNumbersOfCandidates(int block, int parts) throws IOException {
    StringBuilder[] lists = {new StringBuilder(), new StringBuilder()};
    for (int c = 0; c < 1000; c++) {
      lists[c / 500].append(c).append('\t');
      for (int e = 0; e <= 1000 / (c + 1); e++) {
        lists[c / 500].append(e == 0 ? "" : " ").append(100_000 + e);
      }
      lists[c / 500].append('\n');
    }
    Files.writeString(folder.resolve("part-r-00000"), lists[0]);
    Files.writeString(folder.resolve("part-r-00001"), lists[1]);
    ComparisonPartitioner partitioner = partitioner(block, parts);
    int[] candidates = new int[parts];
    int last = 0;
    for (int c = 0; c < 1000; c++) {
      int part = part(partitioner, c, parts);
      assertThat(part).isBetween(last, parts - 1);
      assertThat(part).isEqualTo(part(partitioner, c - c % block, parts));
      candidates[part] += 1 + 1000 / (c + 1);
      last = part;
    }
    int all = Arrays.stream(candidates).sum();
    if (block * parts <= 20) {
      for (int count : candidates) {
        assertThat((double) count / all).isBetween(0.7 / parts, 1.3 / parts);
      }
    }
    assertThat(last).isEqualTo(parts - 1);
  }

  @Test
  void withoutCandidatesEveryColumnHasAPart() throws IOException {
    ComparisonPartitioner partitioner = partitioner(4, 3);
    for (long c : new long[] {0, 1, 1000, (1L << 40) - 1}) {
      assertThat(part(partitioner, c, 3)).isZero();
    }
  }
}
