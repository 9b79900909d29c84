package io.neardup.hadoop.stage4verify;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.lsh.HashShare;
import io.neardup.lsh.SampledItems;
import io.neardup.lsh.SharedBands;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.BitSet;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;

/**
 * Counts what the candidates of a sample send to the blocks of both jobs of stage 4. All candidates
 * are added first; then the blocks of the comparison are known, and the plausible pairs are sent.
 *
 * <p>Memory: up to 50 bytes a document, and as many for each block that it is sent to. Not safe for
 * use by several threads.
 */
public final class SampledBlocks {

  /**
   * How the jobs divide the columns.
   *
   * @param columns of the corpus that is sampled
   * @param signatureBlock columns of a block of the signature filter
   * @param documentBlock documents of the sample that a block of the comparison holds
   * @param parts reduce tasks of the comparison
   */
  public record Division(long columns, long signatureBlock, double documentBlock, int parts) {}

  private final IntToLongFunction columns;
  private final Division division;
  private final int minimumAgreement;
  private final double similarAgreement;
  private final SampledItems listsInBlocks; // place of i, block of j
  private final SampledItems similar; // places
  private final SampledItems smaller; // places of i of plausible pairs
  private final SampledItems sends; // place, block
  private final Int2IntOpenHashMap partners = new Int2IntOpenHashMap(); // how many, by place
  private final Int2IntOpenHashMap least = new Int2IntOpenHashMap(); // partner, by place
  private final Int2IntOpenHashMap blocks = new Int2IntOpenHashMap(); // by place
  private final ComparisonLoad load;
  private final BitSet sent = new BitSet(); // place, group of columns

  /**
   * Makes an empty counter.
   *
   * @param columns gives the column of a place in the sample
   * @param share the sample of hash space
   */
  public SampledBlocks(
      IntToLongFunction columns, Settings settings, HashShare share, Division division) {
    int bands = settings.getInt(Keys.BANDS);
    int slots = bands * settings.getInt(Keys.ROWS);
    this.columns = columns;
    this.division = division;
    this.minimumAgreement = Verification.minimumAgreement(settings, slots);
    this.similarAgreement = settings.get(Keys.THRESHOLD) * slots;
    this.listsInBlocks = new SampledItems(share, bands);
    this.similar = new SampledItems(share, bands);
    this.smaller = new SampledItems(share, bands);
    this.sends = new SampledItems(share, bands);
    this.load = new ComparisonLoad(division.columns);
    least.defaultReturnValue(Integer.MAX_VALUE);
  }

  /** Returns whether the signature filter passes a pair whose signatures agree in so many slots. */
  public boolean isPlausible(int agreement) {
    return agreement >= minimumAgreement;
  }

  /**
   * Adds a candidate, once.
   *
   * @param i the place of the smaller column
   * @param j the place of the larger column
   * @param agreement in how many slots the signatures agree
   * @param shared the bands that list the pair
   * @param stride i had its pairs examined with the probability 1/stride
   * @param weight how many pairs it stands for
   */
  public void add(int i, int j, int agreement, SharedBands shared, int stride, double weight) {
    listsInBlocks.add(key(i, columns.applyAsLong(j) / division.signatureBlock), shared, stride);
    if (isPlausible(agreement)) {
      similar.add(i, shared);
      similar.add(j, shared);
      smaller.add(i, shared, stride);
      partners.addTo(i, stride);
      partners.addTo(j, stride);
      least.put(j, Math.min(least.get(j), i));
      long column = columns.applyAsLong(i);
      int group = (int) Math.min(Long.SIZE - 1L, load.group(column));
      boolean isNew = !sent.get(j * Long.SIZE + group);
      sent.set(j * Long.SIZE + group);
      load.addSample(column, agreement >= similarAgreement, isNew, weight);
    }
  }

  private static long key(int place, long other) {
    return (long) place << Integer.SIZE | other;
  }

  /**
   * Puts the smaller places of pairs into blocks, in the order of {@link DocumentBlocks}; all
   * candidates have been added.
   */
  public void makeBlocks() {
    ComparisonParts parts = ComparisonParts.of(load, division.parts);
    long[] order = smaller.items();
    long[] keys = new long[order.length]; // part, least partner
    for (int at = 0; at < order.length; at++) {
      int i = (int) order[at];
      keys[at] = key(parts.of(columns.applyAsLong(i)), Math.min(least.get(i), i));
    }
    LongArrays.quickSort(keys, order);
    double[] weights = smaller.weights(order);
    int block = 0;
    double inBlock = 0;
    for (int at = 0; at < order.length; at++) {
      boolean isNewPart = at > 0 && keys[at] >>> Integer.SIZE != keys[at - 1] >>> Integer.SIZE;
      if (isNewPart || inBlock >= division.documentBlock) {
        block++;
        inBlock = 0;
      }
      inBlock += weights[at];
      blocks.put((int) order[at], block);
    }
  }

  /** Sends a plausible pair to its block, once. */
  public void send(int i, int j, SharedBands shared) {
    int block = blocks.get(i);
    sends.add(key(i, block), shared);
    sends.add(key(j, block), shared);
  }

  /** Returns how many candidate lists there are, each counted once per block of its columns j. */
  public double listsInBlocks() {
    return listsInBlocks.total();
  }

  /**
   * Returns how many documents have a plausible pair, of those with a number of partners.
   *
   * @param from the fewest partners, among the documents of the sample
   * @param to one more than the most
   */
  public double similar(double from, double to) {
    return similar.total((place, bands) -> hasPartners((int) place, from, to) ? 1 : 0);
  }

  /**
   * Returns the sum of a value over all documents sent to the comparison, each once per block, of
   * those with a number of partners.
   *
   * @param value of a place
   * @param from the fewest partners, among the documents of the sample
   * @param to one more than the most
   */
  public double ofSent(IntToDoubleFunction value, double from, double to) {
    return sends.total(
        (send, bands) -> {
          int place = (int) (send >>> Integer.SIZE);
          return hasPartners(place, from, to) ? value.applyAsDouble(place) : 0;
        });
  }

  private boolean hasPartners(int place, double from, double to) {
    int number = partners.get(place);
    return number >= from && number < to;
  }
}
