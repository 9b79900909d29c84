package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.stage2bandbucket.SampledBuckets;
import io.neardup.hadoop.stage3candidatelist.SampledTails;
import io.neardup.hadoop.stage4verify.SampledBlocks;
import io.neardup.lsh.BandingScheme;
import io.neardup.lsh.BucketSample;
import io.neardup.lsh.HashShare;
import io.neardup.lsh.SharedBands;
import io.neardup.minhash.SignatureColumn;
import java.util.BitSet;

/**
 * The pairs that the buckets of a sample list, as the later stages would handle them. If the
 * buckets list very many pairs, the sample of hash space is halved until they list fewer.
 *
 * <p>Memory: besides the sample about 250 bytes a document, 50 bytes for each block that a document
 * is sent to, and a bit for each candidate. Takes about 0.1 µs a candidate.
 */
final class SampledPairs {

  /** The most listed pairs that are examined. */
  private static final long MAX_PAIRS = 1L << 26;

  /** Takes a listed pair: two places, and the difference of the other's column to the last one. */
  private interface Listed {
    void take(int number, int band, int head, int other, long difference);
  }

  private final Sample sample;
  private final double share;
  private final BucketSample hashSample;
  private final SampledBuckets buckets;
  private final SharedBands shared;
  private final double[] weights; // by number of buckets
  private final PairEstimate chance = new PairEstimate();
  private final PairEstimate plausible = new PairEstimate();
  private final Families families = new Families();
  private final double[] plausibleByAgreement; // by number of equal slots
  private final double[] squaresByAgreement; // of the weights of these pairs
  private double listedChance;
  private double listedPlausible;
  private SampledTails tails;
  private SampledBlocks blocks;

  /** Makes the counter of a later stage, for a sample of hash space. */
  interface Counter<T> {
    /** Returns an empty counter. */
    T of(HashShare hashes);
  }

  private SampledPairs(Sample sample, double share, Settings settings, long maxPairs) {
    this.sample = sample;
    this.share = share;
    int bands = settings.getInt(Keys.BANDS);
    hashSample =
        new BucketSample(
            sample.signatures(),
            new BandingScheme(bands, settings.getInt(Keys.ROWS)),
            sample.hashes());
    buckets = new SampledBuckets(hashSample, share, settings);
    buckets.limit(maxPairs);
    shared = new SharedBands(bands);
    weights = hashes().weights(bands);
    int slots = bands * settings.getInt(Keys.ROWS);
    plausibleByAgreement = new double[slots + 1];
    squaresByAgreement = new double[slots + 1];
  }

  /**
   * Examines the pairs of a sample.
   *
   * @param share the fraction of the documents of the corpus that the sample is taken from, above
   *     0, at most 1
   * @param tails makes the counter of what stage 3 sends
   * @param blocks makes the counter of what stage 4 sends
   */
  static SampledPairs of(
      Sample sample,
      double share,
      Settings settings,
      Counter<SampledTails> tails,
      Counter<SampledBlocks> blocks) {
    return of(sample, share, settings, tails, blocks, MAX_PAIRS);
  }

  /** As the other method, with the most pairs that are examined. */
  static SampledPairs of(
      Sample sample,
      double share,
      Settings settings,
      Counter<SampledTails> tails,
      Counter<SampledBlocks> blocks,
      long maxPairs) {
    SampledPairs pairs = new SampledPairs(sample, share, settings, maxPairs);
    pairs.tails = tails.of(pairs.hashes());
    pairs.blocks = blocks.of(pairs.hashes());
    pairs.examine();
    return pairs;
  }

  private void examine() {
    BitSet isPlausible = new BitSet(); // by number of the listed pair
    list(
        (number, band, head, other, difference) -> {
          boolean asTwins = buckets.findBands(head, other, shared);
          double weight = sample.pairWeight(head, other, share);
          long inCorpus = Math.round(difference * share); // other documents lie between
          if (asTwins) {
            tails.addTwin(shared, inCorpus, weight);
          } else {
            tails.addColumn(buckets, head, shared, band, inCorpus, weight);
          }
          boolean isFirst = asTwins || buckets.firstOfHead(head, shared, 0, band) == band;
          if (isFirst && examine(band, head, other, asTwins)) {
            isPlausible.set(number);
          }
        });
    blocks.makeBlocks();
    list(
        (number, band, head, other, difference) -> {
          if (isPlausible.get(number)) {
            buckets.findBands(head, other, shared);
            blocks.send(head, other, shared);
          }
        });
  }

