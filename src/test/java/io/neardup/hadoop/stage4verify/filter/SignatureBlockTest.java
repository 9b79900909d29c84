package io.neardup.hadoop.stage4verify.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureBlockTest {

  private static byte[] encoded(int[] slots) {
    ByteBuffer bytes = ByteBuffer.allocate(3 + Integer.BYTES * slots.length).position(3);
    for (int slot : slots) {
      bytes.putInt(slot);
    }
    return bytes.array();
  }

  /**
   * Slots that differ in one bit only or in all, for every minimum; numbers that do not fill words.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 100})
  void agreesWithCountingSlots(int n) {
    Random random = new Random(n);
    for (int minimum = 0; minimum <= n; minimum += 1 + n / 10) {
      SignatureBlock block = new SignatureBlock(40, n, minimum);
      int[][] signatures = new int[40][];
      for (int offset = 0; offset < 40; offset += 1 + offset % 2) {
        signatures[offset] = random.ints(n, 0, 4).map(value -> value << (8 * value)).toArray();
        block.put(offset, encoded(signatures[offset]), 3);
      }
      for (int round = 0; round < 20; round++) {
        int[] other = random.ints(n, 0, 4).map(value -> value << (8 * value)).toArray();
        block.compareWith(encoded(other), 3);
        for (int offset = 0; offset < 40; offset++) {
          assertThat(block.has(offset)).isEqualTo(signatures[offset] != null);
          if (signatures[offset] != null) {
            int equal = 0;
            for (int s = 0; s < n; s++) {
              equal += signatures[offset][s] == other[s] ? 1 : 0;
            }
            assertThat(block.agreement(offset))
                .isEqualTo(equal < minimum ? SignatureBlock.BELOW : equal);
          }
        }
      }
      block.clear();
      assertThat(block.has(0)).isFalse();
    }
  }
}
