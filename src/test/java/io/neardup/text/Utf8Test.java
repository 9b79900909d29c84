package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {

  /** Among bytes that differ from the character in one bit or by one, from all places to all. */
  @ParameterizedTest
  @ValueSource(chars = {'\n', '\t', 0, 127})
  void theFirstPositionOfACharacter(char ascii) {
    byte[] like = {(byte) ascii, (byte) (ascii + 1), (byte) (ascii - 1), (byte) (ascii ^ 0x80), -1};
    Random random = new Random(ascii);
    for (int run = 0; run < 300; run++) {
      byte[] bytes = new byte[random.nextInt(40)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = like[random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(like.length - 1)];
      }
      for (int from = 0; from <= bytes.length; from++) {
        for (int to = from; to <= bytes.length; to++) {
          int expected = from;
          while (expected < to && bytes[expected] != ascii) {
            expected++;
          }
          assertThat(Utf8.indexOf(bytes, from, to, ascii)).isEqualTo(expected);
        }
      }
    }
  }
}
