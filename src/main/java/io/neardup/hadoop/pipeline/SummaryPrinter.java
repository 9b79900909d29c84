package io.neardup.hadoop.pipeline;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.pipeline.SummaryFigures.Seconds;
import io.neardup.hadoop.pipeline.SummaryFigures.SimilarPair;
import io.neardup.hadoop.pipeline.SummaryFigures.Sizes;
import io.neardup.hadoop.pipeline.SummaryFigures.Source;
import io.neardup.hadoop.stage0ingest.IngestStage;
import io.neardup.hadoop.stage2bandbucket.BandBucketStage;
import io.neardup.hadoop.stage2bandbucket.SkippedPairs;
import io.neardup.hadoop.stage5cluster.removal.SourceShare;
import io.neardup.text.Printable;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;

/** Prints the closing summary of a pipeline from its figures. */
final class SummaryPrinter {

  private static final int EXAMPLES = 5;

  /** Maximum code points of an id that are printed. */
  private static final int MAX_ID_LENGTH = 60;

  private final SummaryFigures figures;
  private final Path corpus;
  private final PrintStream out;

  /**
   * @param figures of the run
   * @param corpus the folder of the corpus
   * @param out where the summary is printed
   */
  SummaryPrinter(SummaryFigures figures, Path corpus, PrintStream out) {
    this.figures = figures;
    this.corpus = corpus;
    this.out = out;
  }

  /**
   * Prints the summary.
   *
   * @param results the folders with the results
   */
  void print(List<Path> results) {
    boolean verified = figures.stages().contains(Stage.VERIFY.verb());
    out.println();
    documents();
    signatures();
    buckets();
    row("candidates", figures.candidates().count(), "");
    if (verified) {
      pairs();
      clusters();
      sources();
      collection();
    }
    times();
    sizes();
    worst();
    examples();
    out.println();
    results.forEach(folder -> out.println("  results: " + folder));
  }

  private void documents() {
    SummaryFigures.Input input = figures.input();
    row(
        "documents",
        figures.documents().in(),
        "in " + Quantity.of(input.files(), "file") + " of " + Quantity.of(input.bytes(), "byte"));
    SummaryFigures.SetAside setAside = figures.records().setAside();
    List<String> reasons = new ArrayList<>();
    setAside
        .byReason()
        .forEach(
            (reason, count) -> {
              if (count > 0) {
                reasons.add(reason + " " + count);
              }
            });
    row(
        "set aside",
        setAside.count(),
        reasons.isEmpty()
            ? ""
            : String.join(", ", reasons) + "; see " + inBatches(IngestStage.SKIPPED));
    if (!setAside.noDocuments().isEmpty()) {
      row("no documents", setAside.byReason().get(SkipReason.NO_DOCUMENT), setAside.noDocuments());
    }
    tolerated(figures.records().tolerated());
    long damaged = setAside.byReason().get(SkipReason.DAMAGED_FILE);
    if (damaged > 0) {
      row("damaged files", damaged, "an unknown number of their documents is lost");
    }
    long malformed = figures.documents().malformed();
    if (malformed > 0) {
      documents(
          "malformed text",
          malformed,
          " with bytes that are not of their charset; see " + inBatches(IngestStage.MALFORMED));
    }
    long repeated = figures.documents().repeatedIds();
    if (repeated > 0) {
      row("repeated ids", repeated, "see " + inBatches(IngestStage.REPEATED_IDS));
    }
  }

  private void tolerated(SummaryFigures.Tolerated tolerated) {
    tolerated("WARC syntax", tolerated.warcSyntax(), "read in spite of errors in the WARC syntax");
    tolerated("encoding", tolerated.contentEncoding(), "not encoded as the HTTP headers say");
    tolerated("content type", tolerated.contentType(), "without a type, known by the beginning");
    tolerated("trailing bytes", tolerated.trailingBytes(), "with other bytes after the gzip data");
  }

  private void tolerated(String name, long documents, String how) {
    if (documents > 0) {
      documents(name, documents, " " + how);
    }
  }

  /** Returns the path of a file in every batch, with a star if there are several batches. */
  private String inBatches(String file) {
    Path first = Corpus.batchFolder(corpus, 0);
    return (figures.input().batches() == 1 ? first : new Path(first.getParent(), "*")) + "/" + file;
  }

  private void stopShingles(SummaryFigures.StopShingles stop) {
    if (stop.count() == 0) {
      return;
    }
    Double share = stop.occurrences().share();
    long only = stop.documents().count();
    row(
        "stop shingles",
        stop.count(),
        String.format(
            Locale.ROOT,
            "left out, %.1f %% of all occurrences%s",
            share == null ? 0 : 100 * share,
            only == 0
                ? ""
                : "; " + Quantity.of(only, "document has", "documents have") + " nothing else"));
  }

  private void signatures() {
    long without = figures.documents().withoutShingles().count();
    if (without > 0) {
      row("without shingles", without, Quantity.noun(without, "document") + ", never a duplicate");
    }
    row("shingles", figures.signatures().shingles(), "occurrences in the documents");
    stopShingles(figures.stopShingles());
    long sorted = figures.cost().pairsSorted();
    if (sorted > 0) {
      row(
          "pairs sorted",
          sorted,
          "of document and shingle, in " + Quantity.of(figures.cost().rows(), "row"));
    }
  }

