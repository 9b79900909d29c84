package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.lsh.BandingScheme;
import io.neardup.lsh.BandingTuner;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BandingAdviceTest {

  private static Optional<String> warning(Map<String, String> entries) {
    return BandingAdvice.warning(Settings.read(entries.entrySet()));
  }

  private static Map<String, String> threshold(double threshold) {
    return new TreeMap<>(Map.of(Keys.THRESHOLD.name(), String.valueOf(threshold)));
  }

  @Test
  void theWarningHasTheRecallAtTheThresholdAndTheOptionsThatMendIt() {
    // 1 - (1 - 0.5^5)^20 = 0.4701; 1 - (1 - 0.5^3)^23 = 0.9536, with 22 bands 0.9470
    assertThat(warning(threshold(0.5)))
        .contains(
            "20 bands of 5 rows find 47 % of the pairs of similarity 0.5, the"
                + " threshold; to find 95 %: -Dneardup.banding.bands=23 -Dneardup.banding.rows=3");
  }

  @ParameterizedTest
  @CsvSource({"0.67, true", "0.68, false", "0.8, false", "1, false", "0, false"})
  void recallBelow95PercentIsWarnedOf(double threshold, boolean warned) {
    // 1 - (1 - 0.67^5)^20 = 0.945, 1 - (1 - 0.68^5)^20 = 0.957
    assertThat(warning(threshold(threshold)).isPresent()).isEqualTo(warned);
  }

  @Test
  void withoutVerificationThereIsNoThreshold() {
    Map<String, String> entries = threshold(0.5);
    entries.put(Keys.VERIFY_MODE.name(), "none");
    assertThat(warning(entries)).isEmpty();
  }

  @Test
  void theSchemeIsThatOfTheTunerAndIsNotWarnedOfItself() {
    Pattern options =
        Pattern.compile("-Dneardup.banding.bands=(\\d+) -Dneardup.banding.rows=(\\d+)$");
    for (int hundredth = 1; hundredth <= 67; hundredth++) {
      Map<String, String> entries = threshold(hundredth / 100.0);
      Matcher found = options.matcher(warning(entries).orElseThrow());
      assertThat(found.find()).as("%s", entries).isTrue();
      int bands = Integer.parseInt(found.group(1));
      int rows = Integer.parseInt(found.group(2));
      if (hundredth >= 3) { // 100 slots have the recall
        assertThat(new BandingScheme(bands, rows))
            .isEqualTo(BandingTuner.forRecall(hundredth / 100.0, 0.95, 100));
      }
      entries.put(Keys.BANDS.name(), found.group(1));
      entries.put(Keys.ROWS.name(), found.group(2));
      assertThat(warning(entries)).as("%s", entries).isEmpty();
    }
  }

  @Test
  void aThresholdThatNoSignatureReachesIsSaidToBeOne() {
    assertThat(warning(threshold(1e-6)).orElseThrow())
        .startsWith("20 bands of 5 rows find less than 1 % of")
        .endsWith("no signature is long enough to find 95 %");
  }
}
