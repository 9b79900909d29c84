package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.neardup.Guard;
import java.text.Normalizer;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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
    return Plain.text(
        new TextNormalizer(normalization)
            .normalize(Plain.surround(bytes), Plain.SURROUNDING, bytes.length));
  }

  /** So white space is exactly that of Unicode, for one. */
  @ParameterizedTest
  @EnumSource(Normalization.class)
  void everyCharacterIsNormalizedAsInStrings(Normalization normalization) {
    for (int from = 0; from <= Character.MAX_CODE_POINT; from += 64) {
      byte[] text =
          IntStream.range(from, from + 64)
              .filter(cp -> cp < Character.MIN_SURROGATE || cp > Character.MAX_SURROGATE)
              .mapToObj(cp -> "a" + Character.toString(cp) + "\u0301b")
              .collect(Collectors.joining())
              .getBytes(UTF_8);
      assertThat(normalize(normalization, text))
          .as("from U+%04X", from)
          .isEqualTo(Plain.normalize(text, normalization));
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
        "abcdefgh\u3000 ijklmnop,abcdefgh ijklmnop",
        "' \t\r\n\u00A0\u3000           ',''"
      })
  void whiteSpaceCollapsesAndIsTrimmed(String text, String expected) {
    assertThat(normalize(Normalization.WHITESPACE, text)).isEqualTo(expected);
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

  @ParameterizedTest
  @EnumSource(Normalization.class)
  void refusesARangeOutsideTheArray(Normalization normalization) {
    TextNormalizer normalizer = new TextNormalizer(normalization);
    assertThatThrownBy(() -> normalizer.normalize(new byte[4], 2, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Property
  void agreesWithStringsOnText(
      @ForAll Normalization normalization, @ForAll(supplier = Texts.Text.class) String text) {
    assertThat(normalize(normalization, text))
        .isEqualTo(Plain.normalize(text.getBytes(UTF_8), normalization));
  }

  @Property
  void agreesWithStringsOnBytes(
      @ForAll Normalization normalization, @ForAll(supplier = Texts.Bytes.class) byte[] bytes) {
    assertThat(normalize(normalization, bytes)).isEqualTo(Plain.normalize(bytes, normalization));
  }

  @Property
  void isIdempotent(
      @ForAll Normalization normalization, @ForAll(supplier = Texts.Bytes.class) byte[] bytes) {
    String once = normalize(normalization, bytes);
    assertThat(normalize(normalization, once)).isEqualTo(once);
  }

  @Property
  void isTheSameInAUsedNormalizer(
      @ForAll Normalization normalization,
      @ForAll(supplier = Texts.Bytes.class) byte[] before,
      @ForAll(supplier = Texts.Bytes.class) byte[] bytes) {
    TextNormalizer used = new TextNormalizer(normalization);
    used.normalize(before, 0, before.length);
    assertThat(Plain.text(used.normalize(bytes, 0, bytes.length)))
        .isEqualTo(normalize(normalization, bytes));
  }

  @Property
  void foldHidesCase(@ForAll(supplier = Texts.Text.class) String text) {
    // In NFKC, as upper case makes a letter of the mark U+0345, which then no longer moves.
    String normal = Normalizer.normalize(text, Normalizer.Form.NFKC);
    assertThat(normalize(Normalization.FOLD, normal.toUpperCase(Locale.ROOT)))
        .isEqualTo(normalize(Normalization.FOLD, normal));
  }
}
