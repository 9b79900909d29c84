package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.neardup.Guard;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {

  /** Of each kind that the rules distinguish, and what makes them ask ICU. */
  private static final List<String> CHARACTERS =
      List.of(
          "a",
          "B",
          "7",
          "_",
          ".",
          ",",
          ":",
          ";",
          "'",
          "\"",
          "-",
          "\u00B7",
          "\u2019",
          "\u0301",
          "\u00AD",
          "\u200D",
          "\u0E38",
          "\u05D0",
          "\u4E00",
          "\u30A2",
          "\u3042",
          "\uAC00",
          "\u1161",
          "\uFF9E",
          "\u00A0",
          "\u2028",
          "\u3000",
          "\u0915",
          "\u093F",
          "\u094D",
          "\u203F",
          "\u00AA",
          "\u055A",
          "\u20E3",
          "\u202F",
          "\u06DD",
          "\u303B",
          " ",
          "\uD83D\uDE00",
          "\uD83C\uDDE9",
          "\uD801\uDC00");

  private static List<Long> words(String text) {
    return Plain.shingle(new WordShingler(1, WordBoundaries.UNICODE), text);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.frequencyOf(
            Tuple.of(8, Arbitraries.of(CHARACTERS)),
            Tuple.of(
                1,
                Arbitraries.integers()
                    .between(0, 0x10FFFF)
                    .filter(cp -> cp < Character.MIN_SURROGATE || cp > Character.MAX_SURROGATE)
                    .map(Character::toString)))
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }

  @Property(tries = 20_000)
  void areThoseOfUnicode(@ForAll("texts") String text) {
    assertThat(words(text))
        .isEqualTo(Plain.hashes(Plain.wordShingles(text, 1, WordBoundaries.UNICODE)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      value = {
        "The \"quick\" (brown) fox can't jump 32.3 feet, right? = The quick brown fox can't jump"
            + " 32.3 feet right",
        "na\u00EFve\u2014co\u00F6perate; \u2026 -- e\u0301t\u00E9 = na\u00EFve co\u00F6perate"
            + " e\u0301t\u00E9",
        "\u041F\u0440\u0438\u0432\u0435\u0442, \u043C\u0438\u0440! ="
            + " \u041F\u0440\u0438\u0432\u0435\u0442 \u043C\u0438\u0440",
        "\u6211\u4EEC\u662F\u5B66\u751F\u3002 = \u6211\u4EEC \u662F \u5B66\u751F",
        "\u79C1\u306F\u5B66\u751F\u3067\u3059\u3002 = \u79C1 \u306F \u5B66\u751F \u3067\u3059",
        "\u0E20\u0E32\u0E29\u0E32\u0E44\u0E17\u0E22 ="
            + " \u0E20\u0E32\u0E29\u0E32 \u0E44\u0E17\u0E22",
        "\uD55C\uAD6D\uC5B4 \uACF5\uBD80. = \uD55C\uAD6D\uC5B4 \uACF5\uBD80",
        "___ \uD83D\uDE00 ... \u3001 = ''"
      })
  void ofLanguages(String text, String expected) {
    assertThat(words(text))
        .isEqualTo(Plain.hashes(Plain.wordShingles(expected, 1, WordBoundaries.BLANK)));
  }

  @Test
  @Tag("long")
  void aLongTextWithoutBlanksTakesLinearTime() {
    String chinese = "\u6211\u4EEC\u662F\u5B66\u751F".repeat(500_000);
    assertTimeoutPreemptively(Guard.LIMIT, () -> assertThat(words(chinese)).hasSize(1_500_000));
  }
}
