package io.neardup.hadoop.stage4verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link DocumentBlocks} and the {@link ComparisonPartitioner}, by a {@link ComparisonLoad}. */
class DocumentBlocksTest {

  /** Returns the load of pairs (i, j), of so many j for each i. */
  private static ComparisonLoad load(int columns, IntUnaryOperator pairs) {
    ComparisonLoad load = new ComparisonLoad(columns);
    for (int i = 0; i < columns; i++) {
      for (int p = 0; p < pairs.applyAsInt(i); p++) {
        load.add(i, 1_000_000L + p, true);
      }
    }
    return load;
  }

  private static ComparisonPartitioner partitioner(
      DocumentBlocks blocks, ComparisonLoad load, int parts) {
    Configuration conf = new Configuration(false);
    ComparisonPartitioner.configure(conf, blocks, load, parts);
    ComparisonPartitioner partitioner = new ComparisonPartitioner();
    partitioner.setConf(conf);
    return partitioner;
  }

  private static int part(ComparisonPartitioner partitioner, long column, int parts) {
    return partitioner.getPartition(
        new ComparisonKey().setVisitor(column, 7), NullWritable.get(), parts);
  }

  @ParameterizedTest
  @CsvSource({"1, 1000", "7, 1000", "100, 20000", "65536, 20000", "3, 4096", "1000, 4097"})
  void blocksAreConsecutiveAndNotTooLarge(int size, int columns) {
    Configuration conf = new Configuration(false);
    DocumentBlocks.of(size, load(columns, i -> i % 1000 == 7 ? 90 : 1), 3).configure(conf);
    DocumentBlocks blocks = DocumentBlocks.of(conf);
    long last = 0;
    for (int c = 0; c < columns; c++) {
      long first = blocks.first(c);
      assertThat(first).isIn(last, (long) c);
      assertThat(c - first).isLessThan(size);
      assertThat(blocks.first(first)).isEqualTo(first);
      last = first;
    }
  }

  /** A cluster of 500 in a row, each with 200 partners, in a corpus that has few other pairs. */
  @ParameterizedTest
  @CsvSource({"2", "3", "4", "10"})
  void aClusterInARowIsCutAndDealtOut(int parts) {
    int columns = 50_000;
    IntUnaryOperator pairs = i -> i >= 30_000 && i < 30_500 ? 200 : i % 20 == 0 ? 1 : 0;
    ComparisonLoad load = load(columns, pairs);
    DocumentBlocks blocks = DocumentBlocks.of(10_000, load, parts);
    ComparisonPartitioner partitioner = partitioner(blocks, load, parts);
    int[] compared = new int[parts];
    int last = 0;
    for (int c = 0; c < columns; c++) {
      int part = part(partitioner, c, parts);
      assertThat(part).isBetween(last, parts - 1);
      assertThat(part).isEqualTo(part(partitioner, blocks.first(c), parts));
      compared[part] += pairs.applyAsInt(c);
      last = part;
    }
    double all = Arrays.stream(compared).sum();
    for (int count : compared) {
      assertThat(count / all).isBetween(0.7 / parts, 1.3 / parts);
    }
  }

  @Test
  void withoutPairsAllIsInTheFirstPart() {
    for (int columns : new int[] {0, 1, 10, 1_000_000}) {
      ComparisonLoad load = new ComparisonLoad(columns);
      ComparisonPartitioner partitioner = partitioner(DocumentBlocks.of(100, load, 3), load, 3);
      assertThat(part(partitioner, 0, 3)).isZero();
      assertThat(part(partitioner, Math.max(0, columns - 1), 3)).isZero();
    }
  }

  /** One column with nearly all the work is one part, and the others are not empty for it. */
  @Test
  void aColumnIsNotCut() {
    ComparisonLoad load = load(1000, i -> i == 500 ? 100_000 : 1);
    ComparisonPartitioner partitioner = partitioner(DocumentBlocks.of(1000, load, 4), load, 4);
    assertThat(part(partitioner, 499, 4)).isLessThan(part(partitioner, 500, 4));
    assertThat(part(partitioner, 500, 4)).isLessThan(part(partitioner, 501, 4));
  }

  /**
   * A document is sent once for many columns next to each other, a kept pair is worth 40 others.
   */
  @Test
  void whatPairsAndDocumentsAreWorth() {
    ComparisonLoad load = new ComparisonLoad(4096);
    load.add(1, 2000, false);
    load.add(2, 2000, true);
    load.add(2, 2000, true);
    load.add(63, 2000, true);
    load.add(64, 2000, true);
    load.add(64, 2001, false);
    assertThat(load.of(1)).isEqualTo(201);
    assertThat(load.of(2)).isEqualTo(80);
    assertThat(load.of(63)).isEqualTo(40);
    assertThat(load.of(64)).isEqualTo(240 + 201);
    assertThat(load.total()).isEqualTo(201 + 80 + 40 + 240 + 201);
    assertThat(load.ranges()).isEqualTo(4096);
  }
}
