package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.ibm.icu.lang.UCharacter;
import io.neardup.Guard;
import java.util.List;
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
        new TextNormalizer(List.of(), normalization)
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
    "so\u00ADft\u200B\u202Eer,softer",
    "\u1FB3,\u03B1\u03B9",
    "\uD801\uDC00,\uD801\uDC28"
  })
  void foldMakesVariantsEqual(String text, String expected) {
    assertThat(normalize(Normalization.FOLD, text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "Don't! 100 % caf\u00E9 - ok,dont 100 cafe ok",
    "x\u00B2 + \u20AC5 \uD83D\uDE00 a_b,x2 5 ab",
    // Accents of Latin, points of Hebrew and Arabic go; vowels of Hindi and Thai, and what makes
    // other letters of kana and Cyrillic's i with breve, stay or go as they are marks or letters.
    "\u05E9\u05C1\u05B8\u05DC\u05D5\u05B9\u05DD,\u05E9\u05DC\u05D5\u05DD",
    "\u0643\u0650\u062A\u064E\u0627\u0628,\u0643\u062A\u0627\u0628",
    "\u0939\u093F\u0928\u094D\u0926\u0940\u0964,\u0939\u093F\u0928\u094D\u0926\u0940",
    "\u0E17\u0E35\u0E48\u0E19\u0E38,\u0E17\u0E35\u0E48\u0E19\u0E38",
    "\u304B\u3099\u3002,\u304C",
    "\uFF76\uFF9E\uFF65\uFF71,\u30AC\u30A2"
  })
  void lettersAreWhatIsLeft(String text, String expected) {
    assertThat(normalize(Normalization.LETTERS, text)).isEqualTo(expected);
  }

  @Test
  void runsOfMoreThanThirtyMarksAreNormalizedInPieces() {
    String marks = "\u0301\u0316".repeat(15);
    String ordered = "\u0316".repeat(15) + "\u0301".repeat(14);
    assertThat(normalize(Normalization.FOLD, "E" + marks)).isEqualTo("\u00E9" + ordered);
    assertThat(normalize(Normalization.FOLD, "E" + marks + "\u0316\u0301B"))
        .isEqualTo("\u00E9" + ordered + "\u0316\u0301b");
  }

  @Test
  void matchesOfExpressionsAreLeftOutFirst() {
    TextNormalizer normalizer =
        new TextNormalizer(
            List.of("^>.*\n", "(?i)copyright [0-9]+", "never"), Normalization.WHITESPACE);
    byte[] post = "> old\nA reply\n> older\n\u00A9 COPYRIGHT 2020 Me".getBytes(UTF_8);
    byte[] other = "COPYRIGHT 1".getBytes(UTF_8);
    assertThat(Plain.text(normalizer.normalize(post, 0, post.length)))
        .isEqualTo("A reply \u00A9 Me");
    assertThat(Plain.text(normalizer.normalize(other, 0, other.length))).isEmpty();
    assertThat(normalizer.ignored()).containsExactly(1, 2, 0);
  }

  @Test
  void linesOfMailEndWithCrLf() {
    TextNormalizer normalizer =
        new TextNormalizer(List.of("\\A(?s:.*?)\n\n", "^--$"), Normalization.NONE);
    byte[] mail = "From: me\r\n\r\nHello\r\n--\r\nx".getBytes(UTF_8);
    assertThat(Plain.text(normalizer.normalize(mail, 0, mail.length))).isEqualTo("Hello\n\nx");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0301\u0316", "\u03A3\u0301", "\uFF9E\u0301", "\u0E48\u0E38"})
  @Tag("long")
  void foldingTakesLinearTime(String repeated) {
    // A run of marks is ordered by inserting each.
    String text = "a" + repeated.repeat(2_000_000);
    for (Normalization each : List.of(Normalization.FOLD, Normalization.LETTERS)) {
      assertTimeoutPreemptively(Guard.LIMIT, () -> assertThat(normalize(each, text)).isNotEmpty());
    }
  }

  @ParameterizedTest
  @EnumSource(Normalization.class)
  void refusesARangeOutsideTheArray(Normalization normalization) {
    TextNormalizer normalizer = new TextNormalizer(List.of(), normalization);
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
    // Of texts with no run of 30 marks: pieces of longer ones may change when they grow.
    String once = normalize(normalization, bytes);
    assertThat(normalize(normalization, once)).isEqualTo(once);
  }

  @Property
  void isTheSameInAUsedNormalizer(
      @ForAll Normalization normalization,
      @ForAll(supplier = Texts.Bytes.class) byte[] before,
      @ForAll(supplier = Texts.Bytes.class) byte[] bytes) {
    TextNormalizer used = new TextNormalizer(List.of(), normalization);
    used.normalize(before, 0, before.length);
    assertThat(Plain.text(used.normalize(bytes, 0, bytes.length)))
        .isEqualTo(normalize(normalization, bytes));
  }

  @Property
  void foldHidesCase(@ForAll(supplier = Texts.Text.class) String text) {
    assertThat(normalize(Normalization.FOLD, UCharacter.foldCase(text, true)))
        .isEqualTo(normalize(Normalization.FOLD, text));
  }
}
