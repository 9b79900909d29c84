package io.neardup.hadoop.pipeline;

import static io.neardup.config.Quantity.format;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.pipeline.SummaryFigures.Seconds;
import io.neardup.hadoop.pipeline.SummaryFigures.SimilarPair;
import io.neardup.hadoop.pipeline.SummaryFigures.Sizes;
import io.neardup.hadoop.stage0ingest.IngestStage;
import io.neardup.hadoop.stage2bandbucket.BandBucketStage;
import io.neardup.hadoop.stage2bandbucket.SkippedPairs;
import io.neardup.hadoop.stage5cluster.removal.SourceOverlap;
import io.neardup.hadoop.stage5cluster.removal.SourceShare;
import io.neardup.text.Printable;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;

/**
 * Prints the closing summary of a pipeline from its figures.
 *
 * @param batches the folders of the batches of the corpus
 */
record SummaryPrinter(SummaryFigures figures, List<Path> batches, PrintStream out) {

  private static final int EXAMPLES = 5;

  /** Maximum code points of an id that are printed. */
  private static final int MAX_ID_LENGTH = 60;

  /**
   * Prints the summary.
   *
   * @param results the folders with the results
   */
  void print(List<Path> results) {
    out.println();
    documents();
    signatures();
    buckets();
    row("candidates", figures.candidates().count(), "");
    if (figures.stages().contains(Stage.VERIFY.verb())) {
      pairs();
      clusters();
      collection();
    }
    times();
    sizes();
    worst();
    overlaps();
    examples();
    out.println();
    results.forEach(folder -> out.println("  results: " + folder));
  }

  private void documents() {
    SummaryFigures.Input input = figures.input();
    row(
        "documents",
        figures.documents().in(),
        "in %s of %s",
        Quantity.of(input.files(), "file"),
        Quantity.of(input.bytes(), "byte"));
    SummaryFigures.SetAside setAside = figures.records().setAside();
    String reasons =
        setAside.byReason().entrySet().stream()
            .filter(reason -> reason.getValue() > 0)
            .map(reason -> reason.getKey() + " " + reason.getValue())
            .collect(Collectors.joining(", "));
    row(
        "set aside",
        setAside.count(),
        reasons.isEmpty() ? "" : "%s; see %s",
        reasons,
        inBatches(IngestStage.SKIPPED));
    if (!setAside.noDocuments().isEmpty()) {
      row(
          "no documents",
          setAside.byReason().get(SkipReason.NO_DOCUMENT),
          "%s",
          setAside.noDocuments());
    }
    SummaryFigures.Tolerated tolerated = figures.records().tolerated();
    someDocuments(
        "WARC syntax", tolerated.warcSyntax(), " read in spite of errors in the WARC syntax");
    someDocuments("encoding", tolerated.contentEncoding(), " not encoded as the HTTP headers say");
    someDocuments(
        "content type", tolerated.contentType(), " without a type, known by the beginning");
    someDocuments(
        "trailing bytes", tolerated.trailingBytes(), " with other bytes after the gzip data");
    someDocuments("quotes", tolerated.quotes(), " of one line, though their quotes go on");
    some(
        "damaged files",
        setAside.byReason().get(SkipReason.DAMAGED_FILE),
        "an unknown number of their documents is lost");
    someDocuments(
        "malformed text",
        figures.documents().malformed(),
        " with bytes that are not of their charset; see %s",
        inBatches(IngestStage.MALFORMED));
    some(
        "repeated ids",
        figures.documents().repeatedIds(),
        "see %s",
        inBatches(IngestStage.REPEATED_IDS));
  }

  /** Returns the path of a file in every batch, with stars if there are several batches. */
  private String inBatches(String file) {
    Path parent = batches.get(0).getParent();
    Path all =
        batches.size() == 1
            ? batches.get(0)
            : batches.stream().allMatch(batch -> batch.getParent().equals(parent))
                ? new Path(parent, "*")
                : new Path(parent.getParent().getParent().getParent(), "*/corpus/batches/*");
    return all + "/" + file;
  }

  private void signatures() {
    someDocuments(
        "without shingles", figures.documents().withoutShingles().count(), ", never a duplicate");
    row("shingles", figures.signatures().shingles(), "occurrences in the documents");
    SummaryFigures.StopShingleFigures stop = figures.stopShingles();
    Double share = stop.occurrences().share();
    long only = stop.documents().count();
    some(
        "stop shingles",
        stop.count(),
        "left out, %.1f %% of all occurrences%s",
        share == null ? 0 : 100 * share,
        only == 0
            ? ""
            : "; " + Quantity.of(only, "document has", "documents have") + " nothing else");
    some(
        "pairs sorted",
        figures.cost().pairsSorted(),
        "of document and shingle, in %s",
        Quantity.of(figures.cost().rows(), "row"));
  }

  private void buckets() {
    SummaryFigures.Buckets buckets = figures.buckets();
    row(
        "buckets",
        buckets.count(),
        "of two documents or more, the largest of %,d",
        buckets.largest());
    some(
        "twin groups",
        buckets.twins().groups(),
        "of equal signatures, collapsed to their first document; %s not listed",
        Quantity.of(buckets.twins().pairsImplied(), "pair"));
    SkippedPairs skipped =
        new SkippedPairs(
            buckets.large().count(),
            buckets.large().pairsNotListed(),
            figures.signatures().pairs());
    if (!skipped.isEmpty()) {
      row(
          "large buckets",
          skipped.buckets(),
          "over %s: %s; see 2-buckets/%s",
          Keys.MAX_BUCKET_COLUMNS,
          skipped.inWords(),
          BandBucketStage.LARGE_BUCKETS);
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
        "of %s %s or more",
        contained ? "containment" : "similarity",
        figures.pairs().threshold());
  }

