package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableTest {

  /** Directions, what is invisible, line ends, what is never a character, half of a character. */
  @ParameterizedTest
  @CsvSource({
    "0085 009B 202E 2066 200F 061C 200B 00AD FEFF E0041 2028 2029 FFFF FDD0 1FFFE, ⟨U+%s⟩",
    "0000, ␀",
    "0007, ␇",
    "0009, ␉",
    "000A, ␊",
    "001B, ␛",
    "007F, ␡",
    "D800 DFFF, �"
  })
  void whatCannotBeSeenIsShown(String hex, String shown) {
    for (String each : hex.split(" ", -1)) {
      int codePoint = Integer.parseInt(each, 16);
      String text = "a" + new String(new int[] {codePoint}, 0, 1) + "b";
      assertThat(Printable.of(text)).isEqualTo("a" + shown.formatted(each) + "b");
    }
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
