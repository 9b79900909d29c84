package io.neardup.hadoop.pipeline;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.stage0ingest.IngestCounters;
import io.neardup.hadoop.stage0ingest.IngestStage;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.stage2bandbucket.BandBucketCounters;
import io.neardup.hadoop.stage2bandbucket.BandBucketStage;
import io.neardup.hadoop.stage2bandbucket.SkippedPairs;
import io.neardup.hadoop.stage3candidatelist.CandidateListCounters;
import io.neardup.hadoop.stage4verify.VerifyCounters;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.removal.SourceShare;
import io.neardup.hadoop.stage6dedup.DedupCounters;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/** The closing summary of a pipeline, from the metadata of its stages. */
public final class Summary {

  private static final int EXAMPLES = 5;

  /** Maximum code points of an id that are printed. */
  private static final int MAX_ID_LENGTH = 60;

  private final Map<Stage, StageMetadata> stages;
  private final Path corpus;
  private final PrintStream out;

  /**
   * @param stages the metadata of all stages that were run
   * @param corpus the folder of the corpus
   * @param out where the summary is printed
   */
  public Summary(Map<Stage, StageMetadata> stages, Path corpus, PrintStream out) {
    this.stages = stages;
    this.corpus = corpus;
    this.out = out;
  }

  /**
   * Prints the summary.
   *
   * @param mostSimilar lines of the most similar pairs, best first
   * @param sizes lines of the sizes of clusters, from small to large
   * @param worstSources the sources that lose most, the worst first
   * @param results the folders with the results
   */
  public void print(
      List<String> mostSimilar,
      List<String> sizes,
      List<SourceShare> worstSources,
      List<Path> results) {
    out.println();
    documents();
    signatures();
    buckets();
    row("candidates", stages.get(Stage.CANDIDATE_LIST).count(CandidateListCounters.CANDIDATES), "");
    pairs();
    clusters();
    sources();
    collection();
    times();
    sizes(sizes);
    worst(worstSources);
    examples(mostSimilar);
    out.println();
    results.forEach(folder -> out.println("  results: " + folder));
  }

  private void documents() {
    StageMetadata ingest = stages.get(Stage.INGEST);
    row(
        "documents",
        ingest.count(IngestCounters.DOCUMENTS),
        "in "
            + Quantity.of(ingest.number(Fact.FILES), "file")
            + " of "
            + Quantity.of(ingest.number(Fact.BYTES), "byte"));
    List<String> reasons = new ArrayList<>();
    for (SkipReason reason : SkipReason.values()) {
      if (ingest.count(reason) > 0) {
        reasons.add(reason + " " + ingest.count(reason));
      }
    }
    row(
        "set aside",
        ingest.count(IngestCounters.SKIPPED),
        reasons.isEmpty()
            ? ""
            : String.join(", ", reasons) + "; see " + inBatches(IngestStage.SKIPPED));
    long damaged = ingest.count(SkipReason.DAMAGED_FILE);
    if (damaged > 0) {
      row("damaged files", damaged, "an unknown number of their documents is lost");
    }
    long repeated = ingest.count(IngestCounters.REPEATED_IDS);
    if (repeated > 0) {
      row("repeated ids", repeated, "see " + inBatches(IngestStage.REPEATED_IDS));
    }
  }

  /** Returns the path of a file in every batch, with a star if there are several batches. */
  private String inBatches(String file) {
    long batches = stages.get(Stage.INGEST).number(Fact.BATCHES);
    Path first = Corpus.batchFolder(corpus, 0);
    return (batches == 1 ? first : new Path(first.getParent(), "*")) + "/" + file;
  }

  private void signatures() {
    StageMetadata shingleSort = stages.get(Stage.SHINGLE_SORT);
    long without = shingleSort.count(ShingleSortCounters.DOCUMENTS_WITHOUT_SHINGLES);
    if (without > 0) {
      row("without shingles", without, Quantity.noun(without, "document") + ", never a duplicate");
    }
    row(
        "shingles",
        shingleSort.count(ShingleSortCounters.SHINGLE_OCCURRENCES),
        "occurrences in the documents");
    long sorted = shingleSort.count(ShingleSortCounters.PAIRS_SORTED);
    if (sorted > 0) {
      row(
          "pairs sorted",
          sorted,
          "of document and shingle, in "
              + Quantity.of(shingleSort.count(ShingleSortCounters.ROWS), "row"));
    }
  }

  private void buckets() {
    StageMetadata bandBucket = stages.get(Stage.BAND_BUCKET);
    row(
        "buckets",
        bandBucket.count(BandBucketCounters.NONTRIVIAL_BUCKETS),
        String.format(
            Locale.ROOT,
            "of two documents or more, the largest of %,d",
            bandBucket.number(Fact.LARGEST_BUCKET)));
    long collapsed = bandBucket.count(BandBucketCounters.TWIN_GROUPS_COLLAPSED);
    if (collapsed > 0) {
      row(
          "twin groups",
          collapsed,
          "of equal signatures, collapsed to their first document; "
              + Quantity.of(bandBucket.count(BandBucketCounters.TWIN_PAIRS_IMPLIED), "pair")
              + " implied");
    }
    SkippedPairs skipped = SkippedPairs.of(bandBucket);
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
    StageMetadata verify = stages.get(Stage.VERIFY);
    if (verify == null) {
      return;
    }
    row("compared", verify.count(VerifyCounters.PLAUSIBLE), "after the signature filter");
    row(
        "pairs kept",
        verify.count(VerifyCounters.PAIRS_KEPT),
        "of similarity " + verify.configuration().get(Keys.THRESHOLD.name()) + " or more");
  }

