package io.neardup.sort;

import java.util.Arrays;

/**
 * Sorts non-negative numbers by their upper bits with a radix sort, the lowest digit first. It is
 * stable: numbers that agree in those bits keep their order. Digits in which all numbers agree cost
 * nothing, so small numbers take few rounds. Linear time.
 *
 * <p>Memory: an array as long as the largest one sorted, kept between calls. Not safe for use by
 * several threads.
 */
public final class DigitSort {

  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private final int[] starts = new int[DIGITS];
  private long[] second = new long[0];

  /** Makes a sorter. */
  public DigitSort() {}

  /**
   * Sorts the first elements of an array.
   *
   * @param numbers 0 to 2⁶³ − 1
   * @param size how many of them
   * @param shift how many of the lowest bits do not count, 0 to 62
   * @return the array that begins with the sorted elements: {@code numbers}, or an array that the
   *     next call overwrites
   */
  public long[] sort(long[] numbers, int size, int shift) {
    long differing = 0;
    for (int i = 0; i < size; i++) {
      differing |= numbers[i] ^ numbers[0];
    }
    if (second.length < size) {
      second = new long[Math.max(size, numbers.length)];
    }
    long[] from = numbers;
    long[] to = second;
    for (int low = shift; low < Long.SIZE && differing >>> low != 0; low += DIGIT_BITS) {
      if ((differing >>> low & (DIGITS - 1)) != 0) {
        byDigit(from, to, size, low);
        long[] sorted = to;
        to = from;
        from = sorted;
      }
    }
    return from;
  }

  private void byDigit(long[] from, long[] to, int size, int low) {
    Arrays.fill(starts, 0);
    for (int i = 0; i < size; i++) {
      starts[digit(from[i], low)]++;
    }
    int start = 0;
    for (int d = 0; d < DIGITS; d++) {
      int count = starts[d];
      starts[d] = start;
      start += count;
    }
    for (int i = 0; i < size; i++) {
      to[starts[digit(from[i], low)]++] = from[i];
    }
  }

  private static int digit(long number, int low) {
    return (int) (number >>> low) & (DIGITS - 1);
  }
}
