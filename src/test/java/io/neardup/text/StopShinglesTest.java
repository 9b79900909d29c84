package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StopShinglesTest {

  /** Small letters are stop shingles. */
  @ParameterizedTest
  @CsvSource({
    "abc, ''",
    "ab, ab",
    "abX, abX",
    "abcX, X",
    "Xabc, X",
    "XabYabcZ, XabYZ",
    "aXbYcZ, aXbYcZ",
    "aaaaXbbbbbY, XY",
    "X, X",
    "'', ''"
  })
  void passagesOfThreeAreLeftOut(String text, String left) {
    StopShingles letters = new StopShingles();
    "abcdefghijklmnopqrstuvwxyz".chars().forEach(c -> letters.add(hash((char) c)));
    LongArrayList hashes = new LongArrayList();
    text.chars().forEach(c -> hashes.add(hash((char) c)));
    long[] expected = left.chars().mapToLong(c -> hash((char) c)).toArray();

    int removed = letters.removePassages(hashes, 3);

    assertThat(hashes.toLongArray()).isEqualTo(expected);
    assertThat(removed).isEqualTo(text.length() - left.length());
  }

  private static long hash(char letter) {
    return 0x9E3779B97F4A7C15L * letter;
  }
}
