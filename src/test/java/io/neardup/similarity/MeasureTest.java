package io.neardup.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MeasureTest {

  @Test
  void containmentIsThatOfTheSmallerSet() {
    assertThat(Measure.CONTAINMENT.similarity(30, 40, 1000)).isEqualTo(0.75);
    assertThat(Measure.CONTAINMENT.similarity(30, 1000, 40)).isEqualTo(0.75);
    assertThat(Measure.JACCARD.similarity(30, 40, 90)).isEqualTo(0.3);
    assertThat(Measure.CONTAINMENT.similarity(0, 0, 5)).isZero();
    assertThat(Measure.JACCARD.similarity(0, 0, 0)).isZero();
    assertThat(Measure.named("containment")).isSameAs(Measure.CONTAINMENT);
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
}
