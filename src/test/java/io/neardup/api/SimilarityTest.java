package io.neardup.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.similarity.Overlap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link Similarity}. */
class SimilarityTest {

  @TempDir private Path folder;

  private static Similarity of(String... settings) throws IOException {
    Configuration conf = new Configuration(false);
    for (int i = 0; i < settings.length; i += 2) {
      conf.set(settings[i], settings[i + 1]);
    }
    return new Similarity(conf);
  }

  @Test
  void measuresShingles() throws IOException {
    Similarity words = of("neardup.shingle.unit", "word", "neardup.shingle.size", "1");
    assertThat(words.jaccard("a b c d", "a b c e")).isEqualTo(3.0 / 5);
    assertThat(words.containment("a b c d e f", "f g")).isEqualTo(0.5);
    assertThat(words.overlap("b a b".getBytes(UTF_8), "b c d".getBytes(UTF_8)))
        .isEqualTo(new Overlap(1, 2, 3));
    assertThat(words.jaccard("", "a")).isZero();
    assertThat(words.containment("", "")).isZero();
  }

  @Test
  void oneComparerServesManyTexts() throws IOException {
    Similarity similarity = of("neardup.text.normalization", "fold");
    String text = "\uD83D\uDE00 Größe, ".repeat(20_000); // a sorted set
    assertThat(similarity.jaccard(text, text.toUpperCase(Locale.ROOT))).isEqualTo(1);
    assertThat(similarity.jaccard("A short text", "a SHORT text")).isEqualTo(1);
    assertThat(similarity.jaccard("A short text", "something else")).isZero();
  }

  @Test
  void halfASurrogatePairIsWhatItIsInDocuments() throws IOException {
    Similarity similarity = of();
    assertThat(similarity.jaccard("one\uD800two thr", "one\uFFFDtwo thr")).isEqualTo(1);
    assertThat(similarity.jaccard("one\uD800two thr", "one?two thr")).isLessThan(1);
  }

  @ParameterizedTest
  @CsvSource({
    "two words, line 1 holds more than one word: two words",
    "'', there is no word",
    "\u00E9, it is not UTF-8"
  })
  void wrongSettingsAreRefused(String words, String message) throws IOException {
    assertThatThrownBy(() -> of("neardup.shingle.size", "0")).isInstanceOf(UsageException.class);
    Path list = Files.writeString(folder.resolve("words"), words, ISO_8859_1);
    assertRefused(list.toString(), message);
    assertRefused(folder.resolve("none").toString(), "there is no such file");
    assertRefused("p:q", "'p:q' is not a path");
  }

  private static void assertRefused(String words, String message) {
    assertThatThrownBy(
            () -> of("neardup.shingle.unit", "stopword", "neardup.shingle.stop-words", words))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message);
  }
}
