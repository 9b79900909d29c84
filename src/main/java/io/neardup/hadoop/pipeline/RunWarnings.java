package io.neardup.hadoop.pipeline;

import io.neardup.config.BandingAdvice;
import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.stage0ingest.IngestCounters;
import io.neardup.hadoop.stage1shinglesort.ShingleSortStage;
import io.neardup.hadoop.stage2bandbucket.SkippedPairs;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.removal.ClusterWarnings;
import io.neardup.hadoop.stage5cluster.removal.SourceShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The warnings of a run, for its summary. They are made anew from what the stages counted, so that
 * a resumed run has all of them.
 */
final class RunWarnings {

  private RunWarnings() {}

  /**
   * Returns the warnings.
   *
   * @param stages the metadata of the stages
   * @param settings of the run
   * @param worstSources the sources that lose most
   */
  static List<String> of(
      Map<Stage, StageMetadata> stages, Settings settings, List<SourceShare> worstSources) {
    List<String> warnings = new ArrayList<>();
    BandingAdvice.warning(settings).ifPresent(warnings::add);
    long damaged = stages.get(Stage.INGEST).count(SkipReason.DAMAGED_FILE);
    if (damaged > 0) {
      warnings.add(
          Quantity.of(damaged, "file is", "files are")
              + " truncated or corrupt: an unknown number of documents is lost");
    }
    long malformed = stages.get(Stage.INGEST).count(IngestCounters.MALFORMED);
    if (malformed > 0) {
      warnings.add(
          Quantity.of(malformed, "document has", "documents have")
              + " bytes that are not of their charset ("
              + Keys.CHARSET
              + "): each such byte is read as U+FFFD, so that different texts may look alike");
    }
    long trailing = stages.get(Stage.INGEST).count(SkipReason.TRAILING_BYTES);
    if (trailing > 0) {
      warnings.add(
          Quantity.of(trailing, "file has", "files have")
              + " other bytes after the gzip data, which were not read; skipped.tsv names them");
    }
    ShingleSortStage.warning(stages.get(Stage.INGEST), stages.get(Stage.SHINGLE_SORT))
        .ifPresent(warnings::add);
    SkippedPairs skipped = SkippedPairs.of(stages.get(Stage.BAND_BUCKET));
    if (!skipped.isEmpty()) {
      warnings.add(skipped.warning(settings.get(Keys.MAX_BUCKET_COLUMNS)));
    }
    StageMetadata clusters = stages.get(Stage.CLUSTER);
    if (clusters != null) {
      long large = clusters.count(ClusterCounters.LARGE_CLUSTERS);
      if (large > 0) {
        warnings.add(
            ClusterWarnings.ofLargeClusters(
                large,
                Long.parseLong(clusters.configuration().get(Keys.MAX_CLUSTER_DOCUMENTS.name()))));
      }
      long chains = clusters.count(ClusterCounters.REMOVED_BY_LINK);
      ClusterWarnings.ofChains(chains, settings).ifPresent(warnings::add);
      worstSources.stream()
          .filter(SourceShare::isWipedOut)
          .map(ClusterWarnings::ofNothingLeft)
          .forEach(warnings::add);
    }
    return warnings;
  }
}
