package io.neardup.lsh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BandingTunerTest {

  private static final double[] THRESHOLDS = {
    0.01, 0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.99, 1
  };

  private static List<BandingScheme> allSchemes(int slots) {
    List<BandingScheme> schemes = new ArrayList<>();
    for (int rows = 1; rows <= slots; rows++) {
      for (int bands = 1; bands * rows <= slots; bands++) {
        schemes.add(new BandingScheme(bands, rows));
      }
    }
    return schemes;
  }

  /** Against all schemes there are, whatever their number of bands. */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 0.99999})
  void forRecallHasTheFewestFalseCandidatesOfAll(double recall) {
    for (int slots : new int[] {1, 16, 100, 150}) {
      List<BandingScheme> all = allSchemes(slots);
      for (double t : THRESHOLDS) {
        BandingScheme expected =
            all.stream()
                .filter(s -> s.candidateProbability(t) >= recall)
                .min(
                    Comparator.comparingDouble((BandingScheme s) -> s.falsePositiveArea(t))
                        .thenComparingInt(BandingScheme::slots))
                .orElse(null);
        if (expected == null) {
          assertThatIllegalArgumentException()
              .isThrownBy(() -> BandingTuner.forRecall(t, recall, slots));
        } else {
          assertThat(BandingTuner.forRecall(t, recall, slots))
              .as("t = %s, recall %s, %d slots", t, recall, slots)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void sayWhatIsAttainable() {
    // 1 - 0.99^100 = 0.633968; 0.99^n <= 0.1 from n = 230 on (ln 0.1 / ln 0.99 = 229.1).
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BandingTuner.forRecall(0.01, 0.9, 100))
        .withMessageContaining("at most 0.633968 is attainable (100 bands x 1 row)")
        .withMessageContaining("at least 230 slots are needed");
    assertThat(BandingTuner.forRecall(0.01, 0.9, 230)).isEqualTo(new BandingScheme(230, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BandingTuner.forRecall(1e-6, 0.9, 32_767))
        .withMessageContaining("no signature is long enough");
  }

  @Test
  void copesWithTheLongestSignatures() {
    BandingScheme scheme = BandingTuner.forRecall(0.8, 0.999, 32_767);
    assertThat(scheme.candidateProbability(0.8)).isGreaterThanOrEqualTo(0.999);
    assertThat(scheme.slots()).isLessThanOrEqualTo(32_767);
    assertThat(scheme.rows()).isGreaterThan(20);
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 0.99, 1×7 2×17 3×35 4×72",
    "0.8, 0.99, 5×12 6×16 7×20 8×26 9×32",
    "0.95, 0.99, 12×6 14×7 17×9 20×11 23×13",
    "1, 0.9, 94×1 126×1 168×1 225×1 300×1"
  })
  void choicesHaveSignaturesOfSeveralLengths(double threshold, double recall, String expected) {
    assertThat(BandingTuner.choices(threshold, recall, 300, 5))
        .extracting(scheme -> scheme.rows() + "×" + scheme.bands())
        .containsExactly(expected.split(" ", -1));
  }

  @Test
  void refusesArgumentsOutOfRange() {
    for (double t : new double[] {0, -0.1, 1.1, Double.NaN}) {
      assertRefused("threshold", () -> BandingTuner.forRecall(t, 0.9, 100));
    }
    for (double recall : new double[] {0, 1, -1, 1.5, Double.NaN}) {
      assertRefused("recall", () -> BandingTuner.forRecall(0.8, recall, 100));
    }
    for (int slots : new int[] {0, -1, 32_768}) {
      assertRefused("slots", () -> BandingTuner.forRecall(0.8, 0.9, slots));
    }
  }

  private static void assertRefused(String what, ThrowingCallable call) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(what);
  }
}
