package io.neardup.similarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link Measure} and {@link Jaccard}. */
class MeasureTest {

  @Test
  void containmentIsThatOfTheSmallerSet() {
    assertThat(Measure.CONTAINMENT.similarity(30, 40, 1000)).isEqualTo(0.75);
    assertThat(Measure.CONTAINMENT.similarity(30, 1000, 40)).isEqualTo(0.75);
    assertThat(Measure.JACCARD.similarity(30, 40, 90)).isEqualTo(0.3);
    assertThat(Measure.CONTAINMENT.similarity(0, 0, 5)).isZero();
    assertThat(Measure.JACCARD.similarity(0, 0, 0)).isZero();
  }

  /** To compare by Jaccard with the bound is to compare by the measure, at every intersection. */
  @ParameterizedTest
  @EnumSource(Measure.class)
  void theJaccardBoundIsExact(Measure measure) {
    Random random = new Random(5);
    for (int n = 0; n < 200_000; n++) {
      int a = 1 + random.nextInt(1 << random.nextInt(26));
      int b = 1 + random.nextInt(1 << random.nextInt(26));
      int smaller = Math.min(a, b);
      double t =
          switch (random.nextInt(3)) {
            case 0 -> random.nextInt(101) / 100.0;
            case 1 -> (double) random.nextInt(smaller + 1) / smaller;
            default -> random.nextDouble();
          };
      double bound = measure.jaccard(t, a, b);
      int near = (int) Math.round(t * smaller);
      for (int i = Math.max(0, near - 2); i <= Math.min(smaller, near + 2); i++) {
        assertThat(Measure.JACCARD.similarity(i, a, b) >= bound)
            .as("%d of %d and %d, at least %s", i, a, b, t)
            .isEqualTo(measure.similarity(i, a, b) >= t);
      }
    }
  }

  private static int compare(int a, int b, int c, int d) {
    return BigInteger.valueOf(a)
        .multiply(BigInteger.valueOf(d))
        .compareTo(BigInteger.valueOf(c).multiply(BigInteger.valueOf(b)));
  }

  @Test
  void numbersAreOrderedAsTheQuotientsAre() {
    Random random = new Random(7);
    for (int i = 0; i < 200_000; i++) {
      int most = 1 + random.nextInt(i % 2 == 0 ? 20 : Integer.MAX_VALUE);
      int b = 1 + random.nextInt(most);
      int d = i % 3 == 0 ? Math.max(1, b - 1) : 1 + random.nextInt(most);
      int a = random.nextInt(b) + 1;
      int c = Math.min(d, i % 3 == 0 ? Math.max(0, a - 1) : random.nextInt(d) + 1);
      assertThat(Long.compare(Measure.exact(a, b), Measure.exact(c, d)))
          .as("%d/%d and %d/%d", a, b, c, d)
          .isEqualTo(compare(a, b, c, d));
    }
  }

  @Test
  void theClosestQuotientsHaveDifferentNumbers() {
    int most = Integer.MAX_VALUE;
    assertThat(Measure.exact(most - 2, most - 1)).isLessThan(Measure.exact(most - 1, most));
    assertThat(Measure.exact(most, most)).isEqualTo(Measure.EXACT_ONE);
    assertThat(Measure.exact(0, most)).isZero();
  }

  private static final long[] EMPTY = {};

  private final SetComparison comparison = new SetComparison();

  private double similarity(long[] a, long[] b) {
    assertThat(comparison.reaches(Sets.of(a, a.length), b, b.length, 0)).isTrue();
    return Jaccard.similarity(comparison.intersection(), comparison.union());
  }

