package io.neardup.minhash;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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

  private static List<Arguments> pairs(int... unions) {
    List<Arguments> pairs = new ArrayList<>();
    for (int union : unions) {
      for (int tenths = 3; tenths <= 9; tenths++) {
        pairs.add(Arguments.of(union * tenths / 10, union));
      }
    }
    return pairs;
  }

  static List<Arguments> universalPairs() {
    return pairs(20, 50);
  }

  static List<Arguments> fastPairs() {
    return pairs(10, 20, 50, 400);
  }

  @ParameterizedTest(name = "s = {0}/{1}")
  @MethodSource("universalPairs")
  @Tag("long")
  void universalFollowsTheCurve(int common, int union) {
    int trials = 10_000;
    double curve = BANDING.candidateProbability((double) common / union);

    long found = found("universal", common, union, trials);

    BinomialBounds bounds = BinomialBounds.of(trials, curve, MISS);
    assertThat(found).isBetween(bounds.least(), bounds.most());
  }

  @ParameterizedTest(name = "s = {0}/{1}")
  @MethodSource("fastPairs")
  void fastFollowsTheCurve(int common, int union) {
    int trials = 20_000;
    double s = (double) common / union;
    double curve = BANDING.candidateProbability(s);

    long found = found("fast", common, union, trials);

    long least =
        BinomialBounds.of(trials, s >= 0.7 ? curve : Math.max(0, curve - FAST_MARGIN), MISS)
            .least();
    long most =
        BinomialBounds.of(trials, s <= 0.4 ? curve : Math.min(1, curve + FAST_MARGIN), MISS).most();
    assertThat(found).as("curve %.4f", curve).isBetween(least, most);
  }

  /** Returns how many of so many random pairs of sets share a bucket of some band. */
  private static long found(String scheme, int common, int union, int trials) {
    int slots = BANDING.slots();
    BandHasher hasher = new BandHasher(BANDING);
    SetPairs pairs = new SetPairs(common, union, 1000L * union + common);
    byte[] a = new byte[SignatureColumn.length(slots)];
    byte[] b = new byte[SignatureColumn.length(slots)];
    long found = 0;
    for (int trial = 0; trial < trials; trial++) {
      pairs.next();
      ColumnSketcher sketcher =
          (scheme.equals("fast")
                  ? new FastSimilaritySketch(slots, trial)
                  : UniversalMinHash.of(slots, trial))
              .newColumnSketcher();
      sketcher.sketch(pairs.a(), pairs.a().length);
      SignatureColumn.encode(0, sketcher.slots(), 0, slots, a);
      sketcher.sketch(pairs.b(), pairs.b().length);
      SignatureColumn.encode(1, sketcher.slots(), 0, slots, b);
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

  /** The bounds themselves: of Bin(10, ½), P[X < 1] = 1/1024 and P[X < 2] = 11/1024. */
  @Test
  void boundsOfTheBinomial() {
    assertThat(BinomialBounds.of(10, 0.5, 2.1 / 1024)).isEqualTo(new BinomialBounds(1, 9));
    assertThat(BinomialBounds.of(10, 0.5, 22.1 / 1024)).isEqualTo(new BinomialBounds(2, 8));
    assertThat(BinomialBounds.of(10, 0.5, 1e-9)).isEqualTo(new BinomialBounds(0, 10));
    assertThat(BinomialBounds.of(10, 0, 0.01)).isEqualTo(new BinomialBounds(0, 0));
    assertThat(BinomialBounds.of(10, 1, 0.01)).isEqualTo(new BinomialBounds(10, 10));
  }
}
