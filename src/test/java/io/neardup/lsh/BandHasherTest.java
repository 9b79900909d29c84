package io.neardup.lsh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BandHasherTest {

  private static final BandingScheme SCHEME = new BandingScheme(20, 5);
  private static final BandHasher HASHER = new BandHasher(SCHEME);

  private static byte[] column(int... slots) {
    ByteBuffer bytes = ByteBuffer.allocate(slots.length * Integer.BYTES);
    bytes.asIntBuffer().put(slots);
    return bytes.array();
  }

  /** Slot i holds i in each of its four bytes. */
  private static byte[] countingColumn(int slots) {
    int[] values = new int[slots];
    Arrays.setAll(values, i -> i * 0x01010101);
    return column(values);
  }

  /** Vectors made with the reference implementation of XXH3 (the xxhash module of Python). */
  @ParameterizedTest
  @CsvSource({"0, 2d2e10b0a1292fad", "1, b957e2dc19de1621", "19, 0ac96b414116cb4f"})
  void bandHashesAreStable(int band, String hex) {
    assertThat(HASHER.bandHash(countingColumn(100), 0, band))
        .isEqualTo(Long.parseUnsignedLong(hex, 16));
  }

  @Test
  void signatureHashesAreStable() {
    assertThat(HASHER.signatureHash(countingColumn(100), 0)).isEqualTo(0x3f9e3a72e5ac3536L);
    byte[] ones = new byte[1024];
    Arrays.fill(ones, (byte) 0xff);
    assertThat(new BandHasher(new BandingScheme(64, 4)).signatureHash(ones, 0))
        .isEqualTo(0xf2653d1b3fded5bcL);
    assertThat(new BandHasher(new BandingScheme(1, 1)).bandHash(new byte[4], 0, 0))
        .isEqualTo(0x7c31072c17fc6a5aL);
  }

  /** MMDS Figure 3.6: what the other bands hold does not matter. */
  @Test
  void eachSlotCountsInItsBandAloneAndInTheSignature() {
    byte[] original = countingColumn(100);
    Set<Long> signatures = new HashSet<>();
    signatures.add(HASHER.signatureHash(original, 0));
    for (int bit = 0; bit < original.length * 8; bit++) {
      byte[] changed = original.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      for (int band = 0; band < 20; band++) {
        boolean same = HASHER.bandHash(changed, 0, band) == HASHER.bandHash(original, 0, band);
        assertThat(same).as("bit %d, band %d", bit, band).isEqualTo(bit / (32 * 5) != band);
      }
      assertThat(signatures.add(HASHER.signatureHash(changed, 0))).as("bit %d", bit).isTrue();
    }
  }

  @Test
  void readsFromTheOffsetOn() {
    byte[] column = countingColumn(100);
    byte[] shifted = new byte[13 + column.length + 5];
    Arrays.fill(shifted, (byte) 0x5a);
    System.arraycopy(column, 0, shifted, 13, column.length);
    for (int band = 0; band < 20; band++) {
      assertThat(HASHER.bandHash(shifted, 13, band)).isEqualTo(HASHER.bandHash(column, 0, band));
    }
    assertThat(HASHER.signatureHash(shifted, 13)).isEqualTo(HASHER.signatureHash(column, 0));
  }

  @Test
  void refusesBandsAndColumnsOutOfBounds() {
    byte[] column = countingColumn(100);
    for (int band : new int[] {-1, 20}) {
      assertThatThrownBy(() -> HASHER.bandHash(column, 0, band))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    for (int offset : new int[] {-1, 1}) {
      assertThatThrownBy(() -> HASHER.bandHash(column, offset, 3))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> HASHER.signatureHash(column, offset))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }
}
