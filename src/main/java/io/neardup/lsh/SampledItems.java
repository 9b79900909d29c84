package io.neardup.lsh;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Estimates how many items there are of which each is seen through pairs, such as the documents
 * that have a partner, from the pairs of a sample of hash space ({@link HashShare}).
 *
 * <p>An item whose pairs share buckets in K bands is seen with probability 1 − (1 − q)ᴷ. For pairs
 * in S sampled bands, the bands of all pairs that were seen are known: L of them, S ≤ L ≤ K. Pairs
 * that share no sampled bucket are not seen, so L may miss some of the K. The sample shows how
 * many: c is the fraction of the sampled bands that would be known without their own bucket, since
 * a pair seen in another bucket shares them too. The estimate of K is S + (L − S) / c, at most b.
 * It is exact if all pairs of an item share the same bands, as in a cluster of two; otherwise the
 * total may be off by some percent. With q = 1 all weights are 1 and totals are exact.
 *
 * <p>Deterministic; the order of the pairs does not matter. Memory: 44 bytes an item for up to 64
 * bands. Not safe for use by several threads.
 */
public final class SampledItems {

  private static final int SETS = 3; // bands of pairs, sampled ones, those known from other buckets
  private static final double MIN_COVERAGE = 0.1;

  /** Computes a value of an item. */
  public interface Value {
    /**
     * Returns the value.
     *
     * @param bands those known to have pairs of the item; overwritten by the next call
     */
    double of(long item, BitSet bands);
  }

  private final HashShare share;
  private final int bands;
  private final int words;
  private final Long2IntOpenHashMap places = new Long2IntOpenHashMap();
  private final LongArrayList bits = new LongArrayList(); // by place: sets of words
  private final IntArrayList strides = new IntArrayList(); // by place
  private final int sets;
  private long lastItem;
  private int lastPlace = -1;

  /**
   * Makes an empty estimate.
   *
   * @param bands b, how many bands there are
   */
  public SampledItems(HashShare share, int bands) {
    this.share = share;
    this.bands = bands;
    this.words = SharedBands.words(bands);
    this.sets = share.isAll() ? 1 : SETS;
    places.defaultReturnValue(-1);
  }

  /**
   * Adds a pair of an item.
   *
   * @param shared the bands in which the pair shares a bucket, at least one of them sampled
   */
  public void add(long item, SharedBands shared) {
    add(item, shared, 1);
  }

  /**
   * Adds a pair of an item.
   *
   * @param shared the bands in which the pair shares a bucket, at least one of them sampled
   * @param stride the pairs of this item in the bucket were examined with the probability 1/stride,
   *     all or none; the item counts with its least stride
   */
  public void add(long item, SharedBands shared, int stride) {
    int place = place(item);
    strides.set(place, Math.min(strides.getInt(place), stride));
    long[] elements = bits.elements();
    int at = place * sets * words;
    for (int w = 0; w < words; w++, at += sets) {
      elements[at] |= shared.word(w);
      if (sets > 1) {
        elements[at + 1] |= shared.sampledWord(w);
        if (shared.sampledCount() > 1) {
          elements[at + 2] |= shared.sampledWord(w);
        }
      }
    }
  }

  private int place(long item) {
    if (lastPlace >= 0 && item == lastItem) {
      return lastPlace;
    }
    int place = places.get(item);
    if (place < 0) {
      place = places.size();
      places.put(item, place);
      for (int w = 0; w < sets * words; w++) {
        bits.add(0);
      }
      strides.add(Integer.MAX_VALUE);
    }
    lastItem = item;
    lastPlace = place;
    return place;
  }

  /** Returns how many items were seen. */
  public int size() {
    return places.size();
  }

  /** Returns the items that were seen, ascending. */
  public long[] items() {
    long[] items = places.keySet().toLongArray();
    Arrays.sort(items);
    return items;
  }

  /** Returns the estimated number of items. */
  public double total() {
    return total((item, itsBands) -> 1);
  }

  /** Returns the estimated sum of a value over all items. */
  public double total(Value value) {
    double coverage = coverage();
    BitSet known = new BitSet(bands);
    double[] total = {0};
    places
        .long2IntEntrySet()
        .fastForEach(
            entry -> {
              known.clear();
              for (int w = 0; w < words; w++) {
                long word = word(entry.getIntValue(), w, 0);
                for (; word != 0; word &= word - 1) {
                  known.set(w * Long.SIZE + Long.numberOfTrailingZeros(word));
                }
              }
              total[0] +=
                  weight(entry.getIntValue(), coverage) * value.of(entry.getLongKey(), known);
            });
    return total[0];
  }

  /**
   * Returns how many items each of some items stands for, at least 1.
   *
   * @throws IllegalArgumentException if the item was not seen
   */
  public double[] weights(long[] items) {
    double coverage = coverage();
    double[] weights = new double[items.length];
    for (int i = 0; i < items.length; i++) {
      int place = places.get(items[i]);
      if (place < 0) {
        throw new IllegalArgumentException("item " + items[i] + " was not seen");
      }
      weights[i] = weight(place, coverage);
    }
    return weights;
  }

  private double weight(int place, double coverage) {
    if (share.isAll()) {
      return strides.getInt(place);
    }
    int known = count(place, 0);
    int sampled = count(place, 1);
    return strides.getInt(place)
        * share.weight(Math.min(bands, sampled + (known - sampled) / coverage));
  }

  /** Returns the fraction of the sampled bands that pairs of other buckets share, too. */
  private double coverage() {
    long covered = 0;
    long all = 0;
    if (!share.isAll()) {
      for (int place = 0; place < places.size(); place++) {
        int sampled = count(place, 1);
        if (sampled > 1) {
          all += sampled;
          covered += count(place, 2);
        }
      }
    }
    return all == 0 ? 1 : Math.max(MIN_COVERAGE, (double) covered / all);
  }

  private int count(int place, int set) {
    int count = 0;
    for (int w = 0; w < words; w++) {
      count += Long.bitCount(word(place, w, set));
    }
    return count;
  }

  private long word(int place, int word, int set) {
    return bits.getLong((place * words + word) * sets + set);
  }
}
