package io.neardup.lsh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashFilterTest {

  /** A word is filled up to a tenth, and the table to 1 − e^(−2 · words / 2^17). */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8_192, 100_000, 1_000_000})
  void lacksNothingThatWasAddedAndFewOthersPass(int words) {
    int hashes = words * HashFilter.HASHES_OF_WORD;
    int all = HashFilter.TABLE + words;
    HashFilter filter = new HashFilter(all);
    new Random(words).longs(hashes).forEach(filter::add);
    assertThat(new Random(words).longs(hashes)).allMatch(filter::mayHave);
    long passed = new Random(-1).longs(100_000).filter(filter::mayHave).count();
    double passing = HashFilter.passing(hashes, words);
    double inTable = 1 - Math.exp(-hashes / 131_072.0);
    if (words >= 8_192) {
      assertThat(passed / 1e5 / inTable).isBetween(0.6 * passing, 1.4 * passing);
    }
    HashFilter copy = new HashFilter(all);
    System.arraycopy(filter.words(), 0, copy.words(), 0, all);
    assertThat(new Random(-1).longs(100_000).filter(copy::mayHave).count()).isEqualTo(passed);
    assertThat(new Random(-1).longs(100_000)).noneMatch(new HashFilter(all)::mayHave);
  }

  @Test
  void aFilterThatIsTooSmallLetsMorePass() {
    int words = 4_096;
    HashFilter filter = new HashFilter(HashFilter.TABLE + words);
    int hashes = 10 * HashFilter.HASHES_OF_WORD * words;
    new Random(3).longs(hashes).forEach(filter::add);
    double inTable = 1 - Math.exp(-hashes / 131_072.0);
    long passed = new Random(-1).longs(100_000).filter(filter::mayHave).count();
    assertThat(passed / 1e5 / inTable).isCloseTo(HashFilter.passing(hashes, words), within(0.03));
    assertThat(HashFilter.passing(hashes, words)).isBetween(0.2, 0.25);
  }
}
