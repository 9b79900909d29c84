package io.neardup.reference;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.minhash.FastSimilaritySketch;
import io.neardup.minhash.MersenneHashFamily;
import java.util.Arrays;
import java.util.Set;

/** Sets of elements to signatures (MMDS 3.3), by the definitions of the schemes. */
final class ReferenceSketch {

  private final String scheme;
  private final int slots;
  private final long seed;

  ReferenceSketch(Settings settings) {
    this(
        settings.get(Keys.SIGNATURE_SCHEME),
        settings.getInt(Keys.BANDS) * settings.getInt(Keys.ROWS),
        settings.get(Keys.SIGNATURE_SEED));
  }

  ReferenceSketch(String scheme, int slots, long seed) {
    this.scheme = scheme;
    this.slots = slots;
    this.seed = seed;
  }

  /**
   * Returns the n working values of a set: of each slot the least value that any element has in it;
   * {@link Long#MAX_VALUE} everywhere for the empty set.
   */
  long[] workingValues(Set<Long> elements) {
    long[] minima = new long[slots];
    Arrays.fill(minima, Long.MAX_VALUE);
    if (scheme.equals("universal")) {
      lowerByFunctions(elements, minima);
    } else {
      lowerByRounds(elements, minima);
    }
    return minima;
  }

  /** Slot i is the minimum of hash function i. */
  private void lowerByFunctions(Set<Long> elements, long[] minima) {
    MersenneHashFamily family = new MersenneHashFamily(slots, seed);
    long[] values = new long[slots];
    for (long element : elements) {
      family.hash(element, values);
      for (int i = 0; i < slots; i++) {
        minima[i] = Math.min(minima[i], values[i]);
      }
    }
  }

  /** In each of 2n rounds each element has a value in one slot; none is left out. */
  private void lowerByRounds(Set<Long> elements, long[] minima) {
    FastSimilaritySketch sketch = new FastSimilaritySketch(slots, seed);
    for (long element : elements) {
      for (int round = 0; round < 2 * slots; round++) {
        int slot = sketch.slotIn(round, element);
        minima[slot] = Math.min(minima[slot], sketch.valueIn(round, element));
      }
    }
  }

  /** Returns the n slots of a set as they are stored: the low 32 bits of the working values. */
  int[] slots(Set<Long> elements) {
    long[] working = workingValues(elements);
    int[] stored = new int[slots];
    for (int i = 0; i < slots; i++) {
      stored[i] = (int) working[i];
    }
    return stored;
  }
}
