package io.neardup.hadoop.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ComparisonForecastTest {

  @Test
  void theWorkGrowsWithTheSampleTheCorpusAndThePassesOverIt() {
    ComparisonForecast forecast = new ComparisonForecast(10, 5); // 2 of 4 others for each
    assertThat(forecast.work(5, 5, 1, 1 << 20)).isEqualTo(10);
    assertThat(forecast.work(100, 1_001, 1, 1 << 20)).isEqualTo(50_000);
    assertThat(forecast.work(100, 1_001, 3, 1 << 20)).isEqualTo(50_000 + 2 * 256);
  }

  @Test
  void aPartOfOneDocumentTellsNothing() {
    assertThat(new ComparisonForecast(0, 1).work(100, 1_000, 1, 1 << 20)).isZero();
  }
}
