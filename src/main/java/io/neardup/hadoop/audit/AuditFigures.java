package io.neardup.hadoop.audit;

import io.neardup.audit.Share;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.FiguresFile;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Results;
import io.neardup.hadoop.stage6dedup.CollectionCounters;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * What an audit found: the content of {@code audit.json}. It is the same for any number of tasks.
 * The names of the components are its paths and the names that conditions use; the page on figures
 * describes each.
 */
public record AuditFigures(
    String neardup,
    Sampled sample,
    Recall recall,
    Removals removals,
    Missed missed,
    Checks checks) {

  /** The file beside the results. */
  public static final FiguresFile<AuditFigures> FILE =
      new FiguresFile<>(Results.AUDIT, AuditFigures.class);

  /** The most examples of a cause, or of what is wrong. */
  private static final int MAX_EXAMPLES = 20;

  /**
   * The sample.
   *
   * @param documents how many were sampled: fewer than asked for if the corpus has fewer, or if the
   *     comparisons would have exceeded the limit
   * @param corpus how many documents the corpus has
   * @param predictedComparisons about how many comparisons of short documents the sample was worth
   */
  public record Sampled(
      long seed,
      long asked,
      long documents,
      long corpus,
      long withNearDuplicate,
      long predictedComparisons,
      double threshold) {}

  /** How much was found; by similarity, ascending. */
  public record Recall(
      Share pairs,
      Share pairsWithImplied,
      Share pairsInSameCluster,
      Share documents,
      List<Band> bySimilarity) {}

  /**
   * The pairs of a similarity of {@code from} to below {@code to}, or to 1.
   *
   * @param expected the mean of the S-curve over these pairs; null if there is none
   */
  public record Band(double from, double to, Share recall, Double expected) {}

  /** The shares of the kept documents that should have been removed, or have a kept partner. */
  public record Removals(Share missed, Share keptWithKeptNearDuplicate) {}

  /**
   * The pairs of sampled documents that were not reported, by cause: see {@link AuditCounters}. A
   * pair of two sampled documents counts twice.
   *
   * @param examples the first pairs of each cause
   */
  public record Missed(
      long pairs,
      long implied,
      long guard,
      long bands,
      long filter,
      long fault,
      List<MissedPair> examples) {}

  /** A pair that was not reported; the first column and id are of the sampled document. */
  public record MissedPair(
      String cause, long column, String id, long otherColumn, String otherId, double similarity) {

    /** Returns no examples of a cause; the first by column are kept. */
    static TopNotes<MissedPair> notes(AuditCounters cause) {
      Comparator<MissedPair> order = Comparator.comparingLong(MissedPair::column);
      return new TopNotes<>(
          "missed-" + cause,
          MAX_EXAMPLES,
          order.thenComparingLong(MissedPair::otherColumn),
          MissedPair.class);
    }
  }

  /**
   * Whether the results are right, as far as the sampled documents are concerned.
   *
   * @param faults all that is wrong, and {@link Missed#fault}; 0 if the results are right
   * @param documents how many were looked for in {@code kept/} and {@code removed/}: all, or none
   *     if there is no such output, or if it is of sets
   * @param wrongFiles how many files of these folders lack documents, or have others
   * @param changedFiles files of results that have changed since they were written
   * @param examples what is wrong, the first of each kind
   */
  public record Checks(
      long faults,
      long pairs,
      long wrongPairs,
      long clusters,
      long wrongClusters,
      long removals,
      long wrongRemovals,
      long documents,
      long wrongFiles,
      List<String> changedFiles,
      List<Wrong> examples) {}

  /** What is wrong with a sampled document; the other column may be its own. */
  public record Wrong(long column, String id, long otherColumn, String what) {

    /** Returns no examples; the first by column are kept. */
    static TopNotes<Wrong> notes() {
      Comparator<Wrong> order = Comparator.comparingLong(Wrong::column);
      return new TopNotes<>(
          "wrong", MAX_EXAMPLES, order.thenComparingLong(Wrong::otherColumn), Wrong.class);
    }
  }

  /**
   * Makes the figures.
   *
   * @param context which counted {@link AuditCounters}
   * @param judged the output of the search, where tasks have left notes
   * @param changed what has changed since it was written, as messages
   */
  static AuditFigures of(StageContext context, Path judged, List<String> changed, Sampled sample)
      throws IOException {
    Tallies tallies = Tallies.read(context.conf(), judged);
    boolean everything = sample.documents >= sample.corpus;
    long kept = context.count(AuditCounters.KEPT);
    return new AuditFigures(
        StageMetadata.version(),
        sample,
        new Recall(
            tallies.pairs(Tallies.REPORTED).recall(sample.documents, sample.corpus),
            tallies.pairs(Tallies.IMPLIED).recall(sample.documents, sample.corpus),
            tallies.pairs(Tallies.SAME_CLUSTER).recall(sample.documents, sample.corpus),
            Share.ofCount(context.count(AuditCounters.FOUND), sample.withNearDuplicate, everything),
            bands(tallies, sample, context.settings().isOfContainment())),
        new Removals(
            Share.ofCount(context.count(AuditCounters.MISSED_REMOVALS), kept, everything),
            Share.ofCount(context.count(AuditCounters.KEPT_WITH_KEPT), kept, everything)),
        missed(context, judged),
        checks(context, judged, changed));
  }

  private static List<Band> bands(Tallies tallies, Sampled sample, boolean contained) {
    List<Band> bands = new ArrayList<>();
    int perUnit = Tallies.BANDS_PER_UNIT;
    for (int band = (int) (sample.threshold * perUnit); band <= perUnit; band++) {
      Share recall = tallies.band(band).recall(sample.documents, sample.corpus);
      bands.add(
          new Band(
              Math.max(sample.threshold, (double) band / perUnit),
              Math.min(1, (band + 1.0) / perUnit),
              recall,
              recall.of() == 0 || contained
                  ? null
                  : Math.round(tallies.expected(band) / recall.of() * 1e6) / 1e6));
    }
    return bands;
  }

  private static Missed missed(StageContext context, Path judged) throws IOException {
    List<MissedPair> examples = new ArrayList<>();
    long pairs = 0;
    for (AuditCounters cause : AuditCounters.CAUSES) {
      pairs += context.count(cause);
      examples.addAll(MissedPair.notes(cause).read(context.conf(), judged));
    }
    return new Missed(
        pairs,
        context.count(AuditCounters.IMPLIED),
        context.count(AuditCounters.GUARD),
        context.count(AuditCounters.BANDS),
        context.count(AuditCounters.FILTER),
        context.count(AuditCounters.FAULT),
        examples);
  }

  private static Checks checks(StageContext context, Path judged, List<String> changed)
      throws IOException {
    long wrongPairs = context.count(AuditCounters.WRONG_PAIRS);
    long wrongClusters = context.count(AuditCounters.WRONG_LINKS);
    long wrongRemovals = context.count(AuditCounters.WRONG_REMOVALS);
    return new Checks(
        context.count(AuditCounters.FAULT)
            + wrongPairs
            + wrongClusters
            + wrongRemovals
            + changed.size(),
        context.count(AuditCounters.PAIRS_CHECKED),
        wrongPairs,
        context.count(AuditCounters.LINKS_CHECKED),
        wrongClusters,
        context.count(AuditCounters.REMOVALS_CHECKED),
        wrongRemovals,
        context.count(CollectionCounters.DOCUMENTS_COMPARED),
        context.count(CollectionCounters.WRONG_FILES),
        changed,
        Wrong.notes().read(context.conf(), judged));
  }
}
