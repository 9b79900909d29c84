package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.neardup.Guard;
import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextNormalizerTest {

  private static String normalize(Normalization normalization, String text) {
    return normalize(normalization, text.getBytes(UTF_8));
  }

  private static String normalize(Normalization normalization, byte[] bytes) {
    return Plain.text(new TextNormalizer(normalization).normalize(bytes, 0, bytes.length));
  }

  @Test
  void noneLeavesTextAlone() {
    String text = " \tA\u00A0\u0301\u05D0\u202E\uD83D\uDE00\uFB03  \n";
    assertThat(normalize(Normalization.NONE, text)).isEqualTo(text);
  }

  @Test
  void whiteSpaceIsExactlyThatOfUnicode() {
    for (int cp = 0; cp <= Character.MAX_CODE_POINT; cp++) {
      if (cp >= Character.MIN_SURROGATE && cp <= Character.MAX_SURROGATE) {
        continue;
      }
      boolean whiteSpace =
          (cp >= 0x09 && cp <= 0x0D)
              || cp == 0x20
              || cp == 0x85
              || cp == 0xA0
              || cp == 0x1680
              || (cp >= 0x2000 && cp <= 0x200A)
              || cp == 0x2028
              || cp == 0x2029
              || cp == 0x202F
              || cp == 0x205F
              || cp == 0x3000;
      String c = Character.toString(cp);
      String expected = whiteSpace ? "a b" : "a" + c + "b";
      String normalized = normalize(Normalization.WHITESPACE, "a" + c + "b");
      if (!normalized.equals(expected)) { // a million assertions take their time
        assertThat(normalized).as("U+%04X", cp).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "a b,a b",
        "  a  b  ,a b",
        "abcdefg hijklmno pqrstu,abcdefg hijklmno pqrstu",
        "abcdefg  hijklmno,abcdefg hijklmno",
        "abcdefgh  ijklmno,abcdefgh ijklmno",
        "        abcdefgh        ,abcdefgh",
        "\u3000a \u2003\u00A0b\u0085,a b",
        "abcdefgh\u3000 ijklmnop,abcdefgh ijklmnop"
      })
  void whiteSpaceCollapsesAndIsTrimmed(String text, String expected) {
    assertThat(normalize(Normalization.WHITESPACE, text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(Normalization.class)
  void emptyTextStaysEmpty(Normalization normalization) {
    assertThat(normalize(normalization, "")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Normalization.class,
      names = {"WHITESPACE", "FOLD"})
  void whiteSpaceAloneBecomesEmpty(Normalization normalization) {
    assertThat(normalize(normalization, " \t\r\n\u00A0\u3000           ")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "61FF62, 61EFBFBD62", // no lead byte
    "61C3, 61EFBFBD", // cut off
    "E282, EFBFBD", // a maximal subpart of two bytes: one replacement
    "F09F98, EFBFBD", // of three bytes
    "E2822E, EFBFBD2E",
    "C0AF, EFBFBDEFBFBD", // over-long
    "E080AF, EFBFBDEFBFBDEFBFBD",
    "F0808080, EFBFBDEFBFBDEFBFBDEFBFBD",
    "F4908080, EFBFBDEFBFBDEFBFBDEFBFBD", // beyond U+10FFFF
    "EDA080, EFBFBD", // a surrogate
    "ED9FBF, ED9FBF",
    "EFBFBD, EFBFBD", // the replacement itself
    "F48FBFBF, F48FBFBF"
  })
  void invalidSequencesAreReplaced(String hex, String expectedHex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    for (Normalization normalization : Normalization.values()) {
      Utf8Buffer result = new TextNormalizer(normalization).normalize(bytes, 0, bytes.length);
      assertThat(HexFormat.of().withUpperCase().formatHex(result.bytes(), 0, result.length()))
          .isEqualTo(expectedHex);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Hello  WORLD,hello world",
    "STRASSE,strasse",
    "Stra\u00DFe,strasse",
    "STRA\u1E9EE,strasse",
    "\uFB01ne,fine",
    "\uFF21\uFF22\uFF23,abc",
    "cafe\u0301,caf\u00E9",
    "CAFE\u0301,caf\u00E9",
    "\u039F\u0394\u039F\u03A3,\u03BF\u03B4\u03BF\u03C3",
    "\u03BF\u03B4\u03BF\u03C2,\u03BF\u03B4\u03BF\u03C3",
    "\u212Aelvin,kelvin",
    "\u1FB3,\u03B1\u03B9",
    "\uD801\uDC00,\uD801\uDC28"
  })
  void foldMakesVariantsEqual(String text, String expected) {
    assertThat(normalize(Normalization.FOLD, text)).isEqualTo(expected);
  }

  @Test
  void foldOfALongTextDividesNoCharacter() {
    for (String before : new String[] {"", "a"}) {
      assertThat(normalize(Normalization.FOLD, before + "\uD801\uDC00".repeat(1000)))
          .isEqualTo(before + "\uD801\uDC28".repeat(1000));
    }
  }

  @Test
  void foldIsIdempotentForEveryCharacter() {
    TextNormalizer once = new TextNormalizer(Normalization.FOLD);
    TextNormalizer twice = new TextNormalizer(Normalization.FOLD);
    for (int cp = 0; cp <= Character.MAX_CODE_POINT; cp++) {
      if (cp >= Character.MIN_SURROGATE && cp <= Character.MAX_SURROGATE) {
        continue;
      }
      byte[] bytes = ("a" + Character.toString(cp) + "\u0301b").getBytes(UTF_8);
      Utf8Buffer first = once.normalize(bytes, 0, bytes.length);
      Utf8Buffer second = twice.normalize(first.bytes(), 0, first.length());
      if (!Plain.text(second).equals(Plain.text(first))) {
        assertThat(Plain.text(second)).as("U+%04X", cp).isEqualTo(Plain.text(first));
      }
    }
  }

  @Test
  void foldDividesRunsOfMoreThanThirtyMarks() {
    // The first mark composes with its letter; 30 and the divider remain, then the last one.
    assertThat(normalize(Normalization.FOLD, "e" + "\u0301".repeat(30)))
        .isEqualTo("\u00E9" + "\u0301".repeat(29));
    assertThat(normalize(Normalization.FOLD, "e" + "\u0301".repeat(31)))
        .isEqualTo("\u00E9" + "\u0301".repeat(29) + "\u034F\u0301");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0301\u0316", "\u03A3\u0301", "\u00DF", "\u0130", "\uFF9E\u0301"})
  @Tag("long")
  void foldTakesLinearTime(String repeated) {
    // Each of these takes minutes to hours where the JDK's quadratic methods see the whole text.
    String text = "a" + repeated.repeat(2_000_000);
    assertTimeoutPreemptively(
        Guard.LIMIT, () -> assertThat(normalize(Normalization.FOLD, text)).isNotEmpty());
  }

  @Test
  void aLargeTextIsNotKept() {
    TextNormalizer normalizer = new TextNormalizer(Normalization.WHITESPACE);
    byte[] large = "abc ".repeat(1 << 20).getBytes(UTF_8);
    assertThat(normalizer.normalize(large, 0, large.length).length()).isEqualTo(large.length - 1);
    Utf8Buffer small = normalizer.normalize(large, 0, 3);
    assertThat(Plain.text(small)).isEqualTo("abc");
    assertThat(small.bytes().length).isLessThanOrEqualTo(1 << 20);
  }

  @ParameterizedTest
  @EnumSource(Normalization.class)
  void refusesARangeOutsideTheArray(Normalization normalization) {
    TextNormalizer normalizer = new TextNormalizer(normalization);
    assertThatThrownBy(() -> normalizer.normalize(new byte[4], 2, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
