package io.neardup.minhash;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often two sets of Jaccard similarity s share a bucket, against 1 − (1 − s^r)^b (MMDS 3.4.2),
 * b = 20, r = 5. Seeds are fixed. The bounds are those of the binomial distribution, missed with
 * probability 10⁻⁶: for {@code universal} the number of pairs found lies between them; for {@code
 * fast}, whose slots depend on each other, the promise is that s ≥ 0.7 is found no less often than
 * the curve says, s ≤ 0.4 no more often, and the share found is within 0.03 of the curve, all three
 * up to those bounds.
 */
class CandidateRecallTest {

  private static final BandingScheme BANDING = new BandingScheme(20, 5);
  private static final double MISS = 1e-6;
  private static final double FAST_MARGIN = 0.03;

  private static Stream<Arguments> pairs(int... unions) {
    return IntStream.of(unions)
        .boxed()
        .flatMap(
            union ->
                IntStream.rangeClosed(3, 9).mapToObj(t -> Arguments.of(union * t / 10, union)));
  }

  static Stream<Arguments> universalPairs() {
    return pairs(20, 50);
  }

  static Stream<Arguments> fastPairs() {
    return pairs(10, 20, 50, 400);
  }

  @ParameterizedTest(name = "s = {0}/{1}")
  @MethodSource("universalPairs")
  @Tag("long")
  void universalFollowsTheCurve(int common, int union) {
    double curve = BANDING.candidateProbability((double) common / union);
    checkFound("universal", common, union, 10_000, curve, curve);
  }

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
}
