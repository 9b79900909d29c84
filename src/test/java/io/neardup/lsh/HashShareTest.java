package io.neardup.lsh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashShareTest {

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.25, 0.5, 0.9})
  void itContainsItsShareOfTheHashes(double share) {
    HashShare hashes = new HashShare(share);
    int contained = 0;
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      long hash = random.nextLong();
      contained += hashes.contains(hash) ? 1 : 0;
      assertThat(!new HashShare(share / 2).contains(hash) || hashes.contains(hash)).isTrue();
      assertThat(HashShare.ALL.contains(hash)).isTrue();
    }
    double deviation = Math.sqrt(100_000 * share * (1 - share));
    assertThat((double) contained).isCloseTo(100_000 * share, within(5 * deviation));
  }

  @Test
  void hashesAreUnsigned() {
    assertThat(new HashShare(0.5).contains(Long.MAX_VALUE)).isTrue();
    assertThat(new HashShare(0.5).contains(Long.MIN_VALUE)).isFalse();
    assertThat(HashShare.ALL.contains(-1)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.1, 1.1, Double.NaN})
  void aShareIsAboveZeroAndAtMostOne(double share) {
    assertThatIllegalArgumentException().isThrownBy(() -> new HashShare(share));
  }
}
