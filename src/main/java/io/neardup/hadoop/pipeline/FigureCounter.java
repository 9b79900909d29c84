package io.neardup.hadoop.pipeline;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.Tolerance;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.SummaryFigures.Part;
import io.neardup.hadoop.stage0ingest.IngestCounters;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.stage2bandbucket.BandBucketCounters;
import io.neardup.hadoop.stage2bandbucket.SkippedPairs;
import io.neardup.hadoop.stage3candidatelist.CandidateListCounters;
import io.neardup.hadoop.stage4verify.compare.SampledPair;
import io.neardup.hadoop.stage4verify.compare.VerifyCounters;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.removal.SourceOverlap;
import io.neardup.hadoop.stage5cluster.removal.SourceShare;
import io.neardup.hadoop.stage6dedup.DedupCounters;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Computes the figures of a run from what its stages have counted.
 *
 * @param stages the metadata of the stages, of stages 0 to 3 at least
 * @param settings of the run
 */
public record FigureCounter(Map<Stage, StageMetadata> stages, Settings settings) {

  private static final int MAX_OVERLAPS = 20; // that are listed

  /** Returns all figures, with lists that are short whatever the corpus. */
  SummaryFigures figures(Configuration conf, Results results) throws IOException {
    boolean isVerified = stages.containsKey(Stage.CLUSTER);
    Path verified = results.of(Stage.VERIFY);
    Path clustered = results.of(Stage.CLUSTER);
    List<SourceShare> worst = isVerified ? SourceShare.worst().read(conf, clustered) : List.of();
    return new SummaryFigures(
        StageMetadata.version(),
        stages.keySet().stream().map(Stage::verb).toList(),
        new SummaryFigures.Input(
            number(Stage.INGEST, Fact.BATCHES),
            number(Stage.INGEST, Fact.FILES),
            number(Stage.INGEST, Fact.BYTES)),
        records(),
        documents(),
        stopShingles(),
        signatures(),
        buckets(),
        candidates(),
        new SummaryFigures.Pairs(
            count(Stage.VERIFY, VerifyCounters.PAIRS_KEPT),
            isVerified ? settings.get(Keys.THRESHOLD) : null,
            isVerified ? pairs(SampledPair.mostSimilar().read(conf, verified)) : List.of()),
        new SummaryFigures.Clusters(
            count(Stage.CLUSTER, ClusterCounters.CLUSTERS),
            count(Stage.CLUSTER, ClusterCounters.DOCUMENTS),
            number(Stage.CLUSTER, Fact.LARGEST_CLUSTER),
            count(Stage.CLUSTER, ClusterCounters.LARGE_CLUSTERS),
            isVerified ? sizes(ClusterStage.sizes(conf, clustered)) : List.of()),
        sources(worst, isVerified ? ClusterStage.sourceOverlaps(conf, clustered) : List.of()),
        settings.changed(),
        RunWarnings.of(stages, settings, worst),
        new SummaryFigures.Cost(
            seconds(),
            count(Stage.SHINGLE_SORT, ShingleSortCounters.PAIRS_SORTED),
            count(Stage.SHINGLE_SORT, ShingleSortCounters.ROWS)));
  }

  private static List<SummaryFigures.SimilarPair> pairs(List<SampledPair> pairs) {
    return pairs.stream()
        .map(
            pair -> {
              String[] fields = pair.line().split("\t", 3);
              return new SummaryFigures.SimilarPair(
                  fields[0], fields[1], Math.round(pair.similarity() * 1e6) / 1e6);
            })
        .toList();
  }

  private static List<SummaryFigures.Sizes> sizes(List<String> lines) {
    return lines.stream()
        .map(line -> Arrays.stream(line.split("\t", -1)).mapToLong(Long::parseLong).toArray())
        .map(f -> new SummaryFigures.Sizes(f[0], f[1], f[2], f[3]))
        .toList();
  }

