package io.neardup.hadoop.report;

import static io.neardup.config.Quantity.format;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.lsh.BandingScheme;
import java.util.Arrays;
import java.util.List;

/**
 * How many pairs have which similarity, and how likely the bands find such pairs; and the places of
 * these numbers in a chart, whose area is from {@link #LEFT} to {@link #RIGHT} and from {@link
 * #TOP} to {@link #BOTTOM}. The scale of the pairs is logarithmic.
 *
 * @param counts of pairs kept, by hundredths of similarity, 0 to 100: the last is of similarity 1
 * @param threshold the lowest similarity of pairs kept
 * @param scheme of the bands; null if the search was for containment
 * @param sure the similarity from which on the bands find 99 % of the pairs
 * @param from the similarity at the left of the chart, a multiple of 0.1
 * @param decades the power of ten at the top of the chart
 */
public record Histogram(
    List<Long> counts,
    double threshold,
    BandingScheme scheme,
    double sure,
    double from,
    int decades) {

  public static final int LEFT = 58;
  public static final int RIGHT = 712;
  public static final int TOP = 34;
  public static final int BOTTOM = 288;

  /** The scale of the pairs begins here, so that one pair has a bar. */
  private static final double LEAST_PAIRS = 0.5;

  private static final double MARGIN = 0.1;

  static Histogram of(long[] counts, Settings settings) {
    double threshold = settings.get(Keys.THRESHOLD);
    BandingScheme scheme = settings.isOfContainment() ? null : settings.banding();
    double sure = scheme == null ? 1 : scheme.similarityAt(0.99);
    double least = Math.min(threshold, sure) - MARGIN / 2;
    double most = Math.max(1, Arrays.stream(counts).max().orElse(0));
    return new Histogram(
        Arrays.stream(counts).boxed().toList(),
        threshold,
        scheme,
        sure,
        Math.max(0, Math.floor(least / MARGIN) * MARGIN),
        Math.max(1, (int) Math.ceil(Math.log10(most))));
  }

  /** Returns the number of bins: 0 to below 0.01, and so on; the last is of similarity 1. */
  public int bins() {
    return counts.size();
  }

  public long count(int bin) {
    return counts.get(bin);
  }

  /** Returns whether bands find the pairs: with the probability of the S-curve. */
  public boolean hasCurve() {
    return scheme != null;
  }

  /** Returns the place of a similarity. The last bar, of similarity 1, begins where it ends. */
  public double x(double similarity) {
    return LEFT + (similarity - from) * (RIGHT - LEFT) / (1.01 - from);
  }

  /** Returns the place of a number of pairs. */
  public double pairsY(double pairs) {
    double part = Math.log10(pairs / LEAST_PAIRS) / (decades - Math.log10(LEAST_PAIRS));
    return BOTTOM - part * (BOTTOM - TOP);
  }

  /** Returns the place of a probability. */
  public static double recallY(double recall) {
    return BOTTOM - recall * (BOTTOM - TOP);
  }

  /** Returns the points of the S-curve, for SVG. */
  public String curve() {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i <= 100; i++) {
      double s = from + (1 - from) * i / 100;
      points.append(format("%.1f,%.1f ", x(s), recallY(scheme.candidateProbability(s))));
    }
    return points.toString();
  }

  /** Returns how likely the bands find a pair of the similarity in the middle of a bin. */
  public String recall(int bin) {
    return scheme == null
        ? "–"
        : format("%.4f", scheme.candidateProbability(Math.min(1, (bin + 0.5) / 100)));
  }

  /** Returns what the chart shows. */
  public String text() {
    if (scheme == null) {
      return "The share of the smaller document's shingles that the larger one has. Contained"
          + " documents are found by anchors, not by bands: there is no S-curve.";
    }
    String recall =
        format(
            "%d bands of %d rows find a pair of similarity %s, the threshold, with probability"
                + " %.4f. ",
            scheme.bands(), scheme.rows(), threshold, scheme.candidateProbability(threshold));
    return recall
        + (sure > threshold
            ? format(
                "From similarity %.3f on it is 0.99 or more; below, in the grey part, more pairs"
                    + " are missed.",
                sure)
            : "Above the threshold it is 0.99 or more everywhere.");
  }
}
