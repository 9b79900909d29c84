package io.neardup.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AbsentShinglesTest {

  private final SplittableRandom random = new SplittableRandom(5);

  private AbsentShingles of(double threshold, long[] elements) {
    AbsentShingles absent = new AbsentShingles(threshold, elements.length);
    for (long element : elements) {
      absent.add(element);
    }
    return absent;
  }

  /** A set that shares just enough with a sampled one is not rejected. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 0.8, 0.95, 1})
  void setsThatMayBeSimilarAreNotRejected(double threshold) {
    for (int size = 1; size < 3000; size = size * 3 / 2 + 1) {
      long[] sampled = random.longs(size).toArray();
      AbsentShingles absent = of(threshold, sampled);
      int shared = Prefix.minShared(size, threshold);
      long[] set = sampled.clone();
      for (int i = shared; i < size; i++) {
        set[i] = random.nextLong();
      }
      assertThat(absent.tooMany(set, size)).as("%s of %s", shared, size).isFalse();
    }
  }

  @Test
  void setsOfOtherElementsAreRejected() {
    AbsentShingles absent = of(0.8, random.longs(20_000).toArray());
    for (int size : new int[] {1, 2, 10, 100, 5_000, 100_000}) {
      assertThat(absent.tooMany(random.longs(size).toArray(), size)).as("%s", size).isTrue();
    }
  }

  /** Repeated elements count once: a text of few shingles may have many occurrences. */
  @Test
  void repeatedElementsCountOnce() {
    long[] sampled = random.longs(100).toArray();
    AbsentShingles absent = of(0.8, sampled);
    long[] occurrences = new long[300];
    for (int i = 0; i < occurrences.length; i++) {
      occurrences[i] = i < 100 ? sampled[i] : 12345 + i % 20;
    }
    Set<Long> distinct = new HashSet<>();
    for (long occurrence : occurrences) {
      distinct.add(occurrence);
    }
    assertThat(distinct).hasSize(120); // 100 / 120 are in the sampled set
    assertThat(absent.tooMany(occurrences, occurrences.length)).isFalse();
  }

  @Test
  void ifNothingWasSampledEverySetIsRejected() {
    AbsentShingles absent = of(0.8, new long[0]);
    assertThat(absent.tooMany(new long[] {7}, 1)).isTrue();
  }
}