  /** Returns what was read. */
  public SummaryFigures.Records records() {
    Map<SkipReason, Long> byReason = new EnumMap<>(SkipReason.class);
    for (SkipReason reason : SkipReason.values()) {
      byReason.put(reason, count(Stage.INGEST, reason));
    }
    long skipped = count(Stage.INGEST, IngestCounters.SKIPPED);
    long all = count(Stage.INGEST, IngestCounters.DOCUMENTS) + skipped;
    return new SummaryFigures.Records(
        all,
        new SummaryFigures.SetAside(
            skipped,
            Part.of(skipped, all).share(),
            count(Stage.DEDUP, DedupCounters.UNREAD_KEPT),
            byReason,
            IngestCounters.noDocuments(stages.get(Stage.INGEST))),
        new SummaryFigures.Tolerated(
            count(Stage.INGEST, Tolerance.WARC_SYNTAX),
            count(Stage.INGEST, Tolerance.CONTENT_ENCODING),
            count(Stage.INGEST, Tolerance.CONTENT_TYPE),
            count(Stage.INGEST, Tolerance.TRAILING_BYTES),
            count(Stage.INGEST, Tolerance.QUOTES)));
  }

  private SummaryFigures.Documents documents() {
    long in = count(Stage.INGEST, IngestCounters.DOCUMENTS);
    return new SummaryFigures.Documents(
        in,
        count(Stage.INGEST, IngestCounters.TEXT_BYTES),
        count(Stage.INGEST, IngestCounters.MALFORMED),
        count(Stage.INGEST, IngestCounters.REPEATED_IDS),
        Part.of(count(Stage.SHINGLE_SORT, ShingleSortCounters.DOCUMENTS_WITHOUT_SHINGLES), in),
        count(Stage.DEDUP, DedupCounters.DOCUMENTS_KEPT),
        removed(in));
  }

  private SummaryFigures.StopShingleFigures stopShingles() {
    long leftOut = count(Stage.SHINGLE_SORT, ShingleSortCounters.STOP_SHINGLE_OCCURRENCES);
    return new SummaryFigures.StopShingleFigures(
        count(Stage.SHINGLE_SORT, ShingleSortCounters.STOP_SHINGLES),
        Part.of(
            leftOut, leftOut + count(Stage.SHINGLE_SORT, ShingleSortCounters.SHINGLE_OCCURRENCES)),
        Part.of(
            count(Stage.SHINGLE_SORT, ShingleSortCounters.DOCUMENTS_OF_STOP_SHINGLES),
            count(Stage.INGEST, IngestCounters.DOCUMENTS)));
  }

  private SummaryFigures.Removed removed(long documents) {
    Long removed = count(Stage.DEDUP, DedupCounters.DOCUMENTS_REMOVED);
    if (removed == null) {
      return new SummaryFigures.Removed(
          null, null, null, null, null, new SummaryFigures.Similarities(null), Part.UNKNOWN);
    }
    long byLink = count(Stage.CLUSTER, ClusterCounters.REMOVED_BY_LINK);
    Map<String, String> facts = stages.get(Stage.CLUSTER).facts();
    String least = facts.getOrDefault(Fact.LEAST_SIMILARITY.key(), "1");
    return new SummaryFigures.Removed(
        removed,
        Part.of(removed, documents).share(),
        count(Stage.CLUSTER, ClusterCounters.REMOVED_BY) - byLink,
        byLink,
        count(Stage.DEDUP, DedupCounters.REMOVED_WITHOUT_SHINGLES),
        new SummaryFigures.Similarities(
            byLink > 0 ? null : Double.valueOf(least)), // of a chain: unknown
        settings.get(Keys.LINKING).equals("direct")
                && settings.get(Keys.VERIFY_MODE).equals("exact")
            ? Part.of(
                count(Stage.CLUSTER, ClusterCounters.SHINGLES_NOT_IN_KEPT),
                count(Stage.CLUSTER, ClusterCounters.SHINGLES_OF_REMOVED))
            : Part.UNKNOWN);
  }

