package io.neardup.hadoop.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalTest {

  /** Garwood's exact limits of a Poisson count, as tables have them. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 3.6889",
    "1, 0.0253, 5.5716",
    "2, 0.2422, 7.2247",
    "10, 4.7954, 18.3904",
    "35, 24.379, 48.677",
    "99, 80.464, 120.530",
    "100, 81.364, 121.627",
    "1000, 938.97, 1063.96"
  })
  void ofOneCountTheIntervalIsExact(double count, double low, double high) {
    Interval interval = Interval.of(count, count, 1);

    assertThat(interval.low()).isCloseTo(low, within(2e-4 * Math.max(1, low)));
    assertThat(interval.high()).isCloseTo(high, within(2e-4 * high));
  }

  @Test
  void aWeightScalesTheInterval() {
    Interval one = Interval.of(7, 7, 1);
    Interval scaled = Interval.of(700, 70_000, 100);

    assertThat(scaled.low()).isCloseTo(100 * one.low(), within(1e-6));
    assertThat(scaled.high()).isCloseTo(100 * one.high(), within(1e-6));
  }

  @Test
  void whatWasCountedInFullIsExact() {
    assertThat(Interval.of(12, 0, 0)).isEqualTo(Interval.exact(12));
    assertThat(Interval.of(0, 0, 0)).isEqualTo(Interval.exact(0));
  }

  @Test
  void nothingSeenIsNotNothing() {
    Interval interval = Interval.of(0, 0, 1e6);

    assertThat(interval.low()).isZero();
    assertThat(interval.high()).isCloseTo(3.6889e6, within(1e3));
  }
}
