package io.neardup.similarity;

import io.neardup.sort.HashSort;
import java.util.Arrays;
import java.util.Objects;

/**
 * A set of 64-bit hashes that finds the index of an element. It holds the elements in the order of
 * their first occurrence, and a hash table of their indexes (open addressing, linear probing). A
 * set of more than {@value #LARGE} elements has no table; its elements are in ascending order.
 *
 * <p>Building takes linear time, because hashes are spread evenly. Memory: the elements, and 8 to
 * 16 bytes of table for each, at least 2 KiB. Not safe for use by several threads while it is
 * filled.
 */
public final class IndexedSet {

  /** Multiplier that spreads similar hashes; the upper bits of the product choose the slot. */
  static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  /** The smallest number of table slots per element: many, so that collisions are rare. */
  private static final int SLOTS_OF_ELEMENT = 4;

  /**
   * Of a small set, a table that is nearly empty: a look at an element that is missing is short.
   */
  private static final int MIN_SLOTS = 1 << 10;

  /** What empties the table: copying is as fast before the code is optimized as afterwards. */
  private static final char[] EMPTY = new char[MIN_SLOTS];

  /** A set with more elements than this is sorted: its table would not fit the caches. */
  static final int LARGE = Character.MAX_VALUE;

  private final HashSort sort = new HashSort();
  private long[] elements = new long[0];
  private int size;
  private char[] table = new char[MIN_SLOTS]; // places + 1, 0 where there is none
  private int slots = MIN_SLOTS;
  private int shift = Long.SIZE - Integer.numberOfTrailingZeros(MIN_SLOTS);

  /**
   * Replaces the content by the first {@code length} elements of an array, which may repeat. The
   * set takes over the array and moves the distinct elements to its front. The set is valid as long
   * as nobody changes the array.
   *
   * @throws IndexOutOfBoundsException if {@code length} is negative or exceeds the array's
   */
  public void take(long[] occurrences, int length) {
    Objects.checkFromIndexSize(0, length, occurrences.length);
    elements = occurrences;
    slots = slots(Math.min(length, LARGE));
    shift = Long.SIZE - Integer.numberOfTrailingZeros(slots);
    if (table.length < slots) {
      table = new char[slots];
    } else {
      for (int from = 0; from < slots; from += EMPTY.length) {
        System.arraycopy(EMPTY, 0, table, from, EMPTY.length);
      }
    }
    int indexed = index(occurrences, length);
    if (indexed < length) {
      slots = 0;
      System.arraycopy(elements, indexed, elements, size, length - indexed);
      size = sort.sortDistinct(elements, size + length - indexed);
    }
  }

  /**
   * Fills the table, and moves the distinct elements to the front of the array. Looks up as {@link
   * #find} does, with the fields in variables: before the code is optimized, each use of a field
   * reads it anew. Returns the number of occurrences until the table is full.
   */
  private int index(long[] occurrences, int length) {
    char[] places = table;
    int mask = slots - 1;
    int found = 0;
    int i = 0;
    for (; i < length; i++) {
      long element = occurrences[i];
      int slot = (int) ((element * GOLDEN_RATIO) >>> shift);
      int place = places[slot];
      while (place != 0 && occurrences[place - 1] != element) {
        slot = (slot + 1) & mask;
        place = places[slot];
      }
      if (place == 0) {
        if (found == LARGE) {
          break;
        }
        occurrences[found++] = element; // at index i or before
        places[slot] = (char) found;
      }
    }
    size = found;
    return i;
  }

  /** Returns the index of an element in the table, or &minus;1. */
  private int find(long element) {
    int slot = (int) ((element * GOLDEN_RATIO) >>> shift);
    int place = table[slot];
    while (place != 0 && elements[place - 1] != element) {
      slot = (slot + 1) & (slots - 1);
      place = table[slot];
    }
    return place - 1;
  }

  /** Returns the number of table slots for {@code length} occurrences. */
  private static int slots(int length) {
    int least = Math.max(MIN_SLOTS, SLOTS_OF_ELEMENT * length);
    return Integer.highestOneBit(least - 1) << 1;
  }

  /** Returns the number of elements. */
  public int size() {
    return size;
  }

  /** Returns the array that begins with the elements, in the order of the class comment. */
  public long[] elements() {
    return elements;
  }

  /** Returns the index of an element in {@link #elements}, or &minus;1 if it is not in the set. */
  public int place(long element) {
    return isSorted()
        ? Math.max(-1, Arrays.binarySearch(elements, 0, size, element))
        : find(element);
  }

  /** Returns whether the elements are in ascending order, and there is no table of them. */
  boolean isSorted() {
    return slots == 0;
  }
}
