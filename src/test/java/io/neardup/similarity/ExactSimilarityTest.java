package io.neardup.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactSimilarityTest {

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
