package io.neardup.similarity;

import io.neardup.sort.HashSort;
import java.util.Arrays;
import java.util.Objects;

/**
 * A set of 64-bit hashes that finds the index of an element. It holds the elements in the order of
 * their first occurrence, and a hash table of their indexes (open addressing, linear probing). A
 * set of more than {@value #LARGE} occurrences has no table; its elements are in ascending order.
 *
 * <p>Building takes linear time, because hashes are spread evenly. Memory: the elements, and 8 to
 * 16 bytes of table for each. Not safe for use by several threads while it is filled.
 */
public final class IndexedSet {

  /** Multiplier that spreads similar hashes; the upper bits of the product choose the slot. */
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  /** The smallest number of table slots per element: many, so that collisions are rare. */
  private static final int SLOTS_OF_ELEMENT = 4;

  private static final int MIN_SLOTS = 2;

  /** A set with more occurrences than this is sorted: its table would not fit the caches. */
  static final int LARGE = Character.MAX_VALUE;

  private long[] elements = new long[0];
  private int size;
  private char[] table = new char[MIN_SLOTS]; // places + 1, 0 where there is none
  private int slots = MIN_SLOTS;
  private int shift = Long.SIZE - 1;

  /** Makes an empty set. */
  public IndexedSet() {}

  /** Returns the set of the first {@code length} elements of an array, which may repeat. */
  public static IndexedSet of(long[] occurrences, int length) {
    IndexedSet set = new IndexedSet();
    set.take(occurrences.clone(), length);
    return set;
  }

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
    slots = slots(length);
    if (isSorted()) {
      sort(length);
      return;
    }
    shift = Long.SIZE - Integer.numberOfTrailingZeros(slots);
    if (table.length < slots) {
      table = new char[slots];
    } else {
      Arrays.fill(table, 0, slots, '\0');
    }
    size = 0;
    for (int i = 0; i < length; i++) {
      add(occurrences[i]); // writes at index i or before
    }
  }

  private void sort(int length) {
    new HashSort().sort(elements, 0, length);
    size = 0;
    for (int i = 0; i < length; i++) {
      if (i == 0 || elements[i] != elements[i - 1]) {
        elements[size++] = elements[i];
      }
    }
  }

  private void add(long element) {
    int slot = slot(element);
    if (table[slot] == 0) {
      elements[size++] = element;
      table[slot] = (char) size;
    }
  }

  /** Returns the slot of an element, or the free slot where it would go. */
  private int slot(long element) {
    int slot = (int) ((element * GOLDEN_RATIO) >>> shift);
    for (int place = table[slot]; place != 0; place = table[slot]) {
      if (elements[place - 1] == element) {
        break;
      }
      slot = (slot + 1) & (slots - 1);
    }
    return slot;
  }

  /** Returns the number of table slots for {@code length} occurrences; 0 if there is no table. */
  private static int slots(int length) {
    if (length > LARGE) {
      return 0;
    }
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
        : table[slot(element)] - 1;
  }

  /** Returns whether the elements are in ascending order, and there is no table of them. */
  boolean isSorted() {
    return slots == 0;
  }
}
