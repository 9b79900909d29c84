package io.neardup.hadoop.report;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.pipeline.SummaryFigures;
import io.neardup.hadoop.report.Page.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
    long in = figures.documents().in();
    Long removed = figures.documents().removed().count();
    if (removed == null) {
      return "Of "
          + Quantity.of(in, "document")
          + ", candidates for comparison were found; nothing was compared or removed.";
    }
    return "Of "
        + Quantity.of(in, "document")
        + ", "
        + Quantity.number(removed)
        + " ("
        + percent(figures.documents().removed().share())
        + (removed == 1 ? ") was removed as a near-duplicate" : ") were removed as near-duplicates")
        + " and "
        + Quantity.number(figures.documents().kept())
        + " kept.";
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

  /** Returns the figures. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    SummaryFigures.Documents documents = figures.documents();
    add(
        rows,
        "documents",
        documents.in(),
        "in "
            + Quantity.of(figures.input().files(), "file")
            + " of "
            + Quantity.of(figures.input().bytes(), "byte"));
    if (documents.kept() != null) {
      add(rows, "kept", documents.kept(), "");
      add(rows, "removed", documents.removed().count(), removals(documents.removed()));
    }
    add(rows, "set aside", figures.records().setAside().count(), reasons());
    if (documents.malformed() > 0) {
      add(
          rows,
          "malformed text",
          documents.malformed(),
          "with bytes that are not of their charset");
    }
    if (documents.repeatedIds() > 0) {
      add(rows, "repeated ids", documents.repeatedIds(), "each of several documents");
    }
    if (figures.clusters().count() != null) {
      add(
          rows,
          "clusters",
          figures.clusters().count(),
          "of "
              + Quantity.of(figures.clusters().documents(), "document")
              + ", the largest of "
              + Quantity.of(figures.clusters().largest(), "document"));
      add(
          rows,
          "pairs",
          figures.pairs().count(),
          (contained ? "of containment " : "of similarity ")
              + figures.pairs().threshold()
              + " or more");
      add(
          rows,
          "compared",
          figures.candidates().compared().count(),
          contained ? "all candidates" : "candidates left by the signature filter");
    }
    add(rows, "candidates", figures.candidates().count(), "pairs that share a bucket");
    return rows;
  }

  private static String removals(SummaryFigures.Removed removed) {
    List<String> parts = new ArrayList<>();
    parts.add(Quantity.number(removed.byPair()) + " by a pair with the kept document");
    if (removed.byLink() > 0) {
      parts.add(Quantity.number(removed.byLink()) + " by a chain of pairs");
    }
    if (removed.withoutShingles() > 0) {
      parts.add(Quantity.number(removed.withoutShingles()) + " without shingles");
    }
    SummaryFigures.Part notInKept = removed.shinglesNotInKept();
    if (notInKept.share() != null) {
      parts.add(
          String.format(
              Locale.ROOT,
              "the kept documents lack %s of their shingles (%.2f %%)",
              Quantity.number(notInKept.count()),
              100 * notInKept.share()));
    }
    return String.join(", ", parts);
  }

  private String reasons() {
    List<String> reasons = new ArrayList<>();
    for (Map.Entry<SkipReason, Long> reason : figures.records().setAside().byReason().entrySet()) {
      if (reason.getValue() > 0) {
        reasons.add(reason.getKey() + " " + Quantity.number(reason.getValue()));
      }
    }
    return String.join(", ", reasons);
  }

  /** Returns the first warnings. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (String warning : figures.warnings()) {
      if (warnings.size() < MAX_WARNINGS) {
        warnings.add(warning);
      }
    }
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
    return new Row(
        stage.verb(),
        seconds(metadata.seconds()),
        Quantity.of(work.getOrDefault("JOBS", 0L), "job")
            + ", "
            + Quantity.of(
                work.getOrDefault("MAP_TASKS", 0L) + work.getOrDefault("REDUCE_TASKS", 0L), "task")
            + ", "
            + Quantity.of(work.getOrDefault("REDUCE_SHUFFLE_BYTES", 0L), "byte")
            + " shuffled");
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%,.1f s", seconds);
  }

  private static void add(List<Row> rows, String name, long value, String remark) {
    rows.add(new Row(name, Quantity.number(value), remark));
  }

  private static String percent(Double share) {
    return share == null ? "0 %" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
