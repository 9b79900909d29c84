package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.text.ShingleSettings.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShingleSettingsTest {

  private static ShingleSettings of(Unit unit, int size, int hashBits) {
    return new ShingleSettings(unit, size, hashBits, false, Normalization.NONE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9, 1000})
  void sizesInRange(int size) {
    assertThat(of(Unit.CHAR, size, 64).size()).isEqualTo(size);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 1001})
  void sizesOutOfRange(int size) {
    for (Unit unit : Unit.values()) {
      assertThatThrownBy(() -> of(unit, size, 64))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(String.valueOf(size));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 16, 33, 128})
  void hashBitsOutOfRange(int hashBits) {
    assertThatThrownBy(() -> of(Unit.CHAR, 9, hashBits))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(String.valueOf(hashBits));
  }

  @Test
  void aStopWordShingleHasThreeWords() {
    assertThat(of(Unit.STOPWORD, 9, 64)).isEqualTo(of(Unit.STOPWORD, 3, 64));
    assertThat(of(Unit.STOPWORD, 9, 64).size()).isEqualTo(3);
  }
}
