package io.neardup.lsh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashFilterTest {

  /**
   * Hashes of a word are Poisson distributed, mean 2: the three bits of another are set with
   * probability 0.0025. The table has bits of 1 − e^(−2 · 100,000 / 2^17) of all, or fewer.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8_192, 100_000, 1_000_000})
  void lacksNothingThatWasAddedAndFewOthersPass(int words) {
    int hashes = words * HashFilter.HASHES_OF_WORD;
    int all = HashFilter.TABLE + words;
    HashFilter filter = new HashFilter(all);
    new Random(words).longs(hashes).forEach(filter::add);
    assertThat(new Random(words).longs(hashes)).allMatch(filter::mayHave);
    long passed = new Random(-1).longs(100_000).filter(filter::mayHave).count();
    double inTable = 1 - Math.exp(-hashes / 131_072.0);
    if (words >= 8_192) {
      assertThat(passed / 1e5 / inTable).isBetween(0.0015, 0.0035);
    }
    HashFilter copy = new HashFilter(all);
    System.arraycopy(filter.words(), 0, copy.words(), 0, all);
    assertThat(new Random(-1).longs(100_000).filter(copy::mayHave).count()).isEqualTo(passed);
    assertThat(new Random(-1).longs(100_000)).noneMatch(new HashFilter(all)::mayHave);
  }
}