  /** Counts a candidate and returns whether it passes the signature filter. */
  private boolean examine(int band, int i, int j, boolean asTwins) {
    int agreement = SignatureColumn.agreement(sample.signature(i), sample.signature(j), 0);
    boolean isPlausible = blocks.isPlausible(agreement);
    int stride = asTwins ? 1 : buckets.leastStride(i, shared, 0, hashSample.bands());
    int count = shared.count();
    double weight = sample.pairWeight(i, j, share) * stride * weights[count];
    PairEstimate kind = isPlausible ? plausible : chance;
    kind.add(sample.stretch(i), sample.stretch(j), weight);
    if (!hashes().isAll() && shared.sampledCount() == 1) {
      kind.addOfBucket(band, hashSample.cell(i, band), weight);
    }
    if (stride > 1) {
      kind.addOfHead(band, i, stride, weight);
    }
    double listed = asTwins ? weight : weight * count;
    if (isPlausible) {
      listedPlausible += listed;
      plausibleByAgreement[agreement] += weight;
      squaresByAgreement[agreement] += weight * weight;
      families.add(i, j, weight);
    } else {
      listedChance += listed;
    }
    tails.add(i, shared, stride, asTwins);
    blocks.add(i, j, agreement, shared, stride, weight);
    return isPlausible;
  }

  /** Sends each pair that a bucket lists to a sink, always in the same order. */
  private void list(Listed sink) {
    int[] number = {0};
    buckets.list(
        (band, head, places, from, to) -> {
          long last = 0;
          for (int at = from; at < to; at++) {
            int other = places[at];
            long column = sample.column(other);
            sink.take(number[0]++, band, head, other, column - last);
            last = column;
          }
        });
  }

  /** Returns the sample of hash space. */
  HashShare hashes() {
    return hashSample.share();
  }

  /** Returns the candidates of the corpus that fail the signature filter. */
  PairEstimate chance() {
    return chance;
  }

  /** Returns the candidates of the corpus that pass the signature filter. */
  PairEstimate plausible() {
    return plausible;
  }

  /** Returns the plausible pairs of the corpus by the number of slots in which they agree. */
  double[] plausibleByAgreement() {
    return plausibleByAgreement.clone();
  }

  /** Returns the sums of the squares of the weights of these pairs, by the same numbers. */
  double[] squaresByAgreement() {
    return squaresByAgreement.clone();
  }

  /** Returns the families that the plausible pairs make. */
  Families families() {
    return families;
  }

  /** Returns the chance pairs of the corpus, each counted as often as it is listed. */
  double listedChance() {
    return listedChance;
  }

  /** Returns the plausible pairs of the corpus, each counted as often as it is listed. */
  double listedPlausible() {
    return listedPlausible;
  }

  /** Returns the mean bytes of a column in the joined tails. */
  double columnBytes() {
    return tails.columnBytes() / tails.columns();
  }

  /** Returns the bytes of the columns in the joined tails of the corpus. */
  double tailBytes() {
    return tails.columnBytes();
  }

  /** Returns the number of tails of the sampled documents, see {@link SampledTails#tails}. */
  double tails(int parts) {
    return tails.tails(parts);
  }

  /** Returns the number of candidate lists, each counted once per block it has columns of. */
  double listsInBlocks() {
    return blocks.listsInBlocks();
  }

  /**
   * Returns the number of documents in plausible pairs.
   *
   * @param from the fewest partners that they have among the documents of the sample
   * @param to one more than the most
   */
  double similar(double from, double to) {
    return blocks.similar(from, to);
  }

  /** Returns how many of these are sent to the comparison, each once per block. */
  double sends(double from, double to) {
    return blocks.ofSent(place -> 1, from, to);
  }

  /** Returns the bytes of id and text of what is sent. */
  double sentBytes(double from, double to) {
    return blocks.ofSent(sample::bytes, from, to);
  }
}
