package io.neardup.hadoop.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimateTest {

  private static final int DOCUMENTS = 16_384;
  private static final int STRETCH = 32;
  private static final int SAMPLES = 400;

  /** Pairs of documents, of families of two to nine. */
  private static List<int[]> families(Random random, int count, int spread) {
    List<int[]> pairs = new ArrayList<>();
    for (int family = 0; family < count; family++) {
      int first = random.nextInt(DOCUMENTS - spread);
      int[] members = random.ints(2 + random.nextInt(8), first, first + spread).toArray();
      for (int a = 0; a < members.length; a++) {
        for (int b = 0; b < a; b++) {
          pairs.add(new int[] {members[a], members[b]});
        }
      }
    }
    return pairs;
  }

  private static Interval estimate(List<int[]> pairs, double share, Random random) {
    int stretches = DOCUMENTS / STRETCH;
    boolean[] taken = new boolean[stretches];
    int sampled = 0;
    for (int s = 0; s < stretches; s++) {
      taken[s] = random.nextDouble() < share;
      sampled += taken[s] ? 1 : 0;
    }
    double ofCorpus = (double) sampled / stretches;
    PairEstimate estimate = new PairEstimate();
    for (int[] pair : pairs) {
      int one = pair[0] / STRETCH;
      int other = pair[1] / STRETCH;
      if (taken[one] && taken[other]) {
        estimate.add(one, other, 1 / (one == other ? ofCorpus : ofCorpus * ofCorpus));
      }
    }
    double missed = 1 - ofCorpus * ofCorpus;
    return new Estimate(
            estimate.total(),
            missed * estimate.pairVariance(),
            missed * estimate.stretchVariance(sampled),
            Math.sqrt(missed) / (ofCorpus * ofCorpus))
        .interval();
  }

  /**
   * The interval of 95 % holds the number in 92 samples of a hundred or more (four deviations of
   * the binomial below 95 % are 90.6), however the families lie, and few of them or many.
   */
  @ParameterizedTest
  @CsvSource({
    "3, 16, 0.1",
    "30, 16, 0.1",
    "300, 16, 0.1",
    "3, 16000, 0.1",
    "30, 16000, 0.1",
    "300, 16000, 0.1",
    "300, 16000, 0.03",
    "300, 200, 0.1",
    "300, 16000, 0.5",
    "3000, 16000, 0.25"
  })
  void theIntervalHoldsTheNumber(int families, int spread, double share) {
    int held = 0;
    for (int seed = 0; seed < SAMPLES; seed++) {
      Random random = new Random(seed);
      List<int[]> pairs = families(random, families, spread);
      Interval interval = estimate(pairs, share, random);
      held += interval.low() <= pairs.size() && pairs.size() <= interval.high() ? 1 : 0;
    }

    assertThat(held).isGreaterThan((int) (0.906 * SAMPLES));
  }

  /** A figure would be useless if its interval were always wide. */
  @Test
  void manyFamiliesAreKnownWell() {
    Random random = new Random(1);
    List<int[]> pairs = families(random, 3_000, 16_000);

    Interval interval = estimate(pairs, 0.25, random);

    assertThat(interval.isWider(1.2)).isFalse();
  }

  @Test
  void thePairsOfAFamilyAreOneObservation() {
    Families families = new Families();
    families.add(1, 2, 10);
    families.add(2, 3, 10);
    families.add(7, 8, 10);
    families.add(1, 3, 10);

    assertThat(families.variance()).isEqualTo(30 * 30 + 10 * 10);
  }

  /** Of one pair across stretches a Poisson count; of two of the same stretches, one count of 2. */
  @Test
  void theVarianceOfFewPairs() {
    PairEstimate one = new PairEstimate();
    one.add(1, 2, 100);
    assertThat(one.pairVariance() + one.stretchVariance(1_000)).isCloseTo(100 * 100, within(100.0));

    PairEstimate two = new PairEstimate();
    two.add(1, 2, 100);
    two.add(1, 2, 100);
    assertThat(two.pairVariance() + two.stretchVariance(1_000))
        .isBetween(200.0 * 200, 1.6 * 200 * 200);
  }

  @Test
  void aLargerSampleNarrowsTheInterval() {
    Estimate fewPairs = new Estimate(5, 5, 0, 1);
    Estimate unequalGroups = new Estimate(5, 0, 5, 1);

    assertThat(fewPairs.ofLargerSample(2).high()).isLessThan(fewPairs.interval().high());
    assertThat(fewPairs.ofLargerSample(3).isWider(2)).isFalse();
    assertThat(unequalGroups.ofLargerSample(3).isWider(2)).isTrue();
    assertThat(unequalGroups.ofLargerSample(9).isWider(2)).isFalse();
  }
}
