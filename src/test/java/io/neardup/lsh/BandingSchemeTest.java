package io.neardup.lsh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link BandingScheme} and {@link BandHasher}. */
class BandingSchemeTest {

  private static final BandingScheme DEFAULT = new BandingScheme(20, 5);
  private static final BandHasher HASHER = new BandHasher(DEFAULT);

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

  @ParameterizedTest
  @CsvSource({
    "20, 5",
    "1, 1",
    "9, 13",
    "50, 5",
    "1, 300",
    "300, 1",
    "181, 181",
    "3, 100",
    "32767, 1",
    "1, 32767",
    "16383, 2",
    "2, 16383"
  })
  void areasAgreeWithRiemannSums(int bands, int rows) {
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

  private static byte[] column(int... slots) {
    ByteBuffer bytes = ByteBuffer.allocate(slots.length * Integer.BYTES);
    bytes.asIntBuffer().put(slots);
    return bytes.array();
  }

  /** Slot i holds i in each of its four bytes. */
  private static byte[] countingColumn(int slots) {
    int[] values = new int[slots];
    Arrays.setAll(values, i -> i * 0x01010101);
    return column(values);
  }

  /** Vectors made with the reference implementation of XXH3 (the xxhash module of Python). */
  @ParameterizedTest
  @CsvSource({"0, 2d2e10b0a1292fad", "1, b957e2dc19de1621", "19, 0ac96b414116cb4f"})
  void bandHashesAreStable(int band, String hex) {
    assertThat(HASHER.bandHash(countingColumn(100), 0, band))
        .isEqualTo(Long.parseUnsignedLong(hex, 16));
  }

  @Test
  void signatureHashesAreStable() {
    assertThat(HASHER.signatureHash(countingColumn(100), 0)).isEqualTo(0x3f9e3a72e5ac3536L);
    byte[] ones = new byte[1024];
    Arrays.fill(ones, (byte) 0xff);
    assertThat(new BandHasher(new BandingScheme(64, 4)).signatureHash(ones, 0))
        .isEqualTo(0xf2653d1b3fded5bcL);
    assertThat(new BandHasher(new BandingScheme(1, 1)).bandHash(new byte[4], 0, 0))
        .isEqualTo(0x7c31072c17fc6a5aL);
  }

  /** MMDS Figure 3.6: what the other bands hold does not matter. */
  @Test
  void eachSlotCountsInItsBandAloneAndInTheSignature() {
    byte[] original = countingColumn(100);
    Set<Long> signatures = new HashSet<>();
    signatures.add(HASHER.signatureHash(original, 0));
    for (int bit = 0; bit < original.length * 8; bit++) {
      byte[] changed = original.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      for (int band = 0; band < 20; band++) {
        boolean same = HASHER.bandHash(changed, 0, band) == HASHER.bandHash(original, 0, band);
        assertThat(same).as("bit %d, band %d", bit, band).isEqualTo(bit / (32 * 5) != band);
      }
      assertThat(signatures.add(HASHER.signatureHash(changed, 0))).as("bit %d", bit).isTrue();
    }
  }

  @Test
  void readsFromTheOffsetOn() {
    byte[] column = countingColumn(100);
    byte[] shifted = new byte[13 + column.length + 5];
    Arrays.fill(shifted, (byte) 0x5a);
    System.arraycopy(column, 0, shifted, 13, column.length);
    for (int band = 0; band < 20; band++) {
      assertThat(HASHER.bandHash(shifted, 13, band)).isEqualTo(HASHER.bandHash(column, 0, band));
    }
    assertThat(HASHER.signatureHash(shifted, 13)).isEqualTo(HASHER.signatureHash(column, 0));
  }

  @Test
  void refusesBandsAndColumnsOutOfBounds() {
    byte[] column = countingColumn(100);
    for (int band : new int[] {-1, 20}) {
      assertThatThrownBy(() -> HASHER.bandHash(column, 0, band))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    for (int offset : new int[] {-1, 1}) {
      assertThatThrownBy(() -> HASHER.bandHash(column, offset, 3))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> HASHER.signatureHash(column, offset))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }
}
