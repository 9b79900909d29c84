package io.neardup.minhash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FastSimilaritySketchTest extends SignatureSchemeContract {

  @Override
  SignatureScheme scheme(int slots, long seed) {
    return new FastSimilaritySketch(slots, seed);
  }

  @Override
  int maxRound(int slots) {
    return 2 * slots - 1;
  }

  @Override
  String name() {
    return "fast";
  }

  /** Computed by another program from the description of the scheme; results that are stored. */
  @ParameterizedTest
  @CsvSource({
    "1, few, 939bae6809d295ab54e958c9cc8a0d244e9895aee2f6824f368d7c1fede9a856",
    "1, zero, d2fbc076bfd10804c68aae2cebd3039a3518dd9dcb8262ab82c0d5b8b053d14c",
    "1, hundred, 7da34cfde4d3022794e8b0db6285c896c691088d826ee84961f8577923f36426",
    "-7, few, e3ed6efd1f31104e4e16cfd3f96d948ec9861897b4a616a83ced9c8844b0aa44",
    "-7, zero, 17f7ec6adf694407a0cfd43248961d77e81d04bf2ecd14cf0c1b41cc9e56064e",
    "-7, hundred, f32b1254d5fa9ae051cc2fa01bb900d6bf481ad6f1eecd1d0049f489127c5e64"
  })
  void storedSlotsAreStable(long seed, String set, String hex) {
    assertThat(storedSlots(scheme(8, seed), set)).isEqualTo(hex);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 32_768})
  void refusesOtherNumbersOfSlots(int slots) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FastSimilaritySketch(slots, 1))
        .withMessageContaining("1 to 32767")
        .withMessageContaining(String.valueOf(slots));
  }

  /** A set of one element needs round n + s for the slots no round below n reached. */
  @Test
  void oneElementFillsEverySlot() {
    for (int slots = 1; slots <= FastSimilaritySketch.MAX_SLOTS; slots = 3 * slots / 2 + 1) {
      ColumnSketcher sketcher = scheme(slots, slots).newColumnSketcher();
      sketcher.sketch(new long[] {99}, 1);

      assertThat(sketcher.slots()).doesNotContain(SignatureScheme.EMPTY);
      assertThat(sketcher.winners()).containsOnly(99);
      Set<Integer> rounds = new HashSet<>();
      Arrays.stream(sketcher.winnerRounds()).forEach(rounds::add);
      assertThat(rounds).as("one element fills one slot a round").hasSize(slots);
    }
  }

  /** Of many elements each slot is reached in round 0: misses it with (1 − 1/n)^|A| each. */
  @Test
  void manyElementsAreDoneInTheFirstRound() {
    ColumnSketcher sketcher = scheme(100, 1).newColumnSketcher();
    long[] elements = randomElements(10_000, new Random(1)); // 100 · 0.99^10000 < 10⁻⁴¹

    sketcher.sketch(elements, elements.length);

    assertThat(sketcher.lastRound()).isZero();
  }
}
