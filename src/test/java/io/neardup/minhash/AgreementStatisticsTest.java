package io.neardup.minhash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The share of slots in which two sets agree estimates their Jaccard similarity J without bias
 * (MMDS 3.3.3), for few elements as for many. Seeds are fixed; the bounds are those of the binomial
 * distribution of n·T independent slots, five standard errors: a right implementation with seeds
 * picked at random fails one of these assertions with a probability of about 6·10⁻⁷.
 */
class AgreementStatisticsTest {

  private static final int SLOTS = 100;
  private static final double STANDARD_ERRORS = 5;

  static List<Arguments> pairs() {
    List<Arguments> pairs = new ArrayList<>();
    for (String scheme : List.of("fast", "universal")) {
      String[] all =
          ("1/5 2/5 4/5 3/10 5/10 9/10 4/20 16/20 19/20 8/40 20/40 32/40 39/40 50/500 250/500"
                  + " 400/500 1600/2000")
              .split(" ", -1);
      for (String pair : all) {
        String[] parts = pair.split("/", -1);
        pairs.add(Arguments.of(scheme, Integer.valueOf(parts[0]), Integer.valueOf(parts[1])));
      }
    }
    return pairs;
  }

  /** Returns the agreement of so many random pairs of sets, each under functions of its own. */
  private static int[] agreements(String scheme, int common, int union, int trials) {
    int[] agreements = new int[trials];
    SetPairs pairs = new SetPairs(common, union);
    for (int trial = 0; trial < trials; trial++) {
      long[][] pair = pairs.next(scheme, SLOTS, trial);
      agreements[trial] = SignatureColumn.agreement(stored(pair[0]), stored(pair[1]), 0);
    }
    return agreements;
  }

  private static int[] stored(long[] slots) {
    return Arrays.stream(slots).mapToInt(SignatureScheme::stored).toArray();
  }

  /**
   * The agreement of {@code fast} varies no more than that of independent slots (Dahlgaard,
   * Knudsen, Thorup 2017). The sample variance of T numbers has a relative standard error of √(2/(T
   * − 1) + κ/T), κ the excess kurtosis of the binomial distribution: that much slack, five times.
   */
  @ParameterizedTest(name = "{0}, J = {1}/{2}")
  @MethodSource("pairs")
  void meanAgreementIsTheJaccardSimilarity(String scheme, int common, int union) {
    boolean fast = scheme.equals("fast");
    int trials = union <= 40 ? 4000 : fast ? 1500 : 300;
    double j = (double) common / union;

    int[] agreements = agreements(scheme, common, union, trials);

    double mean = mean(agreements);
    double binomial = SLOTS * j * (1 - j);
    assertThat(mean).isCloseTo(SLOTS * j, within(STANDARD_ERRORS * Math.sqrt(binomial / trials)));
    if (fast) {
      double squares = Arrays.stream(agreements).mapToDouble(a -> (a - mean) * (a - mean)).sum();
      double kurtosis = (1 - 6 * j * (1 - j)) / binomial;
      double slack = Math.sqrt(2.0 / (trials - 1) + kurtosis / trials);
      assertThat(squares / (trials - 1)).isLessThan(binomial * (1 + STANDARD_ERRORS * slack));
    }
  }

  private static double mean(int[] numbers) {
    return Arrays.stream(numbers).average().orElseThrow();
  }
}
