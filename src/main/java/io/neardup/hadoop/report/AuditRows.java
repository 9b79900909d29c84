package io.neardup.hadoop.report;

import io.neardup.audit.Share;
import io.neardup.config.Quantity;
import io.neardup.hadoop.audit.AuditFigures;
import io.neardup.hadoop.report.page.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What an audit found, as rows of a table. */
final class AuditRows {

  private AuditRows() {}

  static List<Row> of(AuditFigures audit) {
    List<Row> rows = new ArrayList<>();
    AuditFigures.Sample sample = audit.sample();
    rows.add(
        new Row(
            "sampled documents",
            Quantity.number(sample.documents()),
            "of " + Quantity.number(sample.corpus()) + ", each compared with all others"));
    AuditFigures.Recall recall = audit.recall();
    add(
        rows,
        "recall of documents",
        recall.documents(),
        "with a near-duplicate: at least one found");
    add(rows, "recall of pairs", recall.pairs(), "pairs of near-duplicates reported");
    add(
        rows,
        "with implied pairs",
        recall.pairsWithImplied(),
        "reported, or of equal signatures and following from other pairs");
    add(rows, "in the same cluster", recall.pairsInSameCluster(), "pairs in the same cluster");
    AuditFigures.Missed missed = audit.missed();
    addMissed(rows, "missed: no shared bucket", missed.bands());
    addMissed(rows, "missed: large buckets only", missed.guard());
    addMissed(rows, "missed: implied", missed.implied());
    addMissed(rows, "missed: signature filter", missed.filter());
    add(
        rows,
        "removals missed",
        audit.removals().missed(),
        "kept documents that should have been removed");
    long faults = audit.checks().faults();
    rows.add(
        new Row(
            "faults",
            Quantity.number(faults),
            faults == 0
                ? "all that was checked is right"
                : "the results are wrong: see audit.json"));
    return rows;
  }

  private static void add(List<Row> rows, String name, Share share, String what) {
    if (share.estimate() != null) {
      rows.add(
          new Row(
              name,
              String.format(Locale.ROOT, "%.4f", share.estimate()),
              String.format(
                  Locale.ROOT,
                  "%.4f to %.4f; %,d of %,d %s",
                  share.low(),
                  share.high(),
                  share.number(),
                  share.of(),
                  what)));
    }
  }

  private static void addMissed(List<Row> rows, String name, long pairs) {
    if (pairs > 0) {
      rows.add(new Row(name, Quantity.number(pairs), "pairs of sampled documents"));
    }
  }
}
