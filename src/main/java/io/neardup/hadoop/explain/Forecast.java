package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.cost.CorpusLoad;
import io.neardup.hadoop.cost.StageCost;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage0ingest.IngestCost;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCost;
import io.neardup.hadoop.stage2bandbucket.BandBucketCost;
import io.neardup.hadoop.stage3candidatelist.CandidateListCost;
import io.neardup.hadoop.stage3candidatelist.SampledTails;
import io.neardup.hadoop.stage4verify.VerifyCost;
import io.neardup.hadoop.stage5cluster.ClusterCost;
import io.neardup.hadoop.stage6dedup.DedupCost;
import java.io.IOException;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the stages of a pipeline cost for a number of documents like those of a sample. Documents of
 * the same kind have as many near-duplicates each, however many there are: plausible pairs grow
 * with the documents; the other candidates, met by chance, grow with their square.
 *
 * <p>Deterministic: the same corpus, settings and sample give the same numbers.
 */
final class Forecast {

  private static final double SAMPLE_STEP = 1.1;
  private static final double MAX_SAMPLE = 1e6; // times the sample

  private final StageContext context;
  private final Sample sample;
  private final double share; // fraction of the documents that was read
  private final long columns; // of the corpus
  private final CorpusLoad load;
  private final SampledPairs pairs;
  private final SampledPairs half; // of half of the sample
  private final Estimate chance;
  private final Estimate plausible;

  /**
   * @param documents how many there are to be
   */
  Forecast(StageContext context, Corpus corpus, Sample sample, long documents) throws IOException {
    this.context = context;
    this.sample = sample;
    this.share = sample.documents() / (double) Math.max(1, corpus.columns());
    this.columns = Math.max(1, corpus.columns());
    double growth = documents / (double) columns;
    this.load = new CorpusScale(context.conf(), corpus, sample).load(documents);
    this.pairs = pairs(sample, share, growth);
    this.half = share == 1 ? pairs : pairs(sample.half(), share / 2, growth);
    double ofTarget = share / Math.max(1, growth);
    double missed = 1 - ofTarget * ofTarget; // fraction of the target's pairs
    double ofHash = pairs.hashes().share();
    double unseen = Math.sqrt(1 - (1 - missed) * ofHash * ofHash) / (share * share * ofHash);
    this.chance = chance(growth * growth, missed, unseen);
    this.plausible = plausible(growth, unseen);
  }

  private SampledPairs pairs(Sample documents, double itsShare, double growth) {
    return SampledPairs.of(
        documents,
        itsShare,
        context.settings(),
        hashes ->
            new SampledTails(
                hashes,
                context.settings().getInt(Keys.BANDS),
                CandidateListCost.groups(context, load)),
        hashes ->
            VerifyCost.sampled(
                context, load, documents::column, columns, itsShare, growth, hashes));
  }

  private Estimate chance(double growth, double missed, double unseen) {
    PairEstimate all = pairs.chance();
    double variance = growth * growth * missed;
    return new Estimate(
        growth * all.total(),
        variance * all.pairVariance(),
        variance * all.stretchVariance(sample.stretches())
            + growth * growth * all.bucketVariance(pairs.hashes().share()),
        growth * unseen);
  }

  private Estimate plausible(double growth, double unseen) {
    PairEstimate all = pairs.plausible();
    double missed = 1 - share * share; // of the pairs of the corpus
    double others = Math.max(0, 1 - 1 / growth); // fraction of documents beyond the corpus
    double variance = growth * growth;
    return new Estimate(
        growth * all.total(),
        variance * missed * all.pairVariance(),
        variance
            * (missed * all.stretchVariance(sample.stretches())
                + all.bucketVariance(pairs.hashes().share())
                + others * pairs.families().variance()),
        growth * unseen);
  }

  /** Returns the share of hash space whose pairs were examined. */
  double hashShare() {
    return pairs.hashes().share();
  }

  /** Returns the share of the documents of the corpus that was read. */
  double share() {
    return share;
  }

  /** Returns the documents that the forecast is for. */
  CorpusLoad load() {
    return load;
  }

  /** Returns the pairs that the candidate lists would have. */
  Interval candidates() {
    return chance.interval().plus(plausible.interval());
  }

  /** Returns the candidates that pass the signature filter, whose documents would be compared. */
  Interval plausible() {
    return plausible.interval();
  }

  /** Returns the documents in plausible pairs. */
  Interval similar() {
    return new Interval(
        at(Interval::likely).similar(), at(Interval::low).similar(), at(Interval::high).similar());
  }

  /** Returns the pairs at their likely number or at an end of the interval. */
  private ScaledPairs at(ToDoubleFunction<Interval> end) {
    return new ScaledPairs(
        pairs, half, share, load, end.applyAsDouble(candidates()), end.applyAsDouble(plausible()));
  }

  /**
   * Returns the cost of each stage, in stage order.
   *
   * @param end selects the number of pairs: the likely one, or an end of the interval
   */
  List<StageCost> stages(ToDoubleFunction<Interval> end) {
    ScaledPairs scaled = at(end);
    return List.of(
        IngestCost.of(context, load),
        ShingleSortCost.of(context, load),
        BandBucketCost.of(context, load),
        CandidateListCost.of(context, load, scaled),
        VerifyCost.of(context, load, scaled),
        ClusterCost.of(context, load, scaled),
        DedupCost.of(context, load));
  }

  /** Returns whether the sample has both chance pairs and plausible ones. */
  boolean hasAllKinds() {
    return chance.number() > 0 && plausible.number() > 0;
  }

  /** Returns whether a number of pairs is known to a factor: high at most so many times low. */
  boolean isWithin(double factor) {
    return !candidates().isWider(factor) && !plausible().isWider(factor);
  }

  /**
   * Returns about how many documents the sample would need for that factor; infinity if more than a
   * million times as many.
   */
  double documentsFor(double factor) {
    for (double times = 1; times < MAX_SAMPLE; times *= SAMPLE_STEP) {
      Interval compared = plausible.ofLargerSample(times);
      Interval all = chance.ofLargerSample(times).plus(compared);
      if (!all.isWider(factor) && !compared.isWider(factor)) {
        return rounded(times * sample.documents());
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** Returns a number rounded up to two significant digits. */
  private static double rounded(double number) {
    double unit = Math.pow(10, Math.floor(Math.log10(number)) - 1);
    return unit * Math.ceil(number / unit);
  }
}
