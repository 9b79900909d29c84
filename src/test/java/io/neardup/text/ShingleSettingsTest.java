package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.text.ShingleSettings.Unit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShingleSettingsTest {

  private static ShingleSettings of(Unit unit, int size, int hashBits) {
    return new ShingleSettings(
        unit, size, hashBits, false, List.of(), Normalization.NONE, WordBoundaries.BLANK);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 64, -1",
    "0, 64, 0",
    "1001, 64, 1001",
    "9, 0, 0",
    "9, 16, 16",
    "9, 33, 33",
    "9, 128, 128"
  })
  void sizesAndHashBitsOutOfRange(int size, int hashBits, String named) {
    for (Unit unit : Unit.values()) {
      assertThatThrownBy(() -> of(unit, size, hashBits))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(named);
    }
    assertThat(of(Unit.CHAR, 1000, 32).size()).isEqualTo(1000);
  }

  @Test
  void aStopWordShingleHasThreeWords() {
    assertThat(of(Unit.STOPWORD, 9, 64)).isEqualTo(of(Unit.STOPWORD, 3, 64));
    assertThat(of(Unit.STOPWORD, 9, 64).size()).isEqualTo(3);
  }
}
