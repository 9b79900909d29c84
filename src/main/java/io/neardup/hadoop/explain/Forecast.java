package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.cost.CorpusLoad;
import io.neardup.hadoop.cost.StageCost;
import io.neardup.hadoop.job.Fact;
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
  private final Samples samples;
  private final double share; // fraction of the documents that was read
  private final long columns; // of the corpus
  private final CorpusLoad load;
  private final SampledPairs items; // shows the numbers of documents
  private final SampledPairs half; // of half of its documents
  private final SampledPairs documents; // of the sample of documents, or null
  private final Found chance;
  private final Found plausible;

  /**
   * A number of pairs found in a sample.
   *
   * @param base the estimate for the corpus
   * @param estimate that for the target
   */
  private record Found(double base, Estimate estimate) {

    /**
     * Returns the one with the narrower interval, or that of the sample of documents if it is
     * larger with confidence: a sample of hash space may have missed large families.
     */
    Found or(Found ofDocuments) {
      boolean isMissing = ofDocuments.estimate.interval().low() > estimate.interval().high();
      return isMissing || ofDocuments.width() < width() ? ofDocuments : this;
    }

    private double width() {
      Interval interval = estimate.interval();
      return interval.high() == interval.low() ? 1 : interval.high() / interval.low();
    }
  }

  /**
   * @param documents how many there are to be
   */
  Forecast(StageContext context, Corpus corpus, Samples samples, long documents)
      throws IOException {
    this.context = context;
    this.samples = samples;
    this.columns = Math.max(1, corpus.columns());
    this.share = samples.hashes().documents() / (double) columns;
    double growth = documents / (double) columns;
    this.load = load(corpus, samples.hashes(), documents);
    this.items = pairs(samples.hashes(), share, growth);
    this.half = share == 1 ? items : pairs(samples.hashes().half(), share / 2, growth);
    Found itsChance = chance(items, samples.hashes(), growth);
    Found itsPlausible = plausible(items, samples.hashes(), growth);
    if (samples.areTwo()) {
      this.documents = pairs(samples.documents(), share(samples.documents()), growth);
      this.chance = itsChance.or(chance(this.documents, samples.documents(), growth));
      this.plausible = itsPlausible.or(plausible(this.documents, samples.documents(), growth));
    } else {
      this.documents = null;
      this.chance = itsChance;
      this.plausible = itsPlausible;
    }
  }

  /** Returns the load of a number of documents like the sample's, in files like the corpus's. */
  private static CorpusLoad load(Corpus corpus, Sample sample, long documents) {
    double each = documents / (double) Math.max(1, sample.documents());
    return new CorpusLoad(
        documents,
        Math.max(1, corpus.metadata().number(Fact.FILES)), // as many, but larger
        corpus.metadata().number(Fact.BYTES) * (documents / (double) Math.max(1, corpus.columns())),
        sample.textBytes() * each,
        sample.idBytes() * each,
        sample.nameBytes() * each,
        sample.signed() * each,
        sample.shingles() * each,
        sample.pairs() * each);
  }

  private double share(Sample sample) {
    return sample.documents() / (double) columns;
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

  /** Returns the fraction of the pairs of a number of documents that a sample does not have. */
  private double missed(Sample sample, double growth) {
    double ofTarget = share(sample) / Math.max(1, growth);
    return 1 - ofTarget * ofTarget;
  }

  /** Returns what one more sampled pair would add. */
  private double unseen(SampledPairs pairs, Sample sample, double growth) {
    double ofHash = pairs.hashes().share();
    double ofPairs = share(sample) * share(sample) * ofHash;
    return Math.sqrt(1 - (1 - missed(sample, growth)) * ofHash * ofHash) / ofPairs;
  }

  private Found chance(SampledPairs pairs, Sample sample, double growth) {
    PairEstimate all = pairs.chance();
    double square = growth * growth;
    double missed = missed(sample, growth);
    double variance = square * square * missed;
    return new Found(
        all.total(),
        new Estimate(
            square * all.total(),
            variance * all.pairVariance(),
            variance * all.stretchVariance(sample.stretches())
                + square * square * all.bucketVariance(pairs.hashes().share()),
            square * unseen(pairs, sample, growth)));
  }

  private Found plausible(SampledPairs pairs, Sample sample, double growth) {
    PairEstimate all = pairs.plausible();
    double missed = missed(sample, 1); // of the pairs of the corpus
    double others = Math.max(0, 1 - 1 / growth); // fraction of documents beyond the corpus
    double variance = growth * growth;
    return new Found(
        all.total(),
        new Estimate(
            growth * all.total(),
            variance * missed * all.pairVariance(),
            variance
                * (missed * all.stretchVariance(sample.stretches())
                    + all.bucketVariance(pairs.hashes().share())
                    + others * pairs.families().variance()),
            growth * unseen(pairs, sample, growth)));
  }

  /** Returns the share of hash space whose pairs were examined. */
  double hashShare() {
    return items.hashes().share();
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
    return chance.estimate().interval().plus(plausible());
  }

  /** Returns the candidates that pass the signature filter, whose documents would be compared. */
  Interval plausible() {
    return plausible.estimate().interval();
  }

  /** Returns the documents in plausible pairs. */
  Interval similar() {
    return new Interval(
        at(Interval::likely).similar(), at(Interval::low).similar(), at(Interval::high).similar());
  }

  /** Returns the sample that shows how similar the plausible pairs are. */
  SampledPairs ofPlausible() {
    return documents != null && items.plausible().total() == 0 ? documents : items;
  }

  /** Returns whether all documents were read, and all of hash space was examined. */
  boolean isExact() {
    return share == 1 && ofPlausible().hashes().isAll();
  }

  /** Returns the pairs at their likely number or at an end of the interval. */
  private ScaledPairs at(ToDoubleFunction<Interval> end) {
    return new ScaledPairs(
        items,
        half,
        share,
        documents,
        share(samples.documents()),
        load,
        new ScaledPairs.Numbers(chance.base() + plausible.base(), plausible.base()),
        new ScaledPairs.Numbers(end.applyAsDouble(candidates()), end.applyAsDouble(plausible())));
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
    return chance.base() > 0 && plausible.base() > 0;
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
      Interval compared = plausible.estimate().ofLargerSample(times);
      Interval all = chance.estimate().ofLargerSample(times).plus(compared);
      if (!all.isWider(factor) && !compared.isWider(factor)) {
        return rounded(times * samples.hashes().documents());
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
