package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Keys#similarTo}. */
class SimilarKeysTest {

  @ParameterizedTest
  @CsvSource({
    "threshold, neardup.similarity.threshold",
    "neardup.threshold, neardup.similarity.threshold",
    "neardup.treshold, neardup.similarity.threshold",
    "similarity.Threshold, neardup.similarity.threshold",
    "bands, neardup.banding.bands",
    "neardup.rows, neardup.banding.rows",
    "neardup.band, neardup.banding.bands",
    "neardup.shingle.k-size, neardup.shingle.size",
    "format, neardup.ingest.format",
    "neardup.max-bytes, neardup.document.max-bytes",
    "neardup.bucket.split-byte, neardup.document.split-bytes",
    "neardup.verify.mode, neardup.verify",
    "verify, neardup.verify",
    "neardup-banding-bands, neardup.banding.bands"
  })
  void theLastWordDecidesThenTheWholeName(String name, String key) {
    assertThat(Keys.similarTo(name)).map(Key::name).contains(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "neardup.", "x", "fs.other.impl", "neardup.k", "user.name"})
  void whatIsFarFromEveryKeyIsNone(String name) {
    assertThat(Keys.similarTo(name)).isEmpty();
  }

  @Test
  void everyKeyIsNearestToItself() {
    for (Key<?> key : Keys.all()) {
      assertThat(Keys.similarTo(key.name())).contains(key);
    }
  }
}
