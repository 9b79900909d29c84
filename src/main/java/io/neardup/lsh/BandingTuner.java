package io.neardup.lsh;

import java.util.Locale;

/**
 * Chooses a banding scheme for a similarity threshold (MMDS 3.4.2, 3.4.3 step 4).
 *
 * <p>Both ways hold on to the recall at the threshold, the probability that a pair exactly as
 * similar as the threshold becomes a candidate; every pair above it has a higher one. Minimizing
 * the sum of {@linkplain BandingScheme#falsePositiveArea false-positive} and {@linkplain
 * BandingScheme#falseNegativeArea false-negative area}, as is often done, does not: it weighs all
 * similarities alike, and for t = 0.8 and 128 slots picks 9 bands of 13 rows, which find only 40 %
 * of the pairs at 0.8. A false candidate costs one comparison and is then dropped by verification;
 * a missed pair is lost.
 *
 * <p>Deterministic: equal arguments give the same scheme on every machine.
 */
public final class BandingTuner {

  /** What to spend a given number of slots on: the recall wanted at the threshold. */
  public enum Preference {
    /** Recall of at least 0.999 at the threshold: the default. */
    FEWER_MISSES(0.999),
    /** Recall of at least 0.80 at the threshold, for a steeper curve. */
    FEWER_FALSE_CANDIDATES(0.80),
    /** Recall of at least 0.95 at the threshold. */
    BALANCED(0.95);

    private final double wantedRecall;

    Preference(double wantedRecall) {
      this.wantedRecall = wantedRecall;
    }

    /**
     * Returns the recall at the threshold that this preference asks for.
     *
     * @return a probability, above 0, below 1
     */
    public double wantedRecall() {
      return wantedRecall;
    }
  }

  private BandingTuner() {}

  /**
   * Returns the scheme with the fewest false candidates among all that reach the recall: {@code
   * candidateProbability(threshold) >= recall}, {@code slots() <= maxSlots}, the smallest {@link
   * BandingScheme#falsePositiveArea} at the threshold, and of equals the one with the fewest slots.
   *
   * @param threshold the similarity t from which pairs are wanted, above 0, at most 1
   * @param recall the probability with which a pair of similarity t must be found, above 0, below 1
   * @param maxSlots the longest signature allowed, in slots, 1 to {@value BandingScheme#MAX_SLOTS}
   * @return the scheme
   * @throws IllegalArgumentException if an argument is out of range, or if no scheme of that many
   *     slots reaches the recall; the message then says what is attainable
   */
  public static BandingScheme forRecall(double threshold, double recall, int maxSlots) {
    checkThreshold(threshold);
    checkSlots(maxSlots);
    if (!(recall > 0 && recall < 1)) {
      throw new IllegalArgumentException("recall must be above 0 and below 1: " + recall);
    }
    BandingScheme best = null;
    double bestArea = Double.POSITIVE_INFINITY;
    // Recall falls with r even if all slots are used, so the first r that fails ends the search.
    for (int rows = 1; rows <= maxSlots; rows++) {
      int bands = fewestBands(threshold, recall, maxSlots / rows, rows);
      if (bands == 0) {
        break;
      }
      // More bands than the fewest only add false candidates.
      BandingScheme scheme = new BandingScheme(bands, rows);
      double area = scheme.falsePositiveArea(threshold);
      if (best == null || area < bestArea || (area == bestArea && scheme.slots() < best.slots())) {
        best = scheme;
        bestArea = area;
      }
    }
    if (best == null) {
      throw new IllegalArgumentException(unattainable(threshold, recall, maxSlots));
    }
    return best;
  }

  /**
   * Returns the steepest scheme for a signature of a given length that has the recall wanted at the
   * threshold.
   *
   * <p>The rule: of the schemes with b = &lfloor;slots / r&rfloor; bands, the one with the largest
   * r whose recall at the threshold is at least {@link Preference#wantedRecall()}. Of those schemes
   * it has the fewest false candidates at every similarity, because the curve falls everywhere as r
   * grows; no scheme with more rows, of any number of bands, reaches the recall within the slots.
   * All bands that fit are used, although fewer may do: the slots are paid for when the signature
   * is computed, and what is left after the steepness is spent on recall, which is why the recall
   * often lies above the one wanted. ({@link #forRecall} instead saves the slots that are not
   * needed.) Fewer than r slots stay unused.
   *
   * <p>If no scheme reaches the wanted recall, the result is the one with the highest, r = 1 and
   * all slots as bands; compare its {@link BandingScheme#candidateProbability} with the recall
   * wanted. At threshold 1 every recall is 1 and the result is one band of all slots.
   *
   * @param threshold the similarity t from which pairs are wanted, above 0, at most 1
   * @param slots the length of the signature, 1 to {@value BandingScheme#MAX_SLOTS}; the scheme
   *     uses at most so many
   * @param preference which recall is wanted
   * @return the scheme
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static BandingScheme forSlots(double threshold, int slots, Preference preference) {
    checkThreshold(threshold);
    checkSlots(slots);
    BandingScheme best = new BandingScheme(slots, 1);
    for (int rows = 2; rows <= slots; rows++) {
      BandingScheme scheme = new BandingScheme(slots / rows, rows);
      if (scheme.candidateProbability(threshold) < preference.wantedRecall()) {
        break;
      }
      best = scheme;
    }
    return best;
  }

  /** The fewest bands that reach the recall, or 0 if {@code maxBands} do not. */
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