  private SummaryFigures.Signatures signatures() {
    return new SummaryFigures.Signatures(
        count(Stage.SHINGLE_SORT, ShingleSortCounters.SIGNATURES),
        number(Stage.SHINGLE_SORT, Fact.SLOTS),
        count(Stage.SHINGLE_SORT, ShingleSortCounters.SHINGLE_OCCURRENCES),
        SkippedPairs.of(stages.get(Stage.BAND_BUCKET)).all());
  }

  private SummaryFigures.Buckets buckets() {
    SkippedPairs skipped = SkippedPairs.of(stages.get(Stage.BAND_BUCKET));
    return new SummaryFigures.Buckets(
        count(Stage.BAND_BUCKET, BandBucketCounters.NONTRIVIAL_BUCKETS),
        number(Stage.BAND_BUCKET, Fact.LARGEST_BUCKET),
        new SummaryFigures.LargeBuckets(
            skipped.buckets(), skipped.atMost(), Part.of(skipped.atMost(), skipped.all()).share()),
        new SummaryFigures.Twins(
            count(Stage.BAND_BUCKET, BandBucketCounters.TWIN_GROUPS_COLLAPSED),
            count(Stage.BAND_BUCKET, BandBucketCounters.TWIN_PAIRS_IMPLIED)));
  }

  private SummaryFigures.Candidates candidates() {
    long candidates = count(Stage.CANDIDATE_LIST, CandidateListCounters.CANDIDATES);
    Long compared = count(Stage.VERIFY, VerifyCounters.PLAUSIBLE);
    return new SummaryFigures.Candidates(
        candidates, compared == null ? Part.UNKNOWN : Part.of(compared, candidates));
  }

  /** Returns the account of sources, with those that lose most of their documents. */
  private SummaryFigures.Sources sources(List<SourceShare> worst, List<SourceOverlap> overlaps) {
    Long sources = count(Stage.CLUSTER, ClusterCounters.SOURCES);
    Double max = sources == null || sources == 0 ? null : Double.valueOf(0);
    return new SummaryFigures.Sources(
        sources,
        count(Stage.CLUSTER, ClusterCounters.SOURCES_WIPED_OUT),
        new SummaryFigures.SourcesRemoved(
            new SummaryFigures.Shares(
                worst.isEmpty() ? max : Double.valueOf(worst.get(0).share()))),
        worst,
        overlaps(overlaps));
  }

  private SummaryFigures.Overlaps overlaps(List<SourceOverlap> overlaps) {
    Long documents = count(Stage.CLUSTER, ClusterCounters.IN_SEVERAL_SOURCES);
    return new SummaryFigures.Overlaps(
        documents,
        documents == null
            ? null
            : Part.of(documents, count(Stage.INGEST, IngestCounters.DOCUMENTS)).share(),
        overlaps.stream()
            .filter(SourceOverlap::differ)
            .sorted(SourceOverlap.LARGEST)
            .limit(MAX_OVERLAPS)
            .toList());
  }

  /** Returns the seconds of the stages, and of all together. */
  public SummaryFigures.Seconds seconds() {
    double total = stages.values().stream().mapToDouble(StageMetadata::seconds).sum();
    return new SummaryFigures.Seconds(
        Math.round(100 * total) / 100.0,
        seconds(Stage.INGEST),
        seconds(Stage.SHINGLE_SORT),
        seconds(Stage.BAND_BUCKET),
        seconds(Stage.CANDIDATE_LIST),
        seconds(Stage.VERIFY),
        seconds(Stage.CLUSTER),
        seconds(Stage.DEDUP));
  }

  private Double seconds(Stage stage) {
    return stages.containsKey(stage) ? stages.get(stage).seconds() : null;
  }

  /** Returns a count of a stage, null if it was not run. */
  private Long count(Stage stage, Enum<?> counter) {
    return stages.containsKey(stage) ? stages.get(stage).count(counter) : null;
  }

  /** Returns a fact of a stage, null if it was not run. */
  private Long number(Stage stage, Fact fact) {
    return stages.containsKey(stage) ? stages.get(stage).number(fact) : null;
  }
}
