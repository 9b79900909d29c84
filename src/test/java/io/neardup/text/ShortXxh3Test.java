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

  @Test
  void windowsHaveTheHashesOfTheLibrary() {
    Random random = new Random(2);
    for (int length = 1; length <= 70; length++) {
      int windows = 1 + random.nextInt(100);
      int from = random.nextInt(3);
      byte[] bytes = new byte[from + windows + length - 1]; // no byte after the last one
      random.nextBytes(bytes);
      long[] hashes = new long[windows];
      ShortXxh3.hashWindows(bytes, from, length, windows, hashes);
      for (int w = 0; w < windows; w++) {
        assertThat(hashes[w])
            .as("window %d of %d bytes", w, length)
            .isEqualTo(Hashing.xxh3_64().hashBytesToLong(bytes, from + w, length));
      }
    }
  }
}
