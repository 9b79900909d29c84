package io.neardup.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JaccardTest {

  private static final long[] EMPTY = {};

  private final SetComparison comparison = new SetComparison();

  private double similarity(long[] a, long[] b) {
    assertThat(comparison.reaches(IndexedSet.of(a, a.length), b, b.length, 0)).isTrue();
    return Jaccard.similarity(comparison.intersection(), comparison.union());
  }

  /** Bit vectors 10111 and 10011, as sets of positions. */
  @Test
  void bitVectors() {
    assertThat(similarity(new long[] {0, 2, 3, 4}, new long[] {0, 3, 4})).isEqualTo(3.0 / 4);
    assertThat(comparison.intersection()).isEqualTo(3);
    assertThat(comparison.union()).isEqualTo(4);
    assertThat(Jaccard.distance(3, 4)).isEqualTo(1.0 / 4);
  }

  @Test
  void letters() {
    assertThat(similarity(new long[] {'A', 'B', 'F', 'G'}, new long[] {'A', 'E', 'F', 'G'}))
        .isEqualTo(3.0 / 5);
  }

  @Test
  void threeOfEightInCommon() {
    assertThat(similarity(new long[] {1, 2, 3, 4, 5}, new long[] {3, 4, 5, 6, 7, 8}))
        .isEqualTo(3.0 / 8);
    assertThat(Jaccard.distance(3, 8)).isEqualTo(5.0 / 8);
  }

  @Test
  void emptySetsAreSimilarToNothing() {
    long[] one = {1};
    assertThat(similarity(EMPTY, EMPTY)).isEqualTo(0.0);
    assertThat(Jaccard.distance(0, 0)).isEqualTo(1.0);
    assertThat(similarity(EMPTY, one)).isEqualTo(0.0);
    assertThat(similarity(one, EMPTY)).isEqualTo(0.0);
    assertThat(similarity(one, one)).isEqualTo(1.0);
    assertThat(Jaccard.reaches(0, 0, 0)).isTrue();
    assertThat(Jaccard.reaches(0, 0, Double.MIN_VALUE)).isFalse();
  }

  /** A threshold that is a quotient is reached by it, and by nothing less. */
  @Test
  void aThresholdIsReachedByTheQuotientThatItIs() {
    for (int union = 1; union <= 60; union++) {
      for (int intersection = 1; intersection <= union; intersection++) {
        double t = (double) intersection / union;
        assertThat(Jaccard.reaches(intersection, union, t)).isTrue();
        assertThat(Jaccard.reaches(intersection - 1, union, t)).isFalse();
        assertThat(Jaccard.reaches(intersection, union, Math.nextUp(t))).isFalse();
      }
    }
  }
}
