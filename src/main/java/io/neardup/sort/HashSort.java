package io.neardup.sort;

import java.util.Arrays;

/**
 * Sorts hashes, ascending as signed numbers. Hashes are spread evenly, so two rounds of a radix
 * sort by their upper bits leave next to nothing to the insertion sort that follows: linear time.
 * If they are not spread evenly, the general sort takes over.
 *
 * <p>Memory: up to 1 MiB, kept between calls. Not safe for use by several threads.
 */
public final class HashSort {

  /** The largest size at which the general sort is as fast. */
  private static final int FEW = 48;

  /** The most elements sorted at once, with a second array; more are first divided in place. */
  private static final int MAX_AT_ONCE = 1 << 16;

  private static final int MIN_DIGIT_BITS = 6;
  private static final int MAX_DIGIT_BITS = 11;

  /** The insertion sort gives up if it moves elements by more places than this on average. */
  private static final int PATIENCE = 4;

  private static final int PART_BITS = 8;

  private long[] second = new long[0];
  private final int[] lowStarts = new int[1 << MAX_DIGIT_BITS];
  private final int[] highStarts = new int[1 << MAX_DIGIT_BITS];

  /** Makes a sorter. */
  public HashSort() {}

  /** Sorts the elements from one index to another, the second excluded. */
  public void sort(long[] a, int from, int to) {
    int size = to - from;
    if (size <= FEW) {
      Arrays.sort(a, from, to);
      return;
    }
    long differing = 0;
    for (int i = from; i < to; i++) {
      differing |= a[i] ^ a[from];
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(differing);
    if (bits == 0) {
      return; // all equal
    }
    if (size > MAX_AT_ONCE) {
      divide(a, from, to, Math.max(0, bits - PART_BITS));
      return;
    }
    int digit =
        Math.max(
            MIN_DIGIT_BITS,
            Math.min(MAX_DIGIT_BITS, Integer.SIZE - 2 - Integer.numberOfLeadingZeros(size)));
    byDigits(a, from, to, Math.max(0, bits - 2 * digit), digit);
    if (!insert(a, from, to)) {
      Arrays.sort(a, from, to);
    }
  }

  /** Returns some bits of an element, its first bit flipped so that they sort in signed order. */
  private static int digit(long element, int shift, int mask) {
    return (int) ((element ^ Long.MIN_VALUE) >>> shift) & mask;
  }

  /** Sorts by two digits from {@code shift} on, the lower one first. */
  private void byDigits(long[] a, int from, int to, int shift, int digitBits) {
    int digits = 1 << digitBits;
    int mask = digits - 1;
    int high = Math.min(shift + digitBits, Long.SIZE - 1);
    if (second.length < to - from) {
      second = new long[Math.min(MAX_AT_ONCE, 2 * (to - from))];
    }
    Arrays.fill(lowStarts, 0, digits, 0);
    Arrays.fill(highStarts, 0, digits, 0);
    for (int i = from; i < to; i++) {
      lowStarts[digit(a[i], shift, mask)]++;
      highStarts[digit(a[i], high, mask)]++;
    }
    int low = 0;
    int upper = from;
    for (int d = 0; d < digits; d++) {
      int count = lowStarts[d];
      lowStarts[d] = low;
      low += count;
      count = highStarts[d];
      highStarts[d] = upper;
      upper += count;
    }
    for (int i = from; i < to; i++) {
      second[lowStarts[digit(a[i], shift, mask)]++] = a[i];
    }
    for (int i = 0; i < to - from; i++) {
      a[highStarts[digit(second[i], high, mask)]++] = second[i];
    }
  }

  /** Sorts by insertion. Returns false, with the elements in any order, if it gave up. */
  private static boolean insert(long[] a, int from, int to) {
    long moves = (long) PATIENCE * (to - from);
    for (int i = from + 1; i < to; i++) {
      long element = a[i];
      int at = i;
      while (at > from && a[at - 1] > element) {
        a[at] = a[at - 1];
        at--;
      }
      a[at] = element;
      moves -= i - at;
      if (moves < 0) {
        return false;
      }
    }
    return true;
  }

  /** Moves each element to its part, in place (American flag sort); then sorts the parts. */
  private void divide(long[] a, int from, int to, int shift) {
    int parts = 1 << PART_BITS;
    int mask = parts - 1;
    int[] next = new int[parts];
    for (int i = from; i < to; i++) {
      next[digit(a[i], shift, mask)]++;
    }
    int[] end = new int[parts];
    int start = from;
    for (int p = 0; p < parts; p++) {
      int count = next[p];
      next[p] = start;
      start += count;
      end[p] = start;
    }
    for (int p = 0; p < parts; p++) {
      while (next[p] < end[p]) {
        long element = a[next[p]];
        int part = digit(element, shift, mask);
        while (part != p) {
          long other = a[next[part]];
          a[next[part]++] = element;
          element = other;
          part = digit(element, shift, mask);
        }
        a[next[p]++] = element;
      }
    }
    start = from;
    for (int p = 0; p < parts; p++) {
      sort(a, start, end[p]);
      start = end[p];
    }
  }
}
