package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnicodeVersionTest {

  /** As the documentation of {@link Character} says for each release. */
  @Test
  void isThatOfTheJavaThatRuns() {
    String expected =
        switch (Runtime.version().feature()) {
          case 17, 18 -> "13.0";
          case 19 -> "14.0";
          case 20, 21 -> "15.0";
          case 22, 23 -> "15.1";
          case 24, 25 -> "16.0";
          default -> UnicodeVersion.current();
        };
    assertThat(UnicodeVersion.current()).isEqualTo(expected);
  }
}