  private void clusters() {
    SummaryFigures.Clusters clusters = figures.clusters();
    SummaryFigures.Removed removed = figures.documents().removed();
    long forOthers = removed.byPair() + removed.byLink();
    String linking = figures.settings().get(Keys.LINKING.name()); // null: the default
    row("clusters", clusters.count(), "");
    documents("in clusters", clusters.documents(), "");
    documents(
        "to be removed",
        forOthers,
        "components".equals(linking)
            ? "; one of each cluster is kept"
            : ", each similar to one that is kept");
    someDocuments(
        "by a chain",
        removed.byLink(),
        "components".equals(linking)
            ? " in no pair with the one kept: may be unlike it"
            : " near one that is removed: surely similar to the one kept");
    if (removed.similarity().min() != null && forOthers > 0) {
      line(
          "  %-18s %,15.6f  of a removed document to the one kept",
          "least similarity", removed.similarity().min());
    }
    SummaryFigures.Part notInKept = removed.shinglesNotInKept();
    if (notInKept.share() != null) {
      row(
          "not in kept",
          notInKept.count(),
          "%s of removed documents that the kept one lacks, %.2f %%",
          Quantity.noun(notInKept.count(), "shingle"),
          100 * notInKept.share());
    }
    documents("largest cluster", clusters.largest(), "");
    some(
        "large clusters",
        clusters.large(),
        "of more documents than %s",
        Keys.MAX_CLUSTER_DOCUMENTS);
    long wipedOut = figures.sources().wipedOut();
    if (wipedOut > 0) {
      row("sources", figures.sources().count(), "see 5-clusters/sources.tsv");
      row("wiped out", wipedOut, "%s of which nothing is left", Quantity.noun(wipedOut, "source"));
    }
  }

  private void collection() {
    long unread = figures.records().setAside().kept();
    documents(
        "kept",
        figures.documents().kept() + unread,
        unread == 0 ? "" : ", %,d of them too long to be compared",
        unread);
    SummaryFigures.Removed removed = figures.documents().removed();
    long without = removed.withoutShingles();
    documents(
        "removed", removed.count(), without == 0 ? "" : ", %,d of them without shingles", without);
  }

  private void times() {
    Seconds seconds = figures.cost().seconds();
    String times =
        figures.stages().stream()
            .map(verb -> format("%s %.1f s", verb, seconds.of(Stage.ofVerb(verb))))
            .collect(Collectors.joining(", "));
    line("  %-18s %,13.1f s  %s", "time", seconds.total(), times);
  }

  private void sizes() {
    title("clusters by size", figures.clusters().sizes());
    for (Sizes range : figures.clusters().sizes()) {
      row(
          range.from() + (range.from() == range.to() ? "" : " to " + range.to()),
          range.clusters(),
          "of %s",
          Quantity.of(range.documents(), "document"));
    }
  }

  private void worst() {
    List<SourceShare> worst = figures.sources().losingMost();
    if (worst.isEmpty() || figures.sources().count() < 2) {
      return;
    }
    title("sources that lose most", worst);
    for (SourceShare source : worst.subList(0, Math.min(EXAMPLES, worst.size()))) {
      SourceShare share =
          new SourceShare(shortened(source.name()), source.documents(), source.removed());
      out.println("  " + share.inWords());
    }
  }

  private void overlaps() {
    List<SourceOverlap> overlaps = figures.sources().overlaps().largest();
    title("documents in a cluster with a document of another source", overlaps);
    for (SourceOverlap overlap : overlaps.subList(0, Math.min(EXAMPLES, overlaps.size()))) {
      SourceOverlap shown =
          new SourceOverlap(
              shortened(overlap.source()),
              shortened(overlap.other()),
              overlap.documents(),
              overlap.share());
      out.println("  " + shown.inWords());
    }
  }

  private void examples() {
    List<SimilarPair> pairs = figures.pairs().mostSimilar();
    title("most similar pairs", pairs);
    for (SimilarPair pair : pairs.subList(0, Math.min(EXAMPLES, pairs.size()))) {
      line("  %.6f  %s  %s", pair.similarity(), shortened(pair.a()), shortened(pair.b()));
    }
  }

  private void title(String title, List<?> rows) {
    if (!rows.isEmpty()) {
      out.println();
      out.println("  " + title);
    }
  }

  private static String shortened(String id) {
    return Printable.of(
        id.codePointCount(0, id.length()) <= MAX_ID_LENGTH
            ? id
            : id.substring(0, id.offsetByCodePoints(0, MAX_ID_LENGTH - 1)) + "…");
  }

  private void documents(String name, long value, String format, Object... values) {
    row(name, value, Quantity.noun(value, "document") + format, values);
  }

  private void someDocuments(String name, long value, String format, Object... values) {
    some(name, value, Quantity.noun(value, "document") + format, values);
  }

  /** Prints a row unless the value is 0. */
  private void some(String name, long value, String format, Object... values) {
    if (value > 0) {
      row(name, value, format, values);
    }
  }

  private void row(String name, long value, String format, Object... values) {
    out.println(format("  %-18s %,15d  %s", name, value, format(format, values)).stripTrailing());
  }

  private void line(String format, Object... values) {
    out.println(format(format, values));
  }
}
