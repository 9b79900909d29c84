package io.neardup.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class XorBitmapTest {

  private static long[] joined(long[] a, long[] b) {
    long[] joined = java.util.Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, joined, a.length, b.length);
    return joined;
  }

  private static XorBitmap bitmap(long[] set) {
    return XorBitmap.of(set, set.length);
  }

  private static int minDifference(XorBitmap a, XorBitmap b) {
    int all = a.minDifference(b, Long.MAX_VALUE);
    for (long enough : new long[] {0, all - 1, all, 2L * all}) { // may stop only above it
      int some = a.minDifference(b, enough);
      assertThat(some).isLessThanOrEqualTo(all);
      assertThat(some > enough).isEqualTo(all > enough);
    }
    return all;
  }

  /** Sets of all sizes with all parts in common, of bitmaps of the same size and of others. */
  @Test
  void neverMoreThanTheDifferenceAndNearItIfThatIsSmall() {
    Random random = new Random(1);
    for (int size = 0; size < 5_000; size = size * 5 / 4 + 1) {
      long[] common = random.longs(size).toArray();
      for (int ofA = 0; ofA <= size; ofA = ofA * 3 + 1) {
        for (int ofB : new int[] {0, 1, ofA / 2, ofA, 5 * ofA}) {
          XorBitmap a = bitmap(joined(common, random.longs(ofA).toArray()));
          XorBitmap b = bitmap(joined(random.longs(ofB).toArray(), common));
          int least = minDifference(a, b);
          assertThat(least).isEqualTo(minDifference(b, a)).isBetween(0, ofA + ofB);
          if (size > 100 && ofA + ofB < size / 5) {
            assertThat(least).isGreaterThan((ofA + ofB) * 3 / 4 - 10);
          }
        }
      }
    }
  }

  /** Hashes that are not spread at all: a weak bound is still one. */
  @Test
  void elementsOfFewBitsCancelEachOther() {
    long[] multiples = new Random(2).longs(1_000).map(e -> e << 40).distinct().toArray();
    assertThat(minDifference(bitmap(multiples), bitmap(new long[0]))).isBetween(0, 1);
    assertThat(minDifference(bitmap(new long[] {5}), bitmap(new long[] {6}))).isEqualTo(2);
    assertThat(minDifference(bitmap(new long[] {5}), bitmap(new long[] {5}))).isZero();
  }

  @Test
  void onlyTheGivenSizeCounts() {
    assertThat(minDifference(XorBitmap.of(new long[] {1, 2, 3}, 2), bitmap(new long[] {2, 1})))
        .isZero();
  }

  @Test
  void aBitmapHasTwoToFourBitsForEachElement() {
    assertThat(XorBitmap.bytes(0)).isEqualTo(16);
    for (long size = 32; size < 1L << 24; size = size * 7 / 5) {
      assertThat(Byte.SIZE * XorBitmap.bytes(size)).isBetween(2 * size, 4 * size);
    }
  }
}
