package io.neardup.hadoop.report;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.report.page.SimilarityChart;
import io.neardup.lsh.BandingScheme;
import java.util.Locale;

/** How many pairs have which similarity, and how likely the bands find such pairs. */
public final class Histogram {

  private final long[] counts;
  private final double threshold;
  private final BandingScheme scheme; // null if the search was for containment

  /**
   * @param counts of pairs kept, by hundredths of similarity, 0 to 100
   */
  Histogram(long[] counts, Settings settings) {
    this.counts = counts.clone();
    threshold = settings.get(Keys.THRESHOLD);
    scheme =
        settings.isOfContainment()
            ? null
            : new BandingScheme(settings.getInt(Keys.BANDS), settings.getInt(Keys.ROWS));
  }

  /** Returns the number of bins: 0 to below 0.01, and so on; the last is of similarity 1. */
  public int bins() {
    return counts.length;
  }

  /** Returns how many pairs are in a bin. */
  public long count(int bin) {
    return counts[bin];
  }

  /** Returns the chart as SVG. */
  public String chart() {
    return new SimilarityChart(counts, threshold, scheme).markup();
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
    double sure = scheme.similarityAt(0.99);
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

  /** Returns numbers in the format of {@link String#format}, in no locale: for templates, too. */
  public static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
