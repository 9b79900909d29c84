package io.neardup.hadoop.report.page;

import java.util.Locale;

/** A bar, as SVG, of what became of the documents. It holds numbers only. */
public final class OutcomeBar {

  private static final double WIDTH = 1000;

  private OutcomeBar() {}

  /** Returns the bar; each part that is not empty is at least visible. */
  public static String markup(long kept, long removed, long setAside) {
    double all = Math.max(1, kept + removed + setAside);
    StringBuilder svg = new StringBuilder();
    svg.append("<svg class=\"bar-of-all\" viewBox=\"0 0 1000 28\" preserveAspectRatio=\"none\"");
    svg.append(" aria-hidden=\"true\">");
    double x = 0;
    String[] styles = {"kept", "removed", "aside"};
    long[] parts = {kept, removed, setAside};
    for (int p = 0; p < parts.length; p++) {
      double width = parts[p] == 0 ? 0 : Math.max(2, WIDTH * parts[p] / all);
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect class=\"%s\" x=\"%.2f\" y=\"0\" width=\"%.2f\" height=\"28\"/>",
              styles[p],
              x,
              width));
      x += width;
    }
    return svg.append("</svg>").toString();
  }
}
