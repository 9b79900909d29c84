package io.neardup.lsh;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Chooses a banding scheme for a similarity threshold (MMDS 3.4.2, 3.4.3 step 4).
 *
 * <p>Both methods guarantee the recall at the threshold: the probability that a pair exactly as
 * similar as the threshold becomes a candidate. Pairs above the threshold have a higher one. A
 * common alternative minimizes the sum of {@linkplain BandingScheme#falsePositiveArea
 * false-positive} and {@linkplain BandingScheme#falseNegativeArea false-negative area}. It does not
 * guarantee recall, because it weighs all similarities alike: for t = 0.8 and 128 slots it picks 9
 * bands of 13 rows, which find only 40 % of the pairs at 0.8. A false candidate costs one
 * comparison, and verification then drops it; a missed pair is lost.
 *
 * <p>Thresholds t are above 0 and at most 1, recalls above 0 and below 1, signatures of 1 to
 * {@value BandingScheme#MAX_SLOTS} slots; other arguments are refused with an
 * IllegalArgumentException. Deterministic: equal arguments give the same scheme on every machine.
 */
public final class BandingTuner {

  private BandingTuner() {}

  /**
   * Returns the scheme with the fewest false candidates among all that reach the recall. Of the
   * schemes with {@code candidateProbability(threshold) >= recall} and {@code slots() <= maxSlots},
   * it has the smallest {@link BandingScheme#falsePositiveArea} at the threshold; ties go to the
   * fewest slots.
   *
   * @throws IllegalArgumentException if no such scheme reaches the recall; the message gives the
   *     attainable recall
   */
  public static BandingScheme forRecall(double threshold, double recall, int maxSlots) {
    BandingScheme best = null;
    double bestArea = Double.POSITIVE_INFINITY;
    for (BandingScheme scheme : ofFewestBands(threshold, recall, maxSlots)) {
      double area = scheme.falsePositiveArea(threshold);
      if (best == null || area < bestArea || (area == bestArea && scheme.slots() < best.slots())) {
        best = scheme;
        bestArea = area;
      }
    }
    return best;
  }

  /**
   * Returns schemes that reach the recall, each with the fewest bands that do for its number of
   * rows: the one of the most rows, which has the fewest false candidates and the longest
   * signature, and shorter ones, each of at most three quarters of the slots of the next. By
   * ascending rows, at least one and at most {@code most}; otherwise as {@link #forRecall}.
   */
  public static List<BandingScheme> choices(
      double threshold, double recall, int maxSlots, int most) {
    List<BandingScheme> choices = new ArrayList<>();
    List<BandingScheme> schemes = ofFewestBands(threshold, recall, maxSlots);
    for (int i = schemes.size() - 1; i >= 0 && choices.size() < most; i--) {
      BandingScheme scheme = schemes.get(i);
      if (choices.isEmpty() || scheme.slots() <= 0.75 * choices.get(choices.size() - 1).slots()) {
        choices.add(scheme);
      }
    }
    Collections.reverse(choices);
    return choices;
  }

  /**
   * Returns, for each number of rows that reaches the recall, the scheme of the fewest bands that
   * do: more bands than needed only add false candidates. By ascending rows, at least one.
   */
  private static List<BandingScheme> ofFewestBands(double threshold, double recall, int maxSlots) {
    checkThreshold(threshold);
    checkSlots(maxSlots);
    if (!(recall > 0 && recall < 1)) {
      throw new IllegalArgumentException("recall must be above 0 and below 1: " + recall);
    }
    List<BandingScheme> schemes = new ArrayList<>();
    // Recall falls with r even if all slots are used, so the first r that fails ends the search.
    for (int rows = 1; rows <= maxSlots; rows++) {
      int bands = fewestBands(threshold, recall, maxSlots / rows, rows);
      if (bands == 0) {
        break;
      }
      schemes.add(new BandingScheme(bands, rows));
    }
    if (schemes.isEmpty()) {
      throw new IllegalArgumentException(unattainable(threshold, recall, maxSlots));
    }
    return schemes;
  }

  /** Returns the fewest bands that reach the recall, or 0 if {@code maxBands} do not reach it. */
  private static int fewestBands(double threshold, double recall, int maxBands, int rows) {
    int low = 1;
    int high = maxBands + 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (new BandingScheme(middle, rows).candidateProbability(threshold) >= recall) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low > maxBands ? 0 : low;
  }

  private static String unattainable(double threshold, double recall, int maxSlots) {
    double attainable = new BandingScheme(maxSlots, 1).candidateProbability(threshold);
    int needed = fewestBands(threshold, recall, BandingScheme.MAX_SLOTS, 1);
    String remedy =
        needed == 0 ? "no signature is long enough" : "at least " + needed + " slots are needed";
    return String.format(
        Locale.ROOT,
        "no scheme of at most %d slots finds pairs of similarity %s with probability %s:"
            + " at most %.6f is attainable (%d bands x 1 row); %s",
        maxSlots,
        threshold,
        recall,
        attainable,
        maxSlots,
        remedy);
  }

  private static void checkThreshold(double threshold) {
    if (!(threshold > 0 && threshold <= 1)) {
      throw new IllegalArgumentException("threshold must be above 0 and at most 1: " + threshold);
    }
  }

  private static void checkSlots(int slots) {
    if (slots < 1 || slots > BandingScheme.MAX_SLOTS) {
      throw new IllegalArgumentException(
          "slots must be in 1 to " + BandingScheme.MAX_SLOTS + ": " + slots);
    }
  }
}
