package io.neardup.hadoop.report.page;

import io.neardup.lsh.BandingScheme;
import java.util.Locale;

/**
 * A chart, as SVG, of how many pairs of each similarity were kept, under the curve of how likely
 * the bands find a pair. Its colours come from the style of the page. It holds numbers only.
 */
public final class SimilarityChart {

  private static final int WIDTH = 760;
  private static final int HEIGHT = 340;

  private static final int LEFT = 58;
  private static final int RIGHT = 712;
  private static final int TOP = 34;
  private static final int BOTTOM = 288;

  /** The width of the longest label, about. */
  private static final int LABEL = 170;

  /** The scale of the pairs begins here, so that one pair has a bar. */
  private static final double LEAST_PAIRS = 0.5;

  private static final double RECALL = 0.99;
  private static final double MARGIN = 0.1;

  private final long[] counts;
  private final double threshold;
  private final BandingScheme scheme;
  private final double from; // the similarity at the left
  private final int decades;
  private final StringBuilder svg = new StringBuilder();

  /**
   * @param counts of pairs by hundredths of similarity, 0 to 100
   * @param scheme whose S-curve is drawn; null for none
   */
  public SimilarityChart(long[] counts, double threshold, BandingScheme scheme) {
    this.counts = counts;
    this.threshold = threshold;
    this.scheme = scheme;
    double sure = scheme == null ? 1 : scheme.similarityAt(RECALL);
    double least = Math.min(threshold, sure) - MARGIN / 2;
    this.from = Math.max(0, Math.floor(least / MARGIN) * MARGIN);
    long most = 1;
    for (long count : counts) {
      most = Math.max(most, count);
    }
    this.decades = Math.max(1, (int) Math.ceil(Math.log10((double) most)));
  }

  /** Returns the chart as an element {@code svg}. */
  public String markup() {
    add(
        "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\""
            + " aria-labelledby=\"chart-title chart-text\">",
        WIDTH, HEIGHT);
    add(
        "<title id=\"chart-title\">Pairs by similarity%s</title>",
        scheme == null ? "" : ", and the S-curve");
    add(
        "<desc id=\"chart-text\">Bars: pairs kept, by similarity, on a logarithmic scale.%s The table"
            + " below has the numbers.</desc>",
        scheme == null ? "" : " Line: the probability that the bands find a pair.");
    double sure = scheme == null ? 1 : scheme.similarityAt(RECALL);
    if (scheme != null && sure > from) {
      add(
          "<rect class=\"unsure\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
          x(from), TOP, x(Math.min(1, sure)) - x(from), BOTTOM - TOP);
    }
    grid();
    bars();
    if (scheme != null) {
      curve();
    }
    mark(threshold, "mark", "t = " + shorten(threshold), TOP - 12);
    if (sure < 1) {
      mark(sure, "mark sure", "recall 0.99 from here, " + shorten(sure), TOP + 60);
    }
    return svg.append("</svg>").toString();
  }

  private void grid() {
    for (int decade = 0; decade <= decades; decade++) {
      double y = pairsY(Math.pow(10, decade));
      add("<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT, RIGHT, y, y);
      add("<text class=\"end\" x=\"%d\" y=\"%.1f\">%s</text>", LEFT - 6, y + 4, power(decade));
    }
    for (int fifth = 0; scheme != null && fifth <= 5; fifth++) {
      double y = recallY(fifth / 5.0);
      add(
          "<text class=\"curve-text\" x=\"%d\" y=\"%.1f\">%.1f</text>",
          RIGHT + 6, y + 4, fifth / 5.0);
    }
    int step = from < 0.5 ? 10 : 5;
    for (int s = (int) Math.round(100 * from); s <= 100; s += step) {
      double x = x(s / 100.0);
      add(
          "<line class=\"axis\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
          x, x, BOTTOM, BOTTOM + 5);
      add("<text class=\"middle\" x=\"%.1f\" y=\"%d\">%.2f</text>", x, BOTTOM + 20, s / 100.0);
    }
    add(
        "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>",
        LEFT, RIGHT, BOTTOM, BOTTOM);
    add(
        "<text class=\"middle\" x=\"%d\" y=\"%d\">similarity</text>",
        (LEFT + RIGHT) / 2, BOTTOM + 42);
    add("<text x=\"4\" y=\"%d\">pairs</text>", TOP - 14);
    if (scheme != null) {
      add(
          "<text class=\"end curve-text\" x=\"%d\" y=\"%d\">found by bands</text>",
          WIDTH - 2, BOTTOM + 42);
    }
  }

  private static String power(int decade) {
    return switch (decade) {
      case 0 -> "1";
      case 1 -> "10";
      case 2 -> "100";
      case 3 -> "1,000";
      case 4 -> "10,000";
      case 5 -> "100,000";
      default -> "10<tspan dy=\"-5\" font-size=\"10\">" + decade + "</tspan>";
    };
  }

  private void bars() {
    double width = x(1) - x(1 - 0.01);
    for (int bin = 0; bin < counts.length; bin++) {
      double s = bin / 100.0;
      if (counts[bin] > 0 && s >= from - 1e-9) {
        double y = pairsY((double) counts[bin]);
        add(
            "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
            x(s) + 0.5, y, width - 1, BOTTOM - y);
      }
    }
  }

  private void curve() {
    svg.append("<polyline class=\"curve\" points=\"");
    for (int i = 0; i <= 100; i++) {
      double s = from + (1 - from) * i / 100;
      add("%.1f,%.1f ", x(s), recallY(scheme.candidateProbability(s)));
    }
    svg.append("\"/>");
  }

  /** Draws a line at a similarity, with a label on its left side if there is room. */
  private void mark(double s, String style, String text, int y) {
    double x = x(s);
    int top = Math.min(TOP, y) - 4;
    add(
        "<line class=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
        style, x, x, top, BOTTOM);
    boolean atLeft = x < LEFT + LABEL;
    add(
        "<text class=\"%s\" x=\"%.1f\" y=\"%d\">%s</text>",
        atLeft ? "label" : "label end", atLeft ? x + 6 : x - 6, y + 6, text);
  }

  private static String shorten(double value) {
    return String.format(Locale.ROOT, "%.3f", value).replaceAll("0+$", "");
  }

  /** The last bar, of similarity 1, begins where the scale ends. */
  private static double unit(double from) {
    return (RIGHT - LEFT) / (1.01 - from);
  }

  private double x(double s) {
    return LEFT + (s - from) * unit(from);
  }

  private double pairsY(double pairs) {
    double part = Math.log10(pairs / LEAST_PAIRS) / (decades - Math.log10(LEAST_PAIRS));
    return BOTTOM - part * (BOTTOM - TOP);
  }

  private static double recallY(double recall) {
    return BOTTOM - recall * (BOTTOM - TOP);
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }
}
