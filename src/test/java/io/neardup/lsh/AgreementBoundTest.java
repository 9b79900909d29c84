package io.neardup.lsh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgreementBoundTest {

  private static final MathContext DIGITS = new MathContext(60);
  private static final double[] MISS_RATES = {0.9, 0.5001, 0.1, 0.01, 1e-3, 1e-4, 1e-6, 1e-12, 0};

  /** P[Bin(n, t) < a], by the textbook formula in 60 digits. */
  private static BigDecimal tail(int n, double t, int a) {
    BigDecimal p = new BigDecimal(t);
    BigDecimal q = BigDecimal.ONE.subtract(p);
    BigDecimal sum = BigDecimal.ZERO;
    BigInteger choose = BigInteger.ONE;
    for (int k = 0; k < a; k++) {
      sum =
          sum.add(
              new BigDecimal(choose)
                  .multiply(p.pow(k, DIGITS), DIGITS)
                  .multiply(q.pow(n - k, DIGITS), DIGITS));
      choose = choose.multiply(BigInteger.valueOf(n - k)).divide(BigInteger.valueOf(k + 1L));
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 64, 100, 128, 250})
  void isTheLargestAgreementWithinTheMissRate(int slots) {
    for (double t : new double[] {1e-9, 0.01, 0.3, 0.5, 0.75, 0.8, 0.9, 0.99, 1 - 1e-9}) {
      for (double miss : MISS_RATES) {
        int a = AgreementBound.minimumAgreement(slots, t, miss);
        String which = "n = %d, t = %s, miss rate %s: %d".formatted(slots, t, miss, a);
        assertThat(a).as(which).isBetween(0, slots);
        assertThat(tail(slots, t, a)).as(which).isLessThanOrEqualTo(new BigDecimal(miss));
        if (a < slots) {
          assertThat(tail(slots, t, a + 1)).as(which).isGreaterThan(new BigDecimal(miss));
        }
      }
    }
  }

  /** Where the first terms, from 10^-1,398 on, are below the smallest double. */
  @Test
  void longSignatures() {
    int n = 2_000;
    int a = AgreementBound.minimumAgreement(n, 0.8, 1e-4);
    // The normal approximation: n·t - 3.719 standard deviations of 17.9.
    assertThat(a).isBetween(1_528, 1_538);
    assertThat(tail(n, 0.8, a)).isLessThanOrEqualTo(new BigDecimal("1e-4"));
    assertThat(tail(n, 0.8, a + 1)).isGreaterThan(new BigDecimal("1e-4"));
    // n·t - 3.719 standard deviations of 72.4.
    assertThat(AgreementBound.minimumAgreement(32_767, 0.8, 1e-4)).isBetween(25_940, 25_950);
  }

  @Test
  void limits() {
    for (int slots : new int[] {1, 100, 32_767}) {
      for (double miss : new double[] {0, 1e-4, 0.5}) {
        assertThat(AgreementBound.minimumAgreement(slots, 0, miss)).isZero();
        assertThat(AgreementBound.minimumAgreement(slots, 1, miss)).isEqualTo(slots);
      }
      assertThat(AgreementBound.minimumAgreement(slots, 0.8, 0)).isZero();
      assertThat(AgreementBound.minimumAgreement(slots, Math.nextDown(1.0), 1e-4)).isEqualTo(slots);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.8, 1e-4",
    "100, -0.1, 1e-4",
    "100, 1.1, 1e-4",
    "100, NaN, 1e-4",
    "100, 0.8, -0.1",
    "100, 0.8, 1",
    "100, 0.8, NaN"
  })
  void refusesArgumentsOutOfRange(int slots, double threshold, double miss) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AgreementBound.minimumAgreement(slots, threshold, miss));
  }
}
