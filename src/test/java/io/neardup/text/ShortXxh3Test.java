package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@link ShortXxh3} against the library. */
class ShortXxh3Test {

  @Test
  void everyLengthHasTheHashOfTheLibrary() {
    Random random = new Random(1);
    byte[] bytes = new byte[200];
    for (int round = 0; round < 500; round++) {
      random.nextBytes(bytes);
      for (int length = 0; length <= 140; length++) {
        int from = random.nextInt(bytes.length - length + 1);
        assertThat(ShortXxh3.hash(bytes, from, length))
            .as("%d bytes", length)
            .isEqualTo(Hashing.xxh3_64().hashBytesToLong(bytes, from, length));
      }
    }
  }
}
