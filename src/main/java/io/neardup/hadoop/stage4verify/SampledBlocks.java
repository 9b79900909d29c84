package io.neardup.hadoop.stage4verify;

import io.neardup.config.Settings;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.BitSet;
import java.util.function.IntToLongFunction;

/**
 * What the candidates of a sample send to the blocks of both jobs of the stage.
 *
 * <p>Memory: up to 32 bytes a candidate. Not safe for use by several threads.
 */
public final class SampledBlocks {

  private final IntToLongFunction columns;
  private final int minimumAgreement;
  private final long signatureBlock;
  private final long documentBlock;
  private final LongOpenHashSet blockLists = new LongOpenHashSet(); // place of i, block of j
  private final LongOpenHashSet sends = new LongOpenHashSet(); // place of j, block of i
  private final BitSet lists = new BitSet();
  private final BitSet similar = new BitSet();

  /**
   * @param columns gives the column of a place in the sample
   * @param slots n, of a signature
   * @param signatureBlock columns of a block of the signature filter
   * @param documentBlock columns of a block of the comparison
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
   * @param plausible whether it passes the signature filter
   */
  public void add(int i, int j, boolean plausible) {
    lists.set(i);
    blockLists.add(key(i, columns.applyAsLong(j) / signatureBlock));
    if (plausible) {
      similar.set(i);
      similar.set(j);
      sends.add(key(j, columns.applyAsLong(i) / documentBlock));
    }
  }

  private static long key(int place, long block) {
    return (long) place << Integer.SIZE | block;
  }

  /** Returns the places with a candidate list. */
  public BitSet lists() {
    return lists;
  }

  /** Returns how many candidate lists there are, each once for each block it has columns of. */
  public int listsInBlocks() {
    return blockLists.size();
  }

  /** Returns the places of plausible pairs. */
  public BitSet similar() {
    return similar;
  }

  /** Returns how often documents are sent to a document block that is not their own. */
  public int sendsElsewhere() {
    int elsewhere = 0;
    for (long send : sends) {
      int j = (int) (send >> Integer.SIZE);
      if ((int) send != columns.applyAsLong(j) / documentBlock || !lists.get(j)) {
        elsewhere++;
      }
    }
    return elsewhere;
  }
}
