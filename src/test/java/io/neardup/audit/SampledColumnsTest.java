package io.neardup.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which columns are sampled. */
class SampledColumnsTest {

  private static Set<Long> columns(SampledColumns sample, long columns) {
    return LongStream.range(0, columns)
        .filter(sample::contains)
        .boxed()
        .collect(Collectors.toSet());
  }

  @Test
  void hasTheNumberAskedFor() {
    for (int size : new int[] {1, 2, 99, 999}) {
      assertThat(columns(SampledColumns.of(5, size, 1000, column -> false), 1000)).hasSize(size);
    }
    assertThat(columns(SampledColumns.of(5, 1000, 1000, column -> false), 1000)).hasSize(1000);
    assertThat(columns(SampledColumns.of(5, 5000, 1000, column -> false), 1000)).hasSize(1000);
  }

  @Test
  void aSmallerSampleIsPartOfALarger() {
    assertThat(columns(SampledColumns.of(3, 400, 1000, column -> false), 1000))
        .containsAll(columns(SampledColumns.of(3, 100, 1000, column -> false), 1000));
  }

  @Test
  void seedsGiveDifferentSamples() {
    assertThat(columns(SampledColumns.of(0, 100, 10_000, column -> false), 10_000))
        .isNotEqualTo(columns(SampledColumns.of(1, 100, 10_000, column -> false), 10_000));
  }

  /** Each column is in about a quarter of the samples of a quarter of the columns. */
  @Test
  void everyColumnIsEquallyLikely() {
    int[] samples = new int[100];
    for (int seed = 0; seed < 2000; seed++) {
      columns(SampledColumns.of(seed, 25, 100, column -> false), 100)
          .forEach(column -> samples[column.intValue()]++);
    }
    // 500 expected, standard deviation 19; 100 columns
    assertThat(Arrays.stream(samples).boxed())
        .allSatisfy(times -> assertThat(times).isBetween(405, 595));
  }

  /** Stored results name a seed: it must always give the same sample. */
  @Test
  void theHashIsStable() {
    assertThat(new SampledColumns(0, -1).hash(0)).isZero();
    assertThat(Long.toHexString(new SampledColumns(1, -1).hash(2))).isEqualTo("b382a305f4414f5e");
  }
}
