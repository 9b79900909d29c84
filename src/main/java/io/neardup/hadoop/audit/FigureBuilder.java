package io.neardup.hadoop.audit;

import io.neardup.audit.PairTally;
import io.neardup.audit.Share;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.stage6dedup.CollectionCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Makes the figures of an audit from its counters and tallies. */
final class FigureBuilder {

  private final StageContext context;
  private final Tallies tallies;
  private final List<String> changed;
  private final double threshold;

  FigureBuilder(StageContext context, Tallies tallies, List<String> changed, double threshold) {
    this.context = context;
    this.tallies = tallies;
    this.changed = changed;
    this.threshold = threshold;
  }

  AuditFigures build(long seed, long asked, long size, long columns, long comparisons) {
    boolean everything = size >= columns;
    long kept = count(AuditCounters.KEPT);
    long withNearDuplicate = count(AuditCounters.WITH_NEAR_DUPLICATE);
    return new AuditFigures(
        StageMetadata.version(),
        new AuditFigures.Sample(
            seed, asked, size, columns, withNearDuplicate, comparisons, threshold),
        new AuditFigures.Recall(
            tallies.pairs(Tallies.REPORTED).recall(size, columns),
            tallies.pairs(Tallies.IMPLIED).recall(size, columns),
            tallies.pairs(Tallies.SAME_CLUSTER).recall(size, columns),
            Share.ofCount(count(AuditCounters.FOUND), withNearDuplicate, everything),
            bands(size, columns)),
        new AuditFigures.Removals(
            Share.ofCount(count(AuditCounters.MISSED_REMOVALS), kept, everything),
            Share.ofCount(count(AuditCounters.KEPT_WITH_KEPT), kept, everything)),
        missed(),
        checks());
  }

  private List<AuditFigures.Band> bands(long size, long columns) {
    List<AuditFigures.Band> bands = new ArrayList<>();
    int perUnit = Tallies.BANDS_PER_UNIT;
    for (int band = (int) (threshold * perUnit); band <= perUnit; band++) {
      PairTally tally = tallies.band(band);
      Share recall = tally.recall(size, columns);
      bands.add(
          new AuditFigures.Band(
              Math.max(threshold, (double) band / perUnit),
              Math.min(1, (band + 1.0) / perUnit),
              recall,
              recall.of() == 0 || context.settings().isOfContainment()
                  ? null
                  : Math.round(tallies.expected(band) / recall.of() * 1e6) / 1e6));
    }
    return bands;
  }

  private AuditFigures.Missed missed() {
    List<AuditFigures.MissedPair> examples = new ArrayList<>();
    long pairs = 0;
    for (Cause cause : Cause.values()) {
      pairs += count(cause.counter());
      for (String example : tallies.examples(cause.name())) {
        String[] fields = example.split("\t", -1);
        examples.add(
            new AuditFigures.MissedPair(
                cause.name().toLowerCase(Locale.ROOT),
                Long.parseLong(fields[0]),
                fields[1],
                Long.parseLong(fields[2]),
                fields[3],
                Long.parseLong(fields[4]) / 1e6));
      }
    }
    return new AuditFigures.Missed(
        pairs,
        count(AuditCounters.IMPLIED),
        count(AuditCounters.GUARD),
        count(AuditCounters.BANDS),
        count(AuditCounters.FILTER),
        count(AuditCounters.FAULT),
        examples);
  }

  private AuditFigures.Checks checks() {
    List<AuditFigures.Wrong> examples = new ArrayList<>();
    for (String example : tallies.examples(Judgement.WRONG)) {
      String[] fields = example.split("\t", -1);
      examples.add(
          new AuditFigures.Wrong(
              Long.parseLong(fields[0]), fields[1], Long.parseLong(fields[2]), fields[3]));
    }
    long wrongPairs = count(AuditCounters.WRONG_PAIRS);
    long wrongClusters = count(AuditCounters.WRONG_LINKS);
    long wrongRemovals = count(AuditCounters.WRONG_REMOVALS);
    return new AuditFigures.Checks(
        count(AuditCounters.FAULT) + wrongPairs + wrongClusters + wrongRemovals + changed.size(),
        count(AuditCounters.PAIRS_CHECKED),
        wrongPairs,
        count(AuditCounters.LINKS_CHECKED),
        wrongClusters,
        count(AuditCounters.REMOVALS_CHECKED),
        wrongRemovals,
        context.count(CollectionCounters.DOCUMENTS_COMPARED),
        context.count(CollectionCounters.WRONG_FILES),
        changed,
        examples);
  }

  private long count(AuditCounters counter) {
    return context.count(counter);
  }
}
