package io.neardup.hadoop.explain;

import io.neardup.hadoop.cost.CorpusLoad;
import io.neardup.hadoop.cost.PairLoad;
import java.util.function.ToDoubleFunction;

/**
 * A load with given numbers of candidates and plausible pairs. Quantities that depend on them keep
 * their ratio in the sample, or are one per pair if the sample has none.
 *
 * <p>If documents were sampled, the number of documents in pairs is not known, as the sample has
 * lost most of their partners; what depends on it is then an upper bound.
 */
final class ScaledPairs implements PairLoad {

  /** Bytes of a column in a tail if none was sampled: enough for differences up to 2²¹. */
  private static final double COLUMN_BYTES = 3;

  /** The fewest sampled partners of a document that the sample of documents is used for. */
  private static final double MIN_PARTNERS = 4;

  private final SampledPairs sampled;
  private final SampledPairs half; // of half of the sample
  private final double share;
  private final SampledPairs documents; // of the sample of documents, or null
  private final double documentShare;
  private final CorpusLoad load;
  private final Numbers found;
  private final double candidates;
  private final double plausible;

  /** Numbers of candidates, and of those that are plausible. */
  record Numbers(double candidates, double plausible) {}

  /**
   * @param sampled shows the numbers of documents
   * @param half of half of its documents
   * @param share of the documents of the corpus that the sample is taken from
   * @param documents those of the sample of documents, or null if there is one sample only
   * @param documentShare the documents that it has, as a share of the corpus
   * @param found the numbers estimated for the corpus
   * @param target the numbers of the load
   */
  ScaledPairs(
      SampledPairs sampled,
      SampledPairs half,
      double share,
      SampledPairs documents,
      double documentShare,
      CorpusLoad load,
      Numbers found,
      Numbers target) {
    this.sampled = sampled;
    this.half = half;
    this.share = share;
    this.documents = documents;
    this.documentShare = documentShare;
    this.load = load;
    this.found = found;
    this.candidates = target.candidates;
    this.plausible = target.plausible;
  }

  /**
   * Scales a count from the sample to the corpus. Such counts grow more slowly than pairs, as pairs
   * share documents; the exponent is that of the growth from half of the sample to all of it.
   */
  private double ofCorpus(ToDoubleFunction<SampledPairs> count) {
    double ofSample = count.applyAsDouble(sampled);
    double ofHalf = count.applyAsDouble(half);
    double exponent =
        ofHalf == 0 ? 2 : Math.max(1, Math.min(2, Math.log(ofSample / ofHalf) / Math.log(2)));
    return ofSample * Math.pow(1 / share, exponent);
  }

  private static double candidates(SampledPairs sample) {
    return sample.chance().total() + sample.plausible().total();
  }

  private double sampledCandidates() {
    return candidates(sampled);
  }

  /** Returns the sample with more pairs: the other one may have missed large families. */
  private SampledPairs ofMostPairs() {
    return documents != null && candidates(documents) > candidates(sampled) ? documents : sampled;
  }

  /** Scales a number of documents that grows with the candidates. */
  private double withCandidates(double ofCorpus) {
    return sampledCandidates() == 0 ? candidates : candidates / found.candidates * ofCorpus;
  }

  /** Scales a number of documents that grows with the plausible pairs. */
  private double withPlausible(double ofCorpus) {
    return found.plausible == 0 ? plausible : plausible / found.plausible * ofCorpus;
  }

  /** Scales a number of pairs. */
  private static double scaled(double number, double sampled, double ofPairs) {
    return sampled == 0 ? number : number / sampled * ofPairs;
  }

  @Override
  public double listed() {
    SampledPairs pairs = ofMostPairs();
    return scaled(plausible, pairs.plausible().total(), pairs.listedPlausible())
        + scaled(candidates - plausible, pairs.chance().total(), pairs.listedChance());
  }

  @Override
  public double candidates() {
    return candidates;
  }

  @Override
  public double plausible() {
    return plausible;
  }

  @Override
  public double tails(int parts) {
    double most = Math.min(listed(), load.columns() * parts);
    return Math.min(most, withCandidates(ofCorpus(pairs -> pairs.tails(parts))));
  }

  @Override
  public double tailBytes() {
    return sampledCandidates() == 0
        ? COLUMN_BYTES * candidates
        : scaled(candidates, candidates(ofMostPairs()), ofMostPairs().tailBytes());
  }

  @Override
  public double columnBytes() {
    return sampledCandidates() == 0 ? COLUMN_BYTES : ofMostPairs().columnBytes();
  }

  @Override
  public double listsInBlocks() {
    return Math.min(candidates, withCandidates(ofCorpus(SampledPairs::listsInBlocks)));
  }

  @Override
  public double similar() {
    double most = Math.min(2 * plausible, load.columns());
    return isWithoutPlausible() ? most : Math.min(most, withPlausible(of(SampledPairs::similar)));
  }

  @Override
  public double sends() {
    double all = withPlausible(of(SampledPairs::sends));
    return isWithoutPlausible() ? 2 * similar() : Math.min(all, similar() + plausible);
  }

  @Override
  public double bytesOfSent() {
    return isWithoutPlausible()
        ? meanBytes()
        : of(SampledPairs::sentBytes) / of(SampledPairs::sends);
  }

  private boolean isWithoutPlausible() {
    return found.plausible == 0;
  }

  /** A sum over the documents with some numbers of partners in a sample. */
  private interface Sum {
    double of(SampledPairs sample, double from, double to);
  }

  /**
   * Returns a sum over the documents of plausible pairs of the corpus. Of two samples, that of
   * documents shows the documents with so many partners that some were sampled, that of hash space
   * the others.
   */
  private double of(Sum sum) {
    if (documents == null) {
      return ofCorpus(sample -> sum.of(sample, 0, Double.POSITIVE_INFINITY));
    }
    return sum.of(sampled, 0, MIN_PARTNERS * share / documentShare) / share
        + sum.of(documents, MIN_PARTNERS, Double.POSITIVE_INFINITY) / documentShare;
  }

  private double meanBytes() {
    return load.perDocument(load.idBytes() + load.textBytes());
  }
}
