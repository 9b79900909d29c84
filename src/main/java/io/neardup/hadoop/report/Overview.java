package io.neardup.hadoop.report;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.SummaryFigures;
import io.neardup.hadoop.report.Page.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What happened, in words and figures: from {@code summary.json} and the metadata of the stages.
 */
final class Overview {

  private static final double BAR_WIDTH = 1000;
  private static final int MAX_WARNINGS = 20;

  private final SummaryFigures figures;
  private final Map<Stage, StageMetadata> stages;
  private final boolean contained;

  /**
   * @param stages those that were run, without the first
   * @param contained whether the search was for containment
   */
  Overview(SummaryFigures figures, Map<Stage, StageMetadata> stages, boolean contained) {
    this.figures = figures;
    this.stages = stages;
    this.contained = contained;
  }

  /** Returns one sentence on what happened. */
  String outcome() {
    String in = Quantity.of(figures.documents().in(), "document");
    Long removed = figures.documents().removed().count();
    Double share = figures.documents().removed().share();
    return removed == null
        ? format(
            "Of %s, candidates for comparison were found; nothing was compared or removed.", in)
        : format(
            "Of %s, %,d (%s) %s and %,d kept.",
            in,
            removed,
            share == null ? "0 %" : format("%.1f %%", 100 * share),
            removed == 1 ? "was removed as a near-duplicate" : "were removed as near-duplicates",
            figures.documents().kept());
  }

  /** Returns a bar of what became of the documents. */
  String bar() {
    Long removed = figures.documents().removed().count();
    long gone = removed == null ? 0 : removed;
    return bar(figures.documents().in() - gone, gone, figures.records().setAside().count());
  }

  /** Returns a bar as SVG; each part that is not empty is at least visible. */
  static String bar(long kept, long removed, long setAside) {
    double all = Math.max(1, kept + removed + setAside);
    StringBuilder svg = new StringBuilder();
    svg.append("<svg class=\"bar-of-all\" viewBox=\"0 0 1000 28\" preserveAspectRatio=\"none\"");
    svg.append(" aria-hidden=\"true\">");
    double x = 0;
    String[] styles = {"kept", "removed", "aside"};
    long[] parts = {kept, removed, setAside};
    for (int p = 0; p < parts.length; p++) {
      double width = parts[p] == 0 ? 0 : Math.max(2, BAR_WIDTH * parts[p] / all);
      svg.append(
          format(
              "<rect class=\"%s\" x=\"%.2f\" y=\"0\" width=\"%.2f\" height=\"28\"/>",
              styles[p], x, width));
      x += width;
    }
    return svg.append("</svg>").toString();
  }

  /** Returns the figures. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    SummaryFigures.Documents documents = figures.documents();
    rows.add(
        row(
            "documents",
            documents.in(),
            "in %s of %s",
            Quantity.of(figures.input().files(), "file"),
            Quantity.of(figures.input().bytes(), "byte")));
    if (documents.kept() != null) {
      rows.add(row("kept", documents.kept(), ""));
      rows.add(row("removed", documents.removed().count(), "%s", removals(documents.removed())));
    }
    SummaryFigures.SetAside setAside = figures.records().setAside();
    String reasons =
        setAside.byReason().entrySet().stream()
            .filter(reason -> reason.getValue() > 0)
            .map(reason -> reason.getKey() + " " + Quantity.number(reason.getValue()))
            .collect(Collectors.joining(", "));
    rows.add(row("set aside", setAside.count(), "%s", reasons));
    if (documents.malformed() > 0) {
      rows.add(
          row("malformed text", documents.malformed(), "with bytes that are not of their charset"));
    }
    if (documents.repeatedIds() > 0) {
      rows.add(row("repeated ids", documents.repeatedIds(), "each of several documents"));
    }
    SummaryFigures.Clusters clusters = figures.clusters();
    if (clusters.count() != null) {
      rows.add(
          row(
              "clusters",
              clusters.count(),
              "of %s, the largest of %s",
              Quantity.of(clusters.documents(), "document"),
              Quantity.of(clusters.largest(), "document")));
      rows.add(
          row(
              "pairs",
              figures.pairs().count(),
              contained ? "of containment %s or more" : "of similarity %s or more",
              figures.pairs().threshold()));
      rows.add(
          row(
              "compared",
              figures.candidates().compared().count(),
              contained ? "all candidates" : "candidates left by the signature filter"));
    }
    rows.add(row("candidates", figures.candidates().count(), "pairs that share a bucket"));
    return rows;
  }

  private static String removals(SummaryFigures.Removed removed) {
    String parts = format("%,d by a pair with the kept document", removed.byPair());
    if (removed.byLink() > 0) {
      parts += format(", %,d by a chain of pairs", removed.byLink());
    }
    if (removed.withoutShingles() > 0) {
      parts += format(", %,d without shingles", removed.withoutShingles());
    }
    SummaryFigures.Part notInKept = removed.shinglesNotInKept();
    if (notInKept.share() != null) {
      parts +=
          format(
              ", the kept documents lack %,d of their shingles (%.2f %%)",
              notInKept.count(), 100 * notInKept.share());
    }
    return parts;
  }

  /** Returns the first warnings. */
  List<String> warnings() {
    List<String> warnings =
        figures.warnings().stream().limit(MAX_WARNINGS).collect(Collectors.toList());
    int more = figures.warnings().size() - warnings.size();
    if (more > 0) {
      warnings.add(Quantity.of(more, "further warning") + " in summary.json");
    }
    return warnings;
  }

  /** Returns what differs from run to run. */
  List<Row> run() {
    List<Row> rows = new ArrayList<>();
    rows.add(new Row("time", seconds(figures.cost().seconds().total()), ""));
    rows.add(new Row("ingest", seconds(figures.cost().seconds().ingest()), ""));
    stages.forEach((stage, metadata) -> rows.add(cost(stage, metadata)));
    stages
        .get(Stage.SHINGLE_SORT)
        .versions()
        .forEach((name, version) -> rows.add(new Row(name, version, "version")));
    return rows;
  }

  private static Row cost(Stage stage, StageMetadata metadata) {
    Map<String, Long> work = metadata.work();
    long tasks = work.getOrDefault("MAP_TASKS", 0L) + work.getOrDefault("REDUCE_TASKS", 0L);
    return new Row(
        stage.verb(),
        seconds(metadata.seconds()),
        format(
            "%s, %s, %s shuffled",
            Quantity.of(work.getOrDefault("JOBS", 0L), "job"),
            Quantity.of(tasks, "task"),
            Quantity.of(work.getOrDefault("REDUCE_SHUFFLE_BYTES", 0L), "byte")));
  }

  private static String seconds(double seconds) {
    return format("%,.1f s", seconds);
  }

  private static Row row(String name, long value, String remark, Object... values) {
    return new Row(name, Quantity.number(value), format(remark, values));
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