  @Test
  void examples() {
    // Bit vectors 10111 and 10011, as sets of positions.
    assertThat(similarity(new long[] {0, 2, 3, 4}, new long[] {0, 3, 4})).isEqualTo(3.0 / 4);
    assertThat(comparison.intersection()).isEqualTo(3);
    assertThat(comparison.union()).isEqualTo(4);
    assertThat(similarity(new long[] {'A', 'B', 'F', 'G'}, new long[] {'A', 'E', 'F', 'G'}))
        .isEqualTo(3.0 / 5);
    assertThat(similarity(new long[] {1, 2, 3, 4, 5}, new long[] {3, 4, 5, 6, 7, 8}))
        .isEqualTo(3.0 / 8);
  }

  @Test
  void emptySetsAreSimilarToNothing() {
    long[] one = {1};
    assertThat(similarity(EMPTY, EMPTY)).isEqualTo(0.0);
    assertThat(similarity(EMPTY, one)).isEqualTo(0.0);
    assertThat(similarity(one, EMPTY)).isEqualTo(0.0);
    assertThat(similarity(one, one)).isEqualTo(1.0);
    assertThat(comparison.reaches(Sets.of(EMPTY, 0), EMPTY, 0, Double.MIN_VALUE)).isFalse();
    assertThat(Jaccard.neededIntersection(0, 0, 0.8)).isPositive();
  }

  /** Every pair of sizes up to 60 and thresholds on, just above and just below each quotient. */
  @Test
  void neededIntersectionByBruteForce() {
    for (int aSize = 0; aSize <= 60; aSize++) {
      for (int bSize = 0; bSize <= 60; bSize++) {
        for (int i = 0; i <= Math.min(aSize, bSize); i += 3) {
          int union = Math.max(1, aSize + bSize - i);
          double quotient = (double) i / union;
          assertNeeded(aSize, bSize, quotient);
          assertNeeded(aSize, bSize, Math.max(0, Math.nextDown(quotient)));
          assertNeeded(aSize, bSize, Math.min(1, Math.nextUp(quotient)));
        }
        assertNeeded(aSize, bSize, 0.8);
        assertNeeded(aSize, bSize, Double.MIN_VALUE);
        assertNeeded(aSize, bSize, 1);
      }
    }
  }

  private static void assertNeeded(int aSize, int bSize, double t) {
    int possible = Math.min(aSize, bSize);
    int expected = 0;
    while (expected <= possible && !reaches(expected, aSize, bSize, t)) {
      expected++;
    }
    int needed = Jaccard.neededIntersection(aSize, bSize, t);
    String which = "sizes %d and %d, t = %s".formatted(aSize, bSize, t);
    if (expected <= possible) {
      assertThat(needed).as(which).isEqualTo(expected);
    } else {
      assertThat(needed).as(which).isGreaterThan(possible);
    }
  }

  private static boolean reaches(int i, int aSize, int bSize, double t) {
    int union = aSize + bSize - i;
    return (union == 0 ? 0 : (double) i / union) >= t;
  }

  @Test
  void neededIntersectionOfHugeSets() {
    int n = Integer.MAX_VALUE;
    assertThat(Jaccard.neededIntersection(n, n, 1)).isEqualTo(n);
    assertThat(Jaccard.neededIntersection(n, n, 0)).isZero();
    assertThat(Jaccard.neededIntersection(n, n, 0.5)).isEqualTo(1_431_655_765);
    for (double t : new double[] {1e-9, 0.1, 1.0 / 3, 0.7, 0.8, 0.95, 1 - 1e-9}) {
      int needed = Jaccard.neededIntersection(n, n - 1, t);
      assertThat((double) needed / (2L * n - 1 - needed)).isGreaterThanOrEqualTo(t);
      assertThat((needed - 1.0) / (2L * n - needed)).isLessThan(t);
    }
  }

  @Test
  void refusesThresholdsAndSizesOutOfRange() {
    for (double t : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatIllegalArgumentException().isThrownBy(() -> Jaccard.neededIntersection(1, 1, t));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> Jaccard.neededIntersection(-1, 1, 0.5));
    assertThatIllegalArgumentException().isThrownBy(() -> Jaccard.neededIntersection(1, -1, 0.5));
  }
}
