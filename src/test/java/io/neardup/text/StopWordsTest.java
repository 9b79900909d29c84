package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StopWordsTest {

  private static boolean contains(StopWords words, String word) {
    byte[] bytes = word.getBytes(UTF_8);
    return words.contains(Plain.surround(bytes), Plain.SURROUNDING, bytes.length);
  }

  private static StopWords parse(String list) {
    return StopWords.parse(new StringReader(list));
  }

  @ParameterizedTest
  @ValueSource(strings = {"the", "The", "THE", "tHe", "a", "I", "don't", "yourselves", "through"})
  void englishWordsInAnyCase(String word) {
    assertThat(contains(StopWords.english(), word)).isTrue();
  }

  @Test
  void otherWords() {
    String others = "|th|thee|the,|Sudzo|people|good|shown|today|#|Articles|\u0442\u0435|";
    for (String word : (others + "the ".repeat(20)).split("\\|", -1)) {
      assertThat(contains(StopWords.english(), word)).as(word).isFalse();
    }
  }

  @Test
  void aListHasCommentsEmptyLinesAndAnyCase() {
    StopWords words = parse("# the\n\n der \r\nDIE # article\nC#\nDER\n#\n\u00DCBER");
    assertThat(contains(words, "der")).isTrue();
    assertThat(contains(words, "die")).isTrue();
    assertThat(contains(words, "c#")).isTrue();
    assertThat(contains(words, "c")).isFalse();
    assertThat(contains(words, "\u00FCber")).isTrue();
    assertThat(contains(words, "\u00DCber")).isTrue();
    assertThat(contains(words, "the")).isFalse();
    assertThat(contains(words, "article")).isFalse();
    assertThat(contains(words, "\u00FCbe")).isFalse();
  }

  @Test
  void aWordIsLookedUpInLowerCaseEvenWhereThatIsShorter() {
    // U+212A, the Kelvin sign: three bytes, one in lower case.
    assertThat(contains(parse("kkk"), "\u212A\u212A\u212A")).isTrue();
    assertThat(contains(parse("kkk"), "\u212A\u212A\u212A\u212A")).isFalse();
  }

  @Test
  void refusesTwoWordsInALine() {
    assertThatThrownBy(() -> parse("the\nof the\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("line 2", "of the");
  }

  @Test
  void aByteOrderMarkIsNotPartOfTheFirstWord() {
    assertThat(contains(parse("\uFEFFthe\nof"), "the")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, daß, daß",
    "WHITESPACE, don't, don't",
    "FOLD, daß, dass",
    "LETTERS, don't, dont",
    "LETTERS, où, ou"
  })
  void wordsAreNormalizedAsTextsAre(Normalization normalization, String word, String inText) {
    assertThat(contains(parse(word).normalized(normalization), inText)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "# nothing\n \n"})
  void refusesAnEmptyList(String list) {
    assertThatThrownBy(() -> parse(list)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aReaderThatFailsIsReported() throws IOException {
    Reader closed = Reader.nullReader();
    closed.close();
    assertThatThrownBy(() -> StopWords.parse(closed)).isInstanceOf(UncheckedIOException.class);
  }
}
