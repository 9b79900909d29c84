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

  private static long[] rotated(long[] hashes) {
    return Arrays.stream(hashes).map(hash -> Long.rotateRight(hash, Integer.SIZE)).toArray();
  }

  /** Returns the share of others that pass the words; fewer pass the table, too. */
  private static double passed(HashFilter filter) {
    long passed = Arrays.stream(hashes(-1, OTHERS)).filter(filter::mayHave).count();
    assertThat(filter.selectRotated(rotated(hashes(-1, OTHERS)), OTHERS))
        .isBetween((int) passed / 100, (int) passed);
    return (double) passed / OTHERS;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8_192, 100_000, 1_100_000})
  void lacksNothingThatWasAddedAndFewOthersPass(int words) {
    HashFilter filter = filter(words, words);
    long[] added = rotated(hashes(words, words));
    assertThat(filter.selectRotated(added, words)).isEqualTo(words);
    assertThat(added).as("in their order").isEqualTo(rotated(hashes(words, words)));
    if (words >= 8_192) {
      assertThat(HashFilter.passing(words, words)).isBetween(1 / 6_000.0, 1 / 5_800.0);
      assertThat(passed(filter) * 5_900).isCloseTo(1, within(0.4));
    }
    HashFilter copy = new HashFilter(new long[HashFilter.TABLE + words]);
    assertThat(passed(copy)).isZero();
    System.arraycopy(filter.words(), 0, copy.words(), 0, HashFilter.TABLE + words);
    assertThat(passed(copy)).isEqualTo(passed(filter));
  }

  @Test
  void whatIsSelectedStandsInFront() {
    HashFilter filter = filter(100, 3);
    long[] added = rotated(hashes(100, 3));
    long[] all = rotated(hashes(5, 50));
    all[10] = added[2];
    all[40] = added[0];
    assertThat(filter.selectRotated(all, 40)).isEqualTo(1);
    assertThat(all[0]).isEqualTo(added[2]);
  }

  @Test
  void noneThatWasAddedExceedsTheMost() {
    HashFilter filter = new HashFilter(new long[HashFilter.TABLE + 100]);
    for (int shift = 62; shift > 0; shift--) {
      long rotated = new Random(shift).nextLong() >>> shift;
      filter.add(Long.rotateLeft(rotated, Integer.SIZE));
      long most = filter.mostRotated();
      assertThat(most).isBetween(rotated, Long.MAX_VALUE >>> Math.min(6, shift - 1));
      assertThat(new HashFilter(filter.words()).mostRotated()).isEqualTo(most);
    }
    assertThat(HashFilter.ofAll().mostRotated()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aFilterThatIsTooSmallLetsMorePass() {
    int words = 4_096;
    double passing = HashFilter.passing(20.0 * words, words);
    assertThat(passed(filter(words, 20 * words))).isCloseTo(passing, within(0.01));
    assertThat(passing).isBetween(0.2, 0.3);
  }
}