  private void buckets() {
    SummaryFigures.Buckets buckets = figures.buckets();
    row(
        "buckets",
        buckets.count(),
        String.format(
            Locale.ROOT, "of two documents or more, the largest of %,d", buckets.largest()));
    if (buckets.twins().groups() > 0) {
      row(
          "twin groups",
          buckets.twins().groups(),
          "of equal signatures, collapsed to their first document; "
              + Quantity.of(buckets.twins().pairsImplied(), "pair")
              + " implied");
    }
    SkippedPairs skipped =
        new SkippedPairs(
            buckets.large().count(),
            buckets.large().pairsNotListed(),
            figures.signatures().pairs());
    if (!skipped.isEmpty()) {
      row(
          "large buckets",
          skipped.buckets(),
          String.format(
              Locale.ROOT,
              "over %s: %s; see 2-buckets/%s",
              Keys.MAX_BUCKET_COLUMNS,
              skipped.inWords(),
              BandBucketStage.LARGE_BUCKETS));
    }
  }

  private void pairs() {
    boolean contained =
        "containment".equals(figures.settings().get(Keys.MEASURE.name())); // null: the default
    row(
        "compared",
        figures.candidates().compared().count(),
        contained ? "" : "after the signature filter");
    row(
        "pairs kept",
        figures.pairs().count(),
        String.format(
            Locale.ROOT,
            "of %s %s or more",
            contained ? "containment" : "similarity",
            figures.pairs().threshold()));
  }

  private void clusters() {
    SummaryFigures.Clusters clusters = figures.clusters();
    SummaryFigures.Removed removed = figures.documents().removed();
    String linking = figures.settings().get(Keys.LINKING.name()); // null: the default
    row("clusters", clusters.count(), "");
    documents("in clusters", clusters.documents(), "");
    documents(
        "to be removed",
        removed.byPair() + removed.byLink(),
        "components".equals(linking)
            ? "; one of each cluster is kept"
            : ", each similar to one that is kept");
    if (removed.byLink() > 0) {
      documents("by a chain", removed.byLink(), " in no pair with the one kept: may be unlike it");
    }
    if (removed.similarity().min() != null && removed.byPair() + removed.byLink() > 0) {
      out.println(
          String.format(
              Locale.ROOT,
              "  %-18s %,15.6f  of a removed document to the one kept",
              "least similarity",
              removed.similarity().min()));
    }
    SummaryFigures.Part notInKept = removed.shinglesNotInKept();
    if (notInKept.share() != null) {
      row(
          "not in kept",
          notInKept.count(),
          String.format(
              Locale.ROOT,
              "%s of removed documents that the kept one lacks, %.2f %%",
              Quantity.noun(notInKept.count(), "shingle"),
              100 * notInKept.share()));
    }
    documents("largest cluster", clusters.largest(), "");
    if (clusters.large() > 0) {
      row(
          "large clusters",
          clusters.large(),
          "of more documents than " + Keys.MAX_CLUSTER_DOCUMENTS);
    }
  }

  private void sources() {
    long wipedOut = figures.sources().wipedOut();
    if (wipedOut > 0) {
      row("sources", figures.sources().count(), "see 5-clusters/sources.tsv");
      row("wiped out", wipedOut, Quantity.noun(wipedOut, "source") + " of which nothing is left");
    }
  }

  private void collection() {
    long unread = figures.records().setAside().kept();
    documents(
        "kept",
        figures.documents().kept() + unread,
        unread == 0
            ? ""
            : String.format(Locale.ROOT, ", %,d of them too long to be compared", unread));
    long without = figures.documents().removed().withoutShingles();
    documents(
        "removed",
        figures.documents().removed().count(),
        without == 0 ? "" : String.format(Locale.ROOT, ", %,d of them without shingles", without));
  }

  private void times() {
    Seconds seconds = figures.cost().seconds();
    List<String> times = new ArrayList<>();
    for (String verb : figures.stages()) {
      times.add(String.format(Locale.ROOT, "%s %.1f s", verb, seconds.of(Stage.ofVerb(verb))));
    }
    out.println(
        String.format(
            Locale.ROOT,
            "  %-18s %,13.1f s  %s",
            "time",
            seconds.total(),
            String.join(", ", times)));
  }

  private void sizes() {
    List<Sizes> sizes = figures.clusters().sizes();
    if (sizes.isEmpty()) {
      return;
    }
    out.println();
    out.println("  clusters by size");
    for (Sizes range : sizes) {
      row(
          range.from() == range.to()
              ? String.valueOf(range.from())
              : range.from() + " to " + range.to(),
          range.clusters(),
          "of " + Quantity.of(range.documents(), "document"));
    }
  }

  private void worst() {
    List<Source> worst = figures.sources().losingMost();
    if (worst.isEmpty() || figures.sources().count() < 2) {
      return;
    }
    out.println();
    out.println("  sources that lose most");
    for (Source source : worst.subList(0, Math.min(EXAMPLES, worst.size()))) {
      out.println(
          "  "
              + new SourceShare(shortened(source.name()), source.documents(), source.removed())
                  .inWords());
    }
  }

  private void examples() {
    List<SimilarPair> pairs = figures.pairs().mostSimilar();
    if (pairs.isEmpty()) {
      return;
    }
    out.println();
    out.println("  most similar pairs");
    for (SimilarPair pair : pairs.subList(0, Math.min(EXAMPLES, pairs.size()))) {
      out.println(
          String.format(
              Locale.ROOT,
              "  %.6f  %s  %s",
              pair.similarity(),
              shortened(pair.a()),
              shortened(pair.b())));
    }
  }

  private static String shortened(String id) {
    return Printable.of(
        id.codePointCount(0, id.length()) <= MAX_ID_LENGTH
            ? id
            : id.substring(0, id.offsetByCodePoints(0, MAX_ID_LENGTH - 1)) + "…");
  }

  private void documents(String name, long value, String remark) {
    row(name, value, Quantity.noun(value, "document") + remark);
  }

  private void row(String name, long value, String remark) {
    out.println(
        String.format(Locale.ROOT, "  %-18s %,15d  %s", name, value, remark).stripTrailing());
  }
}
