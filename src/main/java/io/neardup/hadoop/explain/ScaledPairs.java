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

  private final SampledPairs sampled;
  private final SampledPairs half; // of half of the sample
  private final double share;
  private final CorpusLoad load;
  private final double candidates;
  private final double plausible;

  /**
   * @param share of the documents of the corpus that the sample is taken from
   */
  ScaledPairs(
      SampledPairs sampled,
      SampledPairs half,
      double share,
      CorpusLoad load,
      double candidates,
      double plausible) {
    this.sampled = sampled;
    this.half = half;
    this.share = share;
    this.load = load;
    this.candidates = candidates;
    this.plausible = plausible;
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

  private double sampledCandidates() {
    return sampled.chance().total() + sampled.plausible().total();
  }

  private double withCandidates(double ofCorpus) {
    double all = sampledCandidates();
    return all == 0 ? candidates : candidates / all * ofCorpus;
  }

  private double withPlausible(double ofCorpus) {
    double all = sampled.plausible().total();
    return all == 0 ? plausible : plausible / all * ofCorpus;
  }

  @Override
  public double listed() {
    double chance = sampled.chance().total();
    double others = candidates - plausible;
    return withPlausible(sampled.listedPlausible())
        + (chance == 0 ? others : others / chance * sampled.listedChance());
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
        : withCandidates(sampled.tailBytes());
  }

  @Override
  public double columnBytes() {
    return sampledCandidates() == 0 ? COLUMN_BYTES : sampled.columnBytes();
  }

  @Override
  public double listsInBlocks() {
    return Math.min(candidates, withCandidates(ofCorpus(SampledPairs::listsInBlocks)));
  }

  @Override
  public double similar() {
    double most = Math.min(2 * plausible, load.columns());
    return sampled.plausible().total() == 0
        ? most
        : Math.min(most, withPlausible(ofCorpus(SampledPairs::similar)));
  }

  @Override
  public double sends() {
    double elsewhere = withPlausible(ofCorpus(pairs -> pairs.sends() - pairs.similar()));
    return similar() + Math.min(plausible, elsewhere);
  }

  @Override
  public double bytesOfSent() {
    return sampled.plausible().total() == 0 ? meanBytes() : sampled.bytesOfSent();
  }

  private double meanBytes() {
    return load.perDocument(load.idBytes() + load.textBytes());
  }
}
