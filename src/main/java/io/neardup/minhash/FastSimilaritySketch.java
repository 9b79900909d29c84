package io.neardup.minhash;

import io.neardup.sort.SplitMix;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Fast Similarity Sketching (Dahlgaard, Knudsen, Thorup, FOCS 2017, arXiv 1704.04370): in round ρ =
 * 0 … n − 1 every element goes to one pseudo-random slot with the value (ρ, hash); in round ρ = n …
 * 2n − 1 to slot ρ − n; a slot keeps its minimum. Once all slots are filled, later rounds cannot
 * change any, so a set is done after about max(1, n·ln n / |A|) rounds: O(|A| + n log n) rather
 * than O(n·|A|). The expected agreement of two sketches is the Jaccard similarity, more
 * concentrated than with n independent functions.
 *
 * <p>A working value holds ρ in bits 47–62 and 47 bits of hash below. The hash of element x in
 * round ρ is a bijective 64-bit mix of x xor a seed of the round; its upper 32 bits choose the
 * slot. Slot and value share bits of the hash. That does no harm: values are only compared within a
 * slot, where they are identically distributed.
 */
public final class FastSimilaritySketch implements SignatureScheme {

  /** The largest n: two rounds a slot, 16 bits for a round. */
  public static final int MAX_SLOTS = 32_767;

  private static final int HASH_BITS = 47;
  private static final long HASH_MASK = (1L << HASH_BITS) - 1;

  /** Elements hashed at once: two arrays of this length stay in the L1 cache. */
  private static final int BLOCK = 512;

  private final int slots;
  private final long[] roundSeeds;

  /**
   * @param slots number n of slots, 1 … {@link #MAX_SLOTS}
   * @param seed any number
   */
  public FastSimilaritySketch(int slots, long seed) {
    if (slots < 1 || slots > MAX_SLOTS) {
      throw new IllegalArgumentException(
          "number of slots must be 1 to " + MAX_SLOTS + ", not " + slots);
    }
    this.slots = slots;
    this.roundSeeds = new SplittableRandom(seed).longs(2L * slots).toArray();
  }

  /** Returns the hash of an element in a round, 64 bits: mix13 of Stafford over x xor seed. */
  private long hash(int round, long element) {
    return SplitMix.mix(element ^ roundSeeds[round]);
  }

  /** Returns the slot an element goes to in a round below n, given its hash there. */
  private long slot(long hash) {
    return ((hash >>> 32) * slots) >>> 32;
  }

  /** Returns the working value of an element in a round, given its hash there. */
  private static long value(int round, long hash) {
    return ((long) round << HASH_BITS) | (hash & HASH_MASK);
  }

  private static void mixAll(long[] elements, int count, long seed) {
    for (int e = 0; e < count; e++) {
      elements[e] = SplitMix.mix(elements[e] ^ seed);
    }
  }

  @Override
  public ColumnSketcher newColumnSketcher() {
    return new Sketcher();
  }

  @Override
  public RowHasher newRowHasher() {
    return new Hasher();
  }

  private final class Sketcher extends ColumnSketcher {
    private final long[] block = new long[BLOCK];
    private final long[] blockSlots = new long[BLOCK];
    private int lastRound;

    Sketcher() {
      super(slots);
    }

    @Override
    public void sketch(long[] elements, int size) {
      Arrays.fill(minima, EMPTY);
      lastRound = 0;
      if (size == 0) {
        return;
      }
      int empty = slots;
      for (int round = 0; round < slots && empty > 0; round++) {
        lastRound = round;
        empty -= scatter(round, elements, size);
      }
      for (int round = slots; empty > 0; round++) {
        if (minima[round - slots] == EMPTY) {
          lastRound = round;
          fill(round, elements, size);
          empty--;
        }
      }
    }

    /** Runs a round below n; returns how many empty slots it filled. */
    private int scatter(int round, long[] elements, int size) {
      int reached = 0;
      for (int from = 0; from < size; from += BLOCK) {
        int count = Math.min(BLOCK, size - from);
        System.arraycopy(elements, from, block, 0, count);
        mixAll(block, count, roundSeeds[round]);
        place(round, count);
        reached += updateSlots(round, elements, from, count);
      }
      return reached;
    }

    /**
     * Turns the hashes of the block into values and finds their slots. This and {@link #mixAll} are
     * separate loops, so that the compiler vectorizes them; in one loop with the comparisons they
     * take twice the time.
     */
    private void place(int round, int count) {
      for (int e = 0; e < count; e++) {
        long hash = block[e];
        blockSlots[e] = slot(hash);
        block[e] = value(round, hash);
      }
    }

    /** Updates the slots by the values of the block; returns how many were empty before. */
    private int updateSlots(int round, long[] elements, int from, int count) {
      long[] least = minima; // a field is read anew at each use before the code is optimized
      int reached = 0;
      for (int e = 0; e < count; e++) {
        long value = block[e];
        int slot = (int) blockSlots[e];
        if (value < least[slot]) {
          if (least[slot] == EMPTY) {
            reached++;
          }
          update(slot, value, elements[from + e], round);
        }
      }
      return reached;
    }

    private void fill(int round, long[] elements, int size) {
      for (int e = 0; e < size; e++) {
        long value = value(round, hash(round, elements[e]));
        if (value < minima[round - slots]) {
          update(round - slots, value, elements[e], round);
        }
      }
    }

    private void update(int slot, long value, long element, int round) {
      minima[slot] = value;
      winners[slot] = element;
      rounds[slot] = round;
    }

    @Override
    public int lastRound() {
      return lastRound;
    }
  }

  /** Computes the rounds of a row up to the last one that any of its columns needs. */
  private final class Hasher implements RowHasher {
    private final int[] rowSlots = new int[2 * slots];
    private final long[] rowValues = new long[2 * slots];
    private long shingle;
    private int known;

    @Override
    public void startRow(long row) {
      shingle = row;
      known = 0;
    }

    @Override
    public void updateMinima(int lastRound, long[] columns, int offset) {
      for (; known <= lastRound; known++) {
        long hash = hash(known, shingle);
        rowSlots[known] = known < slots ? (int) slot(hash) : known - slots;
        rowValues[known] = value(known, hash);
      }
      for (int round = 0; round <= lastRound; round++) {
        int at = offset + rowSlots[round];
        columns[at] = Math.min(columns[at], rowValues[round]);
      }
    }
  }
}
