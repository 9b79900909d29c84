package io.neardup.minhash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The share of slots in which two sets agree estimates their Jaccard similarity J without bias
 * (MMDS 3.3.3), for few elements as for many; and how often they share a bucket is 1 − (1 − J^r)^b
 * (MMDS 3.4.2), b = 20, r = 5. Seeds are fixed; the bounds are those of the binomial distribution.
 */
class SchemeStatisticsTest {

  private static final int SLOTS = 100;
  private static final BandingScheme BANDING = new BandingScheme(20, 5);

  /**
   * Of n·T independent slots: a right implementation with seeds picked at random fails one of the
   * assertions with a probability of about 6·10⁻⁷.
   */
  private static final double STANDARD_ERRORS = 5;

  private static final double MISS = 1e-6; // the probability that a share of pairs found misses
  private static final double FAST_MARGIN = 0.03;

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
    return Arrays.stream(slots).mapToInt(slot -> (int) slot).toArray();
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

  private static Stream<Arguments> pairsOf(int... unions) {
    return IntStream.of(unions)
        .boxed()
        .flatMap(
            union ->
                IntStream.rangeClosed(3, 9).mapToObj(t -> Arguments.of(union * t / 10, union)));
  }

  static Stream<Arguments> universalPairs() {
    return pairsOf(20, 50);
  }

  static Stream<Arguments> fastPairs() {
    return pairsOf(10, 20, 50, 400);
  }

  /** The number of pairs found lies between the bounds. */
  @ParameterizedTest(name = "s = {0}/{1}")
  @MethodSource("universalPairs")
  @Tag("long")
  void universalFollowsTheCurve(int common, int union) {
    double curve = BANDING.candidateProbability((double) common / union);
    checkFound("universal", common, union, 10_000, curve, curve);
  }

  /**
   * Slots of {@code fast} depend on each other: the promise is that s ≥ 0.7 is found no less often
   * than the curve says, s ≤ 0.4 no more often, and the share found is within {@value #FAST_MARGIN}
   * of the curve, all three up to those bounds.
   */
  @ParameterizedTest(name = "s = {0}/{1}")
  @MethodSource("fastPairs")
  void fastFollowsTheCurve(int common, int union) {
    double s = (double) common / union;
    double curve = BANDING.candidateProbability(s);
    double least = s >= 0.7 ? curve : Math.max(0, curve - FAST_MARGIN);
    double most = s <= 0.4 ? curve : Math.min(1, curve + FAST_MARGIN);
    checkFound("fast", common, union, 20_000, least, most);
  }

  /** Checks the number of pairs found, each of which is found with a probability in a range. */
  private static void checkFound(
      String scheme, int common, int union, int trials, double least, double most) {
    assertThat(found(scheme, common, union, trials))
        .isBetween(
            BinomialDistribution.of(trials, least).inverseCumulativeProbability(MISS / 2),
            BinomialDistribution.of(trials, most).inverseSurvivalProbability(MISS / 2));
  }

  /** Returns how many of so many random pairs of sets share a bucket of some band. */
  private static int found(String scheme, int common, int union, int trials) {
    int slots = BANDING.slots();
    BandHasher hasher = new BandHasher(BANDING);
    SetPairs pairs = new SetPairs(common, union);
    byte[] a = new byte[SignatureColumn.length(slots)];
    byte[] b = new byte[SignatureColumn.length(slots)];
    int found = 0;
    for (int trial = 0; trial < trials; trial++) {
      long[][] pair = pairs.next(scheme, slots, trial);
      SignatureColumn.encode(0, pair[0], 0, slots, a);
      SignatureColumn.encode(1, pair[1], 0, slots, b);
      if (shareABucket(hasher, a, b)) {
        found++;
      }
    }
    return found;
  }

  private static boolean shareABucket(BandHasher hasher, byte[] a, byte[] b) {
    for (int band = 0; band < BANDING.bands(); band++) {
      if (hasher.bandHash(a, SignatureColumn.SLOTS_OFFSET, band)
          == hasher.bandHash(b, SignatureColumn.SLOTS_OFFSET, band)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Pairs of sets of random elements whose Jaccard similarity is exactly k/m: of m elements k are
   * in both sets, and the others in one or the other.
   */
  private static final class SetPairs {

    private final SplittableRandom random;
    private final int common;
    private final long[] a;
    private final long[] b;

    SetPairs(int common, int union) {
      this.common = common;
      random = new SplittableRandom(1000L * union + common);
      int others = union - common;
      a = new long[common + (others + 1) / 2];
      b = new long[common + others / 2];
    }

    /** Draws the next pair, and returns the working values of both sets by a scheme. */
    long[][] next(String scheme, int slots, long seed) {
      for (int i = 0; i < a.length; i++) {
        a[i] = random.nextLong();
      }
      for (int i = 0; i < b.length; i++) {
        b[i] = i < common ? a[i] : random.nextLong();
      }
      ColumnSketcher sketcher = SignatureScheme.of(scheme, slots, seed).newColumnSketcher();
      sketcher.sketch(a, a.length);
      long[] ofA = sketcher.slots().clone();
      sketcher.sketch(b, b.length);
      return new long[][] {ofA, sketcher.slots()};
    }
  }
}
