package io.neardup.config;

import io.neardup.lsh.BandingScheme;
import io.neardup.lsh.BandingTuner;
import java.util.Locale;
import java.util.Optional;

/** Warns if bands and rows miss many pairs at the threshold, and names values that find them. */
public final class BandingAdvice {

  /**
   * The lowest recall at the threshold, a probability, that gives no warning: one pair in twenty is
   * missed. The defaults, 20 bands of 5 rows at 0.8, have a recall of 0.9996.
   */
  public static final double MIN_RECALL = 0.95;

  private BandingAdvice() {}

  /**
   * Returns a warning if fewer than {@link #MIN_RECALL} of the pairs exactly as similar as the
   * threshold become candidates. It ends with options that reach this recall. {@link
   * BandingTuner#forRecall} chooses them for {@link #MIN_RECALL} and signatures of the current
   * length, or longer ones if these cannot reach it.
   *
   * <p>Gives no warning without verification, of a search for containment, or at threshold 0, which
   * keeps every candidate.
   *
   * @return one line, without "warning: " before it; empty if the recall is high enough
   */
  public static Optional<String> warning(Settings settings) {
    BandingScheme scheme = settings.banding();
    double threshold = settings.get(Keys.THRESHOLD);
    double recall = scheme.candidateProbability(threshold);
    if (recall >= MIN_RECALL
        || threshold == 0
        || settings.isOfContainment() // which is not found by bands
        || settings.get(Keys.VERIFY_MODE).equals("none")) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s of %s find %s of the pairs of similarity %s, the threshold; %s",
            Quantity.of(scheme.bands(), "band"),
            Quantity.of(scheme.rows(), "row"),
            percent(recall),
            threshold,
            remedy(threshold, scheme.slots())));
  }

  private static String remedy(double threshold, int slots) {
    int allowed = slots;
    while (new BandingScheme(allowed, 1).candidateProbability(threshold) < MIN_RECALL) {
      if (allowed == BandingScheme.MAX_SLOTS) {
        return "no signature is long enough to find " + percent(MIN_RECALL);
      }
      allowed = Math.min(2 * allowed, BandingScheme.MAX_SLOTS);
    }
    BandingScheme better = BandingTuner.forRecall(threshold, MIN_RECALL, allowed);
    return "to find " + percent(MIN_RECALL) + ": " + options(better);
  }

  /** Returns the options that set bands and rows, {@code -Dneardup.banding.bands=… -D…}. */
  public static String options(BandingScheme scheme) {
    return "-D" + Keys.BANDS + "=" + scheme.bands() + " -D" + Keys.ROWS + "=" + scheme.rows();
  }

  /** Formats a share as a percentage, rounded down, so that no share below a limit looks equal. */
  private static String percent(double share) {
    long percent = (long) (share * 100 + 1e-9);
    return percent == 0 ? "less than 1 %" : percent + " %";
  }
}