  private void clusters() {
    StageMetadata cluster = stages.get(Stage.CLUSTER);
    if (cluster == null) {
      return;
    }
    row("clusters", cluster.count(ClusterCounters.CLUSTERS), "");
    documents("in clusters", cluster.count(ClusterCounters.DOCUMENTS), "");
    documents(
        "to be removed",
        cluster.count(ClusterCounters.REMOVED),
        cluster.configuration().get(Keys.LINKING.name()).equals("direct")
            ? ", each similar to one that is kept"
            : "; one of each cluster is kept");
    documents("largest cluster", cluster.number(Fact.LARGEST_CLUSTER), "");
    long large = cluster.count(ClusterCounters.LARGE_CLUSTERS);
    if (large > 0) {
      row("large clusters", large, "of more documents than " + Keys.MAX_CLUSTER_DOCUMENTS);
    }
  }

  private void sources() {
    StageMetadata cluster = stages.get(Stage.CLUSTER);
    if (cluster == null) {
      return;
    }
    long wipedOut = cluster.count(ClusterCounters.SOURCES_WIPED_OUT);
    if (wipedOut > 0) {
      row("sources", cluster.count(ClusterCounters.SOURCES), "see 5-clusters/sources.tsv");
      row("wiped out", wipedOut, Quantity.noun(wipedOut, "source") + " of which nothing is left");
    }
  }

  private void sizes(List<String> sizes) {
    if (sizes.isEmpty()) {
      return;
    }
    out.println();
    out.println("  clusters by size");
    for (String line : sizes) {
      String[] fields = line.split("\t", -1);
      String size = fields[0].equals(fields[1]) ? fields[0] : fields[0] + " to " + fields[1];
      row(
          size,
          Long.parseLong(fields[2]),
          "of " + Quantity.of(Long.parseLong(fields[3]), "document"));
    }
  }

  private void worst(List<SourceShare> sources) {
    if (sources.isEmpty() || stages.get(Stage.CLUSTER).count(ClusterCounters.SOURCES) < 2) {
      return;
    }
    out.println();
    out.println("  sources that lose most");
    for (SourceShare source : sources.subList(0, Math.min(EXAMPLES, sources.size()))) {
      out.println(
          "  "
              + new SourceShare(shortened(source.name()), source.documents(), source.removed())
                  .inWords());
    }
  }

  private void collection() {
    StageMetadata dedup = stages.get(Stage.DEDUP);
    if (dedup == null) {
      return;
    }
    long unread = dedup.count(DedupCounters.UNREAD_KEPT);
    documents(
        "kept",
        dedup.count(DedupCounters.DOCUMENTS_KEPT) + unread,
        unread == 0
            ? ""
            : String.format(Locale.ROOT, ", %,d of them too long to be compared", unread));
    long without = dedup.count(DedupCounters.REMOVED_WITHOUT_SHINGLES);
    documents(
        "removed",
        dedup.count(DedupCounters.DOCUMENTS_REMOVED),
        without == 0 ? "" : String.format(Locale.ROOT, ", %,d of them without shingles", without));
  }

  private void times() {
    StringBuilder line = new StringBuilder();
    double total = 0;
    for (Map.Entry<Stage, StageMetadata> stage : stages.entrySet()) {
      line.append(
          String.format(
              Locale.ROOT, ", %s %.1f s", stage.getKey().verb(), stage.getValue().seconds()));
      total += stage.getValue().seconds();
    }
    out.println(
        String.format(Locale.ROOT, "  %-18s %,13.1f s  %s", "time", total, line.substring(2)));
  }

  private void examples(List<String> mostSimilar) {
    if (mostSimilar.isEmpty()) {
      return;
    }
    out.println();
    out.println("  most similar pairs");
    for (String line : mostSimilar.subList(0, Math.min(EXAMPLES, mostSimilar.size()))) {
      String[] fields = line.split("\t", -1);
      out.println(
          "  "
              + (fields[3].isEmpty() ? fields[2] : fields[3])
              + "  "
              + shortened(fields[0])
              + "  "
              + shortened(fields[1]));
    }
  }

  private static String shortened(String id) {
    return id.codePointCount(0, id.length()) <= MAX_ID_LENGTH
        ? id
        : id.substring(0, id.offsetByCodePoints(0, MAX_ID_LENGTH - 1)) + "…";
  }

  private void documents(String name, long value, String remark) {
    row(name, value, Quantity.noun(value, "document") + remark);
  }

  private void row(String name, long value, String remark) {
    out.println(
        String.format(Locale.ROOT, "  %-18s %,15d  %s", name, value, remark).stripTrailing());
  }
}
