package io.neardup.lsh;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Locale;

/**
 * The S-curve of a banding scheme as text: tables and a plot (MMDS Figures 3.7 and 3.8).
 *
 * <p>All text is ASCII and independent of the locale. Each line ends with {@code \n}, including the
 * last. Immutable.
 *
 * @param scheme whose curve it is
 */
public record SCurve(BandingScheme scheme) {

  private static final int WIDTH = 61; // of the plot, between the axis and the right end
  private static final int HEIGHT = 21; // lines from probability 0 to 1
  private static final double[] RECALLS = {0.95, 0.99, 0.999};

  /**
   * Returns a table with a line for each tenth between 0 and 1, both excluded: the similarity s,
   * the {@linkplain BandingScheme#candidateProbability probability} that such a pair becomes a
   * candidate, and its {@linkplain BandingScheme#smallSimilarityApproximation approximation} for
   * small s, both with 6 decimals.
   */
  public String table() {
    StringBuilder text = new StringBuilder("similarity  candidate  1-exp(-b*s^r)\n");
    for (int tenth = 1; tenth < 10; tenth++) {
      double similarity = tenth / 10.0;
      line(
          text,
          "%10s  %9.6f  %13.6f",
          similarity,
          scheme.candidateProbability(similarity),
          scheme.smallSimilarityApproximation(similarity));
    }
    return text.toString();
  }

  /**
   * Returns where the curve rises, with 6 decimals: the similarity at which it is exactly one half,
   * the estimate (1/b)<sup>1/r</sup> (MMDS Exercise 3.4.2), and the similarities at which a pair
   * becomes a candidate with probability 0.95, 0.99 and 0.999.
   */
  public String thresholds() {
    StringBuilder text = new StringBuilder();
    line(text, "%-34s  %.6f", "probability 1/2 at similarity", scheme.halfPoint());
    line(text, "%-34s  %.6f", "estimate (1/b)^(1/r)", scheme.estimatedThreshold());
    for (double recall : RECALLS) {
      line(
          text,
          "%-34s  %.6f",
          "recall " + recall + " from similarity",
          scheme.similarityAt(recall));
    }
    return text.toString();
  }

  /**
   * Returns what the scheme means for a threshold, with 6 decimals: the recall at the threshold,
   * the area of {@linkplain BandingScheme#falsePositiveArea false candidates} below it, and the
   * area of {@linkplain BandingScheme#falseNegativeArea missed pairs} above it.
   */
  public String areas(double t) {
    BandingScheme.checkUnit("threshold", t);
    StringBuilder text = new StringBuilder();
    line(text, "%-34s  %.6f", "recall at " + t, scheme.candidateProbability(t));
    line(text, "%-34s  %.6f", "false-candidate area below " + t, scheme.falsePositiveArea(t));
    line(text, "%-34s  %.6f", "missed-pair area above " + t, scheme.falseNegativeArea(t));
    return text.toString();
  }

  /**
   * Returns a plot of the curve: similarity on the horizontal axis, probability on the vertical
   * axis, both from 0 to 1.
   */
  public String plot() {
    char[][] grid = new char[HEIGHT][WIDTH];
    for (char[] row : grid) {
      Arrays.fill(row, ' ');
    }
    int below = 0;
    for (int x = 0; x < WIDTH; x++) {
      double s = (double) x / (WIDTH - 1);
      int level = (int) Math.round(scheme.candidateProbability(s) * (HEIGHT - 1));
      // A column reaches down to its left neighbour, so that a steep curve is drawn as one line.
      for (int y = Math.min(below + 1, level); y <= level; y++) {
        grid[HEIGHT - 1 - y][x] = '*';
      }
      below = level;
    }

    StringBuilder text = new StringBuilder();
    for (int row = 0; row < HEIGHT; row++) {
      boolean labelled = row == 0 || row == HEIGHT - 1 || 2 * row == HEIGHT - 1;
      BigDecimal label =
          BigDecimal.valueOf(1 - (double) row / (HEIGHT - 1)).setScale(1, RoundingMode.HALF_UP);
      text.append(labelled ? label + " +" : "    |");
      text.append(new String(grid[row]).stripTrailing()).append('\n');
    }
    char[] ticks = new char[WIDTH];
    Arrays.fill(ticks, '-');
    char[] labels = new char[WIDTH + 2];
    Arrays.fill(labels, ' ');
    for (int tick = 0; tick <= 4; tick++) {
      int x = Math.round(tick * (WIDTH - 1) / 4f);
      ticks[x] = '+';
      // End labels have three characters; the middle one must stand at the tick.
      String label = tick % 2 == 0 ? String.format(Locale.ROOT, "%.1f", tick / 4.0) : "";
      label.getChars(0, label.length(), labels, x);
    }
    text.append("    +").append(ticks).append('\n');
    text.append("    ").append(new String(labels).stripTrailing()).append("  similarity\n");
    return text.toString();
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
