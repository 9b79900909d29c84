package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableTest {

  @ParameterizedTest
  @CsvSource({
    "0000, ␀",
    "0007, ␇",
    "0009, ␉",
    "000A, ␊",
    "001B, ␛",
    "007F, ␡", // control characters
    "0085, ⟨U+0085⟩",
    "009B, ⟨U+009B⟩",
    "202E, ⟨U+202E⟩",
    "2066, ⟨U+2066⟩",
    "200F, ⟨U+200F⟩",
    "061C, ⟨U+061C⟩", // directions
    "200B, ⟨U+200B⟩",
    "00AD, ⟨U+00AD⟩",
    "FEFF, ⟨U+FEFF⟩",
    "E0041, ⟨U+E0041⟩", // invisible
    "2028, ⟨U+2028⟩",
    "2029, ⟨U+2029⟩",
    "FFFF, ⟨U+FFFF⟩",
    "FDD0, ⟨U+FDD0⟩",
    "1FFFE, ⟨U+1FFFE⟩", // never characters
    "D800, �",
    "DFFF, �" // half of a character
  })
  void whatCannotBeSeenIsShown(String hex, String shown) {
    String text = "a" + codePoint(Integer.parseInt(hex, 16)) + "b";
    assertThat(Printable.of(text)).isEqualTo("a" + shown + "b");
  }

  private static String codePoint(int codePoint) {
    return codePoint <= 0xffff ? String.valueOf((char) codePoint) : Character.toString(codePoint);
  }

  @Test
  void lettersStayAsTheyAre() {
    String text = "a ä β שלום अनुच्छेद 中文 👩‍👩‍👧 نمی‌دانم <b>&\"'";
    assertThat(Printable.of(text)).isEqualTo(text);
  }

  @Test
  void aTextIsCutByTheBytesThatItTakes() {
    assertThat(Printable.cut("a".repeat(50), 50)).isEqualTo("a".repeat(47) + "…");
    assertThat(Printable.cut("a".repeat(47), 50)).isEqualTo("a".repeat(47));
    assertThat(Printable.cut("<".repeat(50), 53)).isEqualTo("<".repeat(10) + "…");
    assertThat(Printable.cut("😀".repeat(50), 11)).isEqualTo("😀😀…");
    assertThat(Printable.cut("\u202e".repeat(9), 38)).isEqualTo("⟨U+202E⟩⟨U+202E⟩…");
  }
}
