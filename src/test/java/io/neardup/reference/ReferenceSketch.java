package io.neardup.reference;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.minhash.MersenneHashFamily;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** Sets of elements to signatures (MMDS 3.3), by the definitions of the schemes. */
public final class ReferenceSketch {

  private final String scheme;
  private final int slots;
  private final long seed;

  ReferenceSketch(Settings settings) {
    this(settings.get(Keys.SIGNATURE_SCHEME), settings.slots(), settings.get(Keys.SIGNATURE_SEED));
  }

  /** Takes the scheme {@code fast} or {@code universal}. */
  public ReferenceSketch(String scheme, int slots, long seed) {
    this.scheme = scheme;
    this.slots = slots;
    this.seed = seed;
  }

  /**
   * Returns the n working values of a set: of each slot the least value that any element has in it;
   * {@link Long#MAX_VALUE} everywhere for the empty set.
   */
  public long[] workingValues(Set<Long> elements) {
    long[] minima = new long[slots];
    Arrays.fill(minima, Long.MAX_VALUE);
    if (scheme.equals("universal")) { // slot i is the minimum of hash function i
      MersenneHashFamily family = new MersenneHashFamily(slots, seed);
      long[] values = new long[slots];
      for (long element : elements) {
        family.hash(element, values);
        Arrays.setAll(minima, i -> Math.min(minima[i], values[i]));
      }
    } else { // in each of 2n rounds each element has a value in one slot; none is left out
      long[] seeds = new SplittableRandom(seed).longs(2L * slots).toArray(); // of the rounds
      for (long element : elements) {
        for (int round = 0; round < 2 * slots; round++) {
          long hash = ReferenceShingler.mix(element ^ seeds[round]);
          int slot = round < slots ? (int) (((hash >>> 32) * slots) >>> 32) : round - slots;
          long value = ((long) round << 47) | (hash & ((1L << 47) - 1));
          minima[slot] = Math.min(minima[slot], value);
        }
      }
    }
    return minima;
  }

  /** Returns the n slots of a set as they are stored: the low 32 bits of the working values. */
  int[] slots(Set<Long> elements) {
    return LongStream.of(workingValues(elements)).mapToInt(working -> (int) working).toArray();
  }
}
