package io.neardup.hadoop.stage4verify;

import io.neardup.config.Settings;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntToLongFunction;

/**
 * Counts what the candidates of a sample send to the blocks of both jobs of stage 4.
 *
 * <p>Memory: up to 32 bytes a candidate. Not safe for use by several threads.
 */
public final class SampledBlocks {

  private final IntToLongFunction columns;
  private final int minimumAgreement;
  private final long signatureBlock;
  private final long documentBlock;
  private final LongOpenHashSet blockLists = new LongOpenHashSet(); // place of i, block of j
  private final LongArrayList plausible = new LongArrayList(); // places of i and j
  private final BitSet lists = new BitSet();
  private final BitSet similar = new BitSet();

  /**
   * @param columns gives the column of a place in the sample
   * @param slots n, the number of slots of a signature
   * @param signatureBlock columns of a block of the signature filter
   * @param documentBlock documents of the sample that a block of the comparison holds
   */
  public SampledBlocks(
      IntToLongFunction columns,
      Settings settings,
      int slots,
      long signatureBlock,
      long documentBlock) {
    this.columns = columns;
    this.minimumAgreement = Verification.minimumAgreement(settings, slots);
    this.signatureBlock = signatureBlock;
    this.documentBlock = documentBlock;
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
   * @param isPlausible whether it passes the signature filter
   */
  public void add(int i, int j, boolean isPlausible) {
    lists.set(i);
    blockLists.add(key(i, columns.applyAsLong(j) / signatureBlock));
    if (isPlausible) {
      similar.set(i);
      similar.set(j);
      plausible.add(key(i, j));
    }
  }

  private static long key(int place, long other) {
    return (long) place << Integer.SIZE | other;
  }

  /** Returns the places with a candidate list. */
  public BitSet lists() {
    return lists;
  }

  /** Returns how many candidate lists there are, each counted once per block of its columns j. */
  public int listsInBlocks() {
    return blockLists.size();
  }

  /** Returns the places of plausible pairs. */
  public BitSet similar() {
    return similar;
  }

  /** Returns how many sends to the comparison exceed one per document of a plausible pair. */
  public int sendsElsewhere() {
    Int2IntOpenHashMap blocks = documentBlocks();
    LongOpenHashSet sends = new LongOpenHashSet(); // place, block
    for (int p = 0; p < plausible.size(); p++) {
      int i = first(plausible.getLong(p));
      int block = blocks.get(i);
      sends.add(key(i, block));
      sends.add(key((int) plausible.getLong(p), block));
    }
    return sends.size() - similar.cardinality();
  }

  /** Returns the block of each smaller place of a pair, in the order of {@link DocumentBlocks}. */
  private Int2IntOpenHashMap documentBlocks() {
    Int2IntOpenHashMap least = new Int2IntOpenHashMap();
    least.defaultReturnValue(Integer.MAX_VALUE);
    BitSet smaller = new BitSet();
    for (int p = 0; p < plausible.size(); p++) {
      int i = first(plausible.getLong(p));
      int j = (int) plausible.getLong(p);
      smaller.set(i);
      least.put(j, Math.min(least.get(j), i));
    }
    LongArrayList order = new LongArrayList(); // least partner, place
    smaller.stream().forEach(i -> order.add(key(Math.min(least.get(i), i), i)));
    Arrays.sort(order.elements(), 0, order.size());
    Int2IntOpenHashMap blocks = new Int2IntOpenHashMap();
    for (int at = 0; at < order.size(); at++) {
      blocks.put((int) order.getLong(at), (int) (at / documentBlock));
    }
    return blocks;
  }

  private static int first(long key) {
    return (int) (key >>> Integer.SIZE);
  }
}
