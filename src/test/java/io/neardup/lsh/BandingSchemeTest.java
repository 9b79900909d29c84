package io.neardup.lsh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BandingSchemeTest {

  private static final BandingScheme DEFAULT = new BandingScheme(20, 5);

  /** MMDS Figure 3.8, in the digits printed there. */
  @ParameterizedTest
  @CsvSource({
    ".2, .006, .0005",
    ".3, .047, .0005",
    ".4, .186, .0005",
    ".5, .470, .0005",
    ".6, .802, .0005",
    ".7, .975, .0005",
    ".8, .9996, .00005"
  })
  void figure38(double s, double probability, double halfDigit) {
    assertThat(DEFAULT.candidateProbability(s)).isCloseTo(probability, within(halfDigit));
  }

  /** MMDS Example 3.11. */
  @Test
  void example311() {
    assertThat(Math.pow(0.8, 5)).isCloseTo(0.328, within(0.0005));
    assertThat(1 - DEFAULT.candidateProbability(0.8)).isCloseTo(0.00035, within(0.000007));
    assertThat(1 / (1 - DEFAULT.candidateProbability(0.8))).isBetween(2_500.0, 3_500.0);
    assertThat(DEFAULT.candidateProbability(0.3)).isCloseTo(0.0474, within(0.0001));
  }

  @ParameterizedTest
  @CsvSource({
    "10, 3, 0.009955 0.077181 0.239449 0.483871 0.736924 0.912267 0.985015 0.999234 0.999998",
    "20, 6, 0.000020 0.001279 0.014479 0.078809 0.270187 0.615415 0.918186 0.997712 1.000000",
    "50, 5, 0.000500 0.015875 0.114540 0.402284 0.795551 0.982534 0.999899 1.000000 1.000000"
  })
  void exercise341(int bands, int rows, String expected) {
    BandingScheme scheme = new BandingScheme(bands, rows);
    String[] values = expected.split(" ");
    assertThat(values).hasSize(9);
    for (int i = 0; i < values.length; i++) {
      assertThat(scheme.candidateProbability((i + 1) / 10.0))
          .as("s = .%d", i + 1)
          .isCloseTo(Double.parseDouble(values[i]), within(0.5000001e-6));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "10, 3, 0.406088, 0.464159",
    "20, 6, 0.569353, 0.606962",
    "50, 5, 0.424394, 0.457305",
    "20, 5, 0.508696, 0.549280"
  })
  void exercise342(int bands, int rows, double half, double estimate) {
    BandingScheme scheme = new BandingScheme(bands, rows);
    assertThat(scheme.halfPoint()).isCloseTo(half, within(0.5000001e-6));
    assertThat(scheme.candidateProbability(scheme.halfPoint())).isCloseTo(0.5, within(1e-14));
    assertThat(scheme.estimatedThreshold()).isCloseTo(estimate, within(0.5000001e-6));
  }

  @Test
  void estimateOf16BandsOf4RowsIsExactlyOneHalf() {
    assertThat(new BandingScheme(16, 4).estimatedThreshold()).isEqualTo(0.5);
  }

  /** MMDS Exercise 3.4.3: the error of the approximation is at most b·x², x = s^r. */
  @Test
  void exercise343() {
    for (BandingScheme scheme :
        new BandingScheme[] {DEFAULT, new BandingScheme(10, 3), new BandingScheme(50, 5)}) {
      for (double s = 0.05; s < 0.5; s += 0.05) {
        double x = Math.pow(s, scheme.rows());
        double exact = scheme.candidateProbability(s);
        double approximate = scheme.smallSimilarityApproximation(s);
        assertThat(approximate).isLessThan(exact).isCloseTo(exact, within(scheme.bands() * x * x));
        assertThat(approximate)
            .isCloseTo(1 - Math.exp(-scheme.bands() * x), within(1e-14))
            .isLessThan(scheme.bands() * x);
      }
      double x = Math.pow(0.01, scheme.rows());
      assertThat(scheme.smallSimilarityApproximation(0.01) / (scheme.bands() * x))
          .isCloseTo(1, within(1e-4));
    }
  }

  @ParameterizedTest
  @CsvSource({"20, 5", "1, 1", "1, 32767", "32767, 1", "9, 13", "3000, 10"})
  void curveRunsFromZeroToOne(int bands, int rows) {
    BandingScheme scheme = new BandingScheme(bands, rows);
    assertThat(scheme.candidateProbability(0)).isEqualTo(0.0);
    assertThat(scheme.candidateProbability(1)).isEqualTo(1.0);
    assertThat(scheme.similarityAt(0)).isEqualTo(0.0);
    assertThat(scheme.similarityAt(1)).isEqualTo(1.0);
    double last = 0;
    for (int i = 1; i <= 1000; i++) {
      double p = scheme.candidateProbability(i / 1000.0);
      assertThat(p).isBetween(last, 1.0);
      last = p;
    }
    for (double p : new double[] {1e-12, 0.001, 0.3, 0.95, 0.999}) {
      // One rounding of s shifts s^r by a relative r·2^-52.
      assertThat(scheme.candidateProbability(scheme.similarityAt(p)) / p)
          .isCloseTo(1, within(1e-12 + rows * 1e-15));
    }
  }

  /** Where 1 - (1 - x)^b in plain arithmetic is 0. */
  @Test
  void tinyProbabilitiesKeepTheirDigits() {
    BandingScheme scheme = new BandingScheme(20, 50);
    double x = Math.pow(0.1, 50);
    assertThat(scheme.candidateProbability(0.1) / (20 * x)).isCloseTo(1, within(1e-12));
    assertThat(scheme.smallSimilarityApproximation(0.1) / (20 * x)).isCloseTo(1, within(1e-12));
  }

  @Test
  void areasAgreeWithRiemannSums() {
    int[][] schemes = {{20, 5}, {1, 1}, {9, 13}, {50, 5}, {1, 300}, {300, 1}, {181, 181}, {3, 100}};
    for (int[] scheme : schemes) {
      areasAgreeWithRiemannSums(scheme[0], scheme[1]);
    }
    areasAgreeWithRiemannSums(32_767, 1);
    areasAgreeWithRiemannSums(1, 32_767);
    areasAgreeWithRiemannSums(16_383, 2);
    areasAgreeWithRiemannSums(2, 16_383);
  }

  private static void areasAgreeWithRiemannSums(int bands, int rows) {
    BandingScheme scheme = new BandingScheme(bands, rows);
    for (double t : new double[] {0, 0.001, 0.3, 0.5, 0.8, 0.95, 0.9999, 1}) {
      assertThat(scheme.falsePositiveArea(t))
          .as("false positives below %s", t)
          .isCloseTo(
              midpoints(s -> 1 - Math.pow(1 - Math.pow(s, rows), bands), 0, t), within(1e-7));
      assertThat(scheme.falseNegativeArea(t))
          .as("false negatives above %s", t)
          .isCloseTo(midpoints(s -> Math.pow(1 - Math.pow(s, rows), bands), t, 1), within(1e-7));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 5",
    "-1, 5",
    "65536, 1",
    "32768, 1",
    "20, 0",
    "20, -1",
    "1, 32768",
    "65535, 65537"
  })
  void refusesSchemesOutOfRange(int bands, int rows) {
    assertThatIllegalArgumentException().isThrownBy(() -> new BandingScheme(bands, rows));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.001, 1.001, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesSimilaritiesOutOfRange(double s) {
    assertThatIllegalArgumentException().isThrownBy(() -> DEFAULT.candidateProbability(s));
    assertThatIllegalArgumentException().isThrownBy(() -> DEFAULT.smallSimilarityApproximation(s));
    assertThatIllegalArgumentException().isThrownBy(() -> DEFAULT.similarityAt(s));
    assertThatIllegalArgumentException().isThrownBy(() -> DEFAULT.falsePositiveArea(s));
    assertThatIllegalArgumentException().isThrownBy(() -> DEFAULT.falseNegativeArea(s));
  }

  private static double midpoints(DoubleUnaryOperator f, double from, double to) {
    int steps = 200_000;
    double width = (to - from) / steps;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      sum += f.applyAsDouble(from + (i + 0.5) * width);
    }
    return sum * width;
  }
}
