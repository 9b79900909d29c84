package io.neardup.sort;

import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * Sorts hashes, ascending as signed numbers, and takes along a number beside each if wanted; equal
 * hashes come in any order. Hashes are spread evenly, so one round of a radix sort by as many upper
 * bits as the size has leaves next to nothing to the insertion sort that follows: linear time, a
 * third to a half of that of {@link Arrays#sort(long[])}. Very many are first divided in place by
 * their upper bits. If they are not spread evenly, the general sort takes over.
 *
 * <p>Memory: up to 2 MiB, kept between calls. Not safe for use by several threads.
 */
public final class HashSort {

  /** The largest size at which the general sort is as fast. */
  private static final int FEW = 48;

  /** The largest size at which the elements are moved through another array. */
  private static final int MANY = 1 << 16;

  /** The number of parts into which more are divided. */
  private static final int PARTS = 1 << 8;

  /** The insertion sort gives up if it moves elements by more places than this on average. */
  private static final int PATIENCE = 4;

  private static final long[] NONE = {};

  private long[] second = NONE;
  private long[] secondBeside = NONE;
  private int[] starts = new int[0]; // by digit

  /** Sorts the elements from one index to another, the second excluded. */
  public void sort(long[] a, int from, int to) {
    sort(a, null, from, to);
  }

  /**
   * Sorts the elements from one index to another, the second excluded.
   *
   * @param beside numbers that are moved as the elements of the same index are; null if none
   */
  public void sort(long[] a, long[] beside, int from, int to) {
    int size = to - from;
    if (size <= FEW) {
      sortInGeneral(a, beside, from, to);
      return;
    }
    long differing = 0;
    for (int i = from; i < to; i++) {
      differing |= a[i] ^ a[from];
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(differing);
    if (bits == 0) {
      return;
    }
    if (size > MANY) {
      divide(a, beside, from, to, Math.max(0, bits - Integer.numberOfTrailingZeros(PARTS)));
      return;
    }
    int digitBits = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    byDigit(a, beside, from, to, Math.max(0, bits - digitBits), (1 << digitBits) - 1);
    if (!insert(a, beside, from, to)) {
      sortInGeneral(a, beside, from, to);
    }
  }

  /**
   * Sorts the first elements of an array and moves those that are distinct to its front.
   *
   * @return how many they are
   */
  public int sortDistinct(long[] a, int length) {
    sort(a, 0, length);
    int distinct = 0;
    for (int i = 0; i < length; i++) {
      if (i == 0 || a[i] != a[i - 1]) {
        a[distinct++] = a[i];
      }
    }
    return distinct;
  }

  private static void sortInGeneral(long[] a, long[] beside, int from, int to) {
    if (beside == null) {
      Arrays.sort(a, from, to);
    } else {
      LongArrays.radixSort(a, beside, from, to);
    }
  }

  /** Moves the elements in place to the parts of their upper bits, and sorts each part. */
  private void divide(long[] a, long[] beside, int from, int to, int shift) {
    int[] next = new int[PARTS]; // by part, where its next element belongs
    int[] ends = new int[PARTS];
    for (int i = from; i < to; i++) {
      ends[digit(a[i], shift, PARTS - 1)]++;
    }
    int end = from;
    for (int part = 0; part < PARTS; part++) {
      next[part] = end;
      end += ends[part];
      ends[part] = end;
    }
    for (int part = 0; part < PARTS; part++) {
      while (next[part] < ends[part]) {
        int i = next[part];
        int right = digit(a[i], shift, PARTS - 1);
        int place = next[right]++;
        if (place != i) {
          LongArrays.swap(a, i, place);
          if (beside != null) {
            LongArrays.swap(beside, i, place);
          }
        }
      }
    }
    int start = from;
    for (int part = 0; part < PARTS; part++) {
      sort(a, beside, start, ends[part]);
      start = ends[part];
    }
  }

  private void byDigit(long[] a, long[] beside, int from, int to, int shift, int mask) {
    int size = to - from;
    second = copy(a, from, size, second);
    if (starts.length <= mask) {
      starts = new int[mask + 1];
    }
    Arrays.fill(starts, 0, mask + 1, 0);
    for (int i = from; i < to; i++) {
      starts[digit(a[i], shift, mask)]++;
    }
    int start = from;
    for (int d = 0; d <= mask; d++) {
      int count = starts[d];
      starts[d] = start;
      start += count;
    }
    if (beside == null) {
      for (int i = 0; i < size; i++) {
        a[starts[digit(second[i], shift, mask)]++] = second[i];
      }
      return;
    }
    secondBeside = copy(beside, from, size, secondBeside);
    for (int i = 0; i < size; i++) {
      int place = starts[digit(second[i], shift, mask)]++;
      a[place] = second[i];
      beside[place] = secondBeside[i];
    }
  }

  /** Copies elements to the front of an array, or of a larger one, which is returned. */
  private static long[] copy(long[] from, int index, int size, long[] to) {
    long[] copy = to.length < size ? new long[Math.min(MANY, 2 * size)] : to;
    System.arraycopy(from, index, copy, 0, size);
    return copy;
  }

  /** Returns some bits of an element, its first bit flipped so that they sort in signed order. */
  private static int digit(long element, int shift, int mask) {
    return (int) ((element ^ Long.MIN_VALUE) >>> shift) & mask;
  }

  /** Sorts by insertion. Returns false, with the elements in any order, if it gave up. */
  private static boolean insert(long[] a, long[] beside, int from, int to) {
    long moves = (long) PATIENCE * (to - from);
    for (int i = from + 1; i < to; i++) {
      long element = a[i];
      int at = i;
      while (at > from && a[at - 1] > element) {
        a[at] = a[at - 1];
        at--;
      }
      a[at] = element;
      if (beside != null && at < i) {
        long its = beside[i];
        System.arraycopy(beside, at, beside, at + 1, i - at);
        beside[at] = its;
      }
      moves -= i - at;
      if (moves < 0) {
        return false;
      }
    }
    return true;
  }
}
