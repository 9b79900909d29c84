package io.neardup.lsh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashFilterTest {

  private static final int OTHERS = 1_000_000;

  private static long[] hashes(int seed, int number) {
    return new Random(seed).longs(number).toArray();
  }

  private static HashFilter filter(int words, int hashes) {
    HashFilter filter = new HashFilter(new long[HashFilter.TABLE + words]);
    Arrays.stream(hashes(words, hashes)).forEach(filter::add);
    return filter;
  }

  private static boolean isInTable(HashFilter filter, long hash) {
    return filter.inTable(Long.rotateLeft(hash, Integer.SIZE) & Long.MAX_VALUE) == 1;
  }

  private static double passed(HashFilter filter) {
    return (double) Arrays.stream(hashes(-1, OTHERS)).filter(filter::mayHave).count() / OTHERS;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8_192, 100_000, 1_100_000})
  void lacksNothingThatWasAddedAndFewOthersPass(int words) {
    HashFilter filter = filter(words, words);
    assertThat(Arrays.stream(hashes(words, words))).allMatch(hash -> filter.mayHave(hash));
    assertThat(Arrays.stream(hashes(words, words))).allMatch(hash -> isInTable(filter, hash));
    if (words >= 8_192) {
      assertThat(HashFilter.passing(words, words)).isBetween(1 / 6_000.0, 1 / 5_800.0);
      assertThat(passed(filter) * 5_900).isCloseTo(1, within(0.4));
    }
    HashFilter copy = new HashFilter(new long[HashFilter.TABLE + words]);
    assertThat(passed(copy)).isZero();
    System.arraycopy(filter.words(), 0, copy.words(), 0, HashFilter.TABLE + words);
    assertThat(passed(copy)).isEqualTo(passed(filter));
  }

  /** Two in five or fewer bits, of 2<sup>19</sup>. */
  @ParameterizedTest
  @ValueSource(ints = {100, 10_000, 250_000})
  void theTableStopsMostOthers(int added) {
    HashFilter filter = filter(added, added);
    long passed = Arrays.stream(hashes(-2, OTHERS)).filter(hash -> isInTable(filter, hash)).count();
    double expected = 1 - Math.exp(-added / 0x1p19);
    assertThat((double) passed / OTHERS).isCloseTo(expected, within(0.003));
    assertThat(isInTable(HashFilter.ofAll(), passed)).isTrue();
  }

  @Test
  void aFilterThatIsTooSmallLetsMorePass() {
    int words = 4_096;
    double passing = HashFilter.passing(20.0 * words, words);
    assertThat(passed(filter(words, 20 * words))).isCloseTo(passing, within(0.01));
    assertThat(passing).isBetween(0.2, 0.3);
  }
}
