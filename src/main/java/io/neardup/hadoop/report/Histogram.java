package io.neardup.hadoop.report;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.hadoop.report.page.Page;
import io.neardup.hadoop.report.page.SimilarityChart;
import io.neardup.lsh.BandingScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Shows how many pairs have which similarity, and how likely the bands find such pairs. */
final class Histogram {

  private Histogram() {}

  /**
   * Returns what is shown.
   *
   * @param counts of pairs kept, by hundredths of similarity
   */
  static Page.Similarities of(long[] counts, Settings settings) {
    BandingScheme scheme =
        settings.isOfContainment()
            ? null
            : new BandingScheme(settings.getInt(Keys.BANDS), settings.getInt(Keys.ROWS));
    double threshold = settings.get(Keys.THRESHOLD);
    List<Page.SimilarityRow> rows = new ArrayList<>();
    for (int bin = 0; bin < counts.length; bin++) {
      if (counts[bin] > 0) {
        rows.add(
            new Page.SimilarityRow(
                bin == 100 ? "1" : format("%.2f to %.2f", bin / 100.0, (bin + 1) / 100.0),
                Quantity.number(counts[bin]),
                scheme == null
                    ? "–"
                    : format("%.4f", scheme.candidateProbability(Math.min(1, (bin + 0.5) / 100)))));
      }
    }
    return new Page.Similarities(
        new SimilarityChart(counts, threshold, scheme).markup(), text(scheme, threshold), rows);
  }

  private static String text(BandingScheme scheme, double threshold) {
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

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
