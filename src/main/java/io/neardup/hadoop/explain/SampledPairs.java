package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.stage2bandbucket.SampledBuckets;
import io.neardup.hadoop.stage3candidatelist.SampledTails;
import io.neardup.hadoop.stage4verify.SampledBlocks;
import io.neardup.lsh.BandHasher;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import java.util.Arrays;

/**
 * The pairs that the buckets of a sample list, as the later stages would handle them. If the
 * buckets list very many pairs, only the pairs of some columns i are examined, weighted to stand
 * for the others.
 *
 * <p>Memory: 24 bytes a document, and up to 32 a pair examined, of {@value #MAX_PAIRS}.
 */
final class SampledPairs {

  /** Approximate maximum number of listed pairs that are examined. */
  private static final long MAX_PAIRS = 1L << 23;

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final Sample sample;
  private final double share;
  private final SampledTails tails;
  private final SampledBlocks blocks;
  private final int bandBytes;
  private final int[] slotsOfA;
  private final int[] slotsOfB;

  private final PairEstimate chance = new PairEstimate();
  private final PairEstimate plausible = new PairEstimate();
  private final Families families = new Families();
  private double listedChance;
  private double listedPlausible;
  private long stride = 1;

  private SampledPairs(
      Sample sample, double share, Settings settings, SampledTails tails, SampledBlocks blocks) {
    this.sample = sample;
    this.share = share;
    this.tails = tails;
    this.blocks = blocks;
    this.bandBytes = settings.getInt(Keys.ROWS) * BandHasher.SLOT_BYTES;
    int slots = settings.getInt(Keys.BANDS) * settings.getInt(Keys.ROWS);
    this.slotsOfA = new int[slots];
    this.slotsOfB = new int[slots];
  }

  /**
   * Examines the pairs of a sample.
   *
   * @param share the fraction of the corpus in the sample, above 0, at most 1
   * @param tails empty; counts what stage 3 sends
   * @param blocks empty; counts what stage 4 sends
   */
  static SampledPairs of(
      Sample sample, double share, Settings settings, SampledTails tails, SampledBlocks blocks)
      throws IOException {
    SampledPairs pairs = new SampledPairs(sample, share, settings, tails, blocks);
    SampledBuckets buckets = new SampledBuckets(sample.signatures(), share, settings);
    long[] listed = {0};
    buckets.list(
        (band, heads, places, from, to) ->
            listed[0] += heads * (to - from - 1L) - heads * (heads - 1L) / 2);
    pairs.stride = 1 + listed[0] / MAX_PAIRS;
    buckets.list(pairs::list);
    return pairs;
  }

  private void list(int band, int heads, long[] places, int from, int to) {
    for (int head = from; head < from + heads; head++) {
      int i = (int) places[head];
      if (stride > 1 && Long.remainderUnsigned(i * GOLDEN, stride) != 0) {
        continue;
      }
      long last = 0;
      for (int other = head + 1; other < to; other++) {
        int j = (int) places[other];
        long column = sample.column(j);
        meet(band, Math.min(i, j), Math.max(i, j), column - last);
        last = column;
      }
    }
  }

  private void meet(int band, int i, int j, long difference) {
    byte[] a = sample.signature(i);
    byte[] b = sample.signature(j);
    SignatureColumn.decode(a, 0, slotsOfA, 0, slotsOfA.length);
    SignatureColumn.decode(b, 0, slotsOfB, 0, slotsOfB.length);
    boolean isPlausible = blocks.isPlausible(SignatureColumn.agreement(slotsOfA, slotsOfB, 0));
    double weight = stride * sample.pairWeight(i, j, share);
    if (isPlausible) {
      listedPlausible += weight;
    } else {
      listedChance += weight;
    }
    tails.add(i, band, difference, weight, before -> agree(a, b, before));
    if (isFirstCommon(a, b, band)) {
      blocks.add(i, j, isPlausible);
      (isPlausible ? plausible : chance).add(sample.stretch(i), sample.stretch(j), weight);
      if (isPlausible) {
        families.add(i, j, weight);
      }
    }
  }

  private boolean isFirstCommon(byte[] a, byte[] b, int band) {
    for (int before = 0; before < band; before++) {
      if (agree(a, b, before)) {
        return false;
      }
    }
    return true;
  }

  private boolean agree(byte[] a, byte[] b, int band) {
    int from = band * bandBytes;
    return Arrays.equals(a, from, from + bandBytes, b, from, from + bandBytes);
  }

  /** Returns the candidates of the corpus that fail the signature filter. */
  PairEstimate chance() {
    return chance;
  }

  /** Returns the candidates of the corpus that pass the signature filter. */
  PairEstimate plausible() {
    return plausible;
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

  /** Returns the bytes of the columns in the joined tails of the corpus. */
  double tailBytes() {
    return tails.columnBytes();
  }

  /** Returns the number of tails of the sample, see {@link SampledTails#tails}. */
  double tails(int parts) {
    return (double) stride * tails.tails(parts);
  }

  /** Returns how many documents of the sample have a candidate list. */
  double lists() {
    return (double) stride * blocks.lists().cardinality();
  }

  /** Returns the number of candidate lists, each counted once per block it has columns of. */
  double listsInBlocks() {
    return (double) stride * blocks.listsInBlocks();
  }

  /** Returns the number of documents in the plausible pairs that were examined. */
  double similar() {
    return blocks.similar().cardinality();
  }

  /** Returns how often documents of plausible pairs are sent for comparison, beyond once each. */
  double sendsElsewhere() {
    return blocks.sendsElsewhere();
  }

  /** Returns the mean bytes of id and text of a document in a plausible pair. */
  double bytesOfSimilar() {
    return sample.meanBytes(blocks.similar());
  }
}
