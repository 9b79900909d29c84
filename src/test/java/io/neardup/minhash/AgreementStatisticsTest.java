package io.neardup.minhash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
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
    int[][] commonOfUnion = {
      {1, 5},
      {2, 5},
      {4, 5},
      {3, 10},
      {5, 10},
      {9, 10},
      {4, 20},
      {16, 20},
      {19, 20},
      {8, 40},
      {20, 40},
      {32, 40},
      {39, 40},
      {50, 500},
      {250, 500},
      {400, 500},
      {1600, 2000}
    };
    for (String scheme : List.of("fast", "universal")) {
      for (int[] pair : commonOfUnion) {
        pairs.add(Arguments.of(scheme, pair[0], pair[1]));
      }
    }
    return pairs;
  }

  private static LongFunction<SignatureScheme> scheme(String name) {
    return name.equals("fast")
        ? seed -> new FastSimilaritySketch(SLOTS, seed)
        : seed -> UniversalMinHash.of(SLOTS, seed);
  }

  /** Returns the agreement of so many random pairs of sets, each under functions of its own. */
  private static int[] agreements(String scheme, int common, int union, int trials) {
    int[] agreements = new int[trials];
    SetPairs pairs = new SetPairs(common, union, 1000L * union + common);
    for (int trial = 0; trial < trials; trial++) {
      pairs.next();
      ColumnSketcher sketcher = scheme(scheme).apply(trial).newColumnSketcher();
      sketcher.sketch(pairs.a(), pairs.a().length);
      int[] a = stored(sketcher);
      sketcher.sketch(pairs.b(), pairs.b().length);
      agreements[trial] = SignatureColumn.agreement(a, stored(sketcher), 0);
    }
    return agreements;
  }

  private static int[] stored(ColumnSketcher sketcher) {
    return Arrays.stream(sketcher.slots()).mapToInt(SignatureScheme::stored).toArray();
  }

  @ParameterizedTest(name = "{0}, J = {1}/{2}")
  @MethodSource("pairs")
  void meanAgreementIsTheJaccardSimilarity(String scheme, int common, int union) {
    int trials = union <= 40 ? 4000 : scheme.equals("fast") ? 1500 : 300;
    double j = (double) common / union;

    double mean = mean(agreements(scheme, common, union, trials)) / SLOTS;

    double standardError = Math.sqrt(j * (1 - j) / ((double) trials * SLOTS));
    assertThat(mean)
        .isBetween(j - STANDARD_ERRORS * standardError, j + STANDARD_ERRORS * standardError);
  }

  static List<Arguments> fastPairs() {
    return pairs().stream().filter(pair -> pair.get()[0].equals("fast")).toList();
  }

  /**
   * The agreement of {@code fast} varies no more than that of independent slots (Dahlgaard,
   * Knudsen, Thorup 2017). The sample variance of T numbers has a relative standard error of √(2/(T
   * − 1) + κ/T), κ the excess kurtosis of the binomial distribution: that much slack, five times.
   */
  @ParameterizedTest(name = "J = {1}/{2}")
  @MethodSource("fastPairs")
  void varianceOfFastIsAtMostTheBinomials(String scheme, int common, int union) {
    int trials = union <= 40 ? 4000 : 1500;
    double j = (double) common / union;
    int[] agreements = agreements(scheme, common, union, trials);
    double mean = mean(agreements);
    double squares = 0;
    for (int agreement : agreements) {
      squares += (agreement - mean) * (agreement - mean);
    }
    double variance = squares / (trials - 1);

    double binomial = SLOTS * j * (1 - j);
    double kurtosis = (1 - 6 * j * (1 - j)) / binomial;
    double slack = Math.sqrt(2.0 / (trials - 1) + kurtosis / trials);
    assertThat(variance).isLessThan(binomial * (1 + STANDARD_ERRORS * slack));
  }

  private static double mean(int[] numbers) {
    long sum = 0;
    for (int number : numbers) {
      sum += number;
    }
    return (double) sum / numbers.length;
  }
}
