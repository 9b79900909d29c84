package io.neardup.hadoop.audit;

import static io.neardup.config.Quantity.format;

import io.neardup.audit.Share;
import io.neardup.config.Quantity;
import io.neardup.text.Printable;
import java.io.PrintStream;

/** Prints what an audit found as sentences. */
public record AuditSentences(AuditFigures figures, PrintStream out) {

  private static final int MAX_EXAMPLES = 10;

  public void print() {
    AuditFigures.Sampled sample = figures.sample();
    AuditFigures.Recall recall = figures.recall();
    out.println();
    line(
        "%s of %,d compared with all; %s a near-duplicate (similarity %s or more).",
        Quantity.of(sample.documents(), "document"),
        sample.corpus(),
        sample.withNearDuplicate() == 1 ? "1 has" : format("%,d have", sample.withNearDuplicate()),
        sample.threshold());
    if (sample.withNearDuplicate() > 0) {
      line(
          "Of %s with a near-duplicate, %s found: recall of documents %s.",
          Quantity.of(sample.withNearDuplicate(), "sampled document"),
          part(recall.documents()),
          interval(recall.documents()));
      line(
          "Of their %s, %s reported: recall of pairs %s.",
          Quantity.of(recall.pairs().of(), "pair"), part(recall.pairs()), interval(recall.pairs()));
      missed();
      bands();
    }
    Share removals = figures.removals().missed();
    if (removals.of() > 0) {
      line(
          "Of %s, %s have been removed: %s.",
          Quantity.of(
              removals.of(), "sampled document that was kept", "sampled documents that were kept"),
          removals.number() == 0 ? "none should" : format("%,d should", removals.number()),
          interval(removals));
    }
    checks();
  }

  private void missed() {
    AuditFigures.Missed missed = figures.missed();
    if (missed.pairs() == 0) {
      return;
    }
    line("%s not reported:", Quantity.of(missed.pairs(), "pair"));
    cause(missed.bands(), "share no bucket");
    cause(missed.guard(), "share only buckets too large to list all pairs, or have too many twins");
    cause(missed.implied(), "have equal signatures and follow from other pairs");
    cause(missed.filter(), "were dropped by the signature filter");
    cause(missed.fault(), "SHOULD HAVE BEEN REPORTED: this is a fault");
    line(
        "With implied pairs, recall is %s; counting pairs in the same cluster, %s.",
        interval(figures.recall().pairsWithImplied()),
        interval(figures.recall().pairsInSameCluster()));
  }

  private void cause(long pairs, String what) {
    if (pairs > 0) {
      line("  %,10d %s", pairs, what);
    }
  }

  private void bands() {
    boolean hasCurve =
        figures.recall().bySimilarity().stream().anyMatch(band -> band.expected() != null);
    out.println("  similarity       pairs  reported" + (hasCurve ? "  S-curve" : ""));
    for (AuditFigures.Band band : figures.recall().bySimilarity()) {
      if (band.recall().of() > 0) {
        line(
            "  %4.2f %-6s %,9d  %8.6f%s",
            band.from(),
            band.to() > band.from() ? format("- %4.2f", band.to()) : "",
            band.recall().of(),
            band.recall().estimate(),
            hasCurve ? format("  %8.6f", band.expected()) : "");
      }
    }
  }

  private void checks() {
    AuditFigures.Checks checks = figures.checks();
    line(
        "Checked for these documents: %s, %s, %s.%s %s",
        Quantity.of(checks.pairs(), "reported pair"),
        Quantity.of(checks.clusters(), "cluster membership"),
        Quantity.of(checks.removals(), "removal"),
        checks.documents() == 0
            ? " kept/ and removed/ were not looked into."
            : format(
                " Looked for in kept/ and removed/: %s.",
                Quantity.of(checks.documents(), "document")),
        checks.faults() == 0 ? "All are right." : "");
    if (checks.faults() == 0) {
      return;
    }
    line("THE RESULTS ARE WRONG: %s.", Quantity.of(checks.faults(), "fault"));
    checks.changedFiles().forEach(file -> line("  changed: %s", file));
    figures.missed().examples().stream()
        .filter(pair -> pair.cause().equals("fault"))
        .limit(MAX_EXAMPLES)
        .forEach(
            pair ->
                line(
                    "  missed: %s and %s, similarity %s",
                    Printable.of(pair.id()), Printable.of(pair.otherId()), pair.similarity()));
    checks.examples().stream()
        .limit(MAX_EXAMPLES)
        .forEach(
            wrong ->
                line(
                    "  wrong: %s (column %d, with column %d) %s",
                    Printable.of(wrong.id()), wrong.column(), wrong.otherColumn(), wrong.what()));
  }

  private static String part(Share share) {
    return share.number() == share.of()
        ? share.of() == 1 ? "it was" : "all were"
        : share.number() == 0
            ? "none was"
            : format("%,d %s", share.number(), share.number() == 1 ? "was" : "were");
  }

  /** Returns a share with its interval, or with the end of it that is not trivial. */
  private static String interval(Share share) {
    if (share.effectiveOf() == null) {
      return share.estimate() + " (all documents were compared)";
    }
    if (share.number() == share.of()) {
      return format("≥ %.4f (95 %%)", Math.floor(share.low() * 1e4) / 1e4);
    }
    if (share.number() == 0) {
      return format("≤ %.4f (95 %%)", Math.ceil(share.high() * 1e4) / 1e4);
    }
    return format(
        "%.4f, %.4f to %.4f (95 %%)",
        share.estimate(), Math.floor(share.low() * 1e4) / 1e4, Math.ceil(share.high() * 1e4) / 1e4);
  }

  private void line(String format, Object... values) {
    out.println(format(format, values));
  }
}
