package io.neardup.minhash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SignatureColumnTest {

  @Test
  void bytesAreTheColumnThenTheLowHalfOfEachSlot() {
    long[] working = {-1, 0x7fffffff_12345678L, 0xdeadbeefL, 5, -1};
    byte[] record = new byte[SignatureColumn.length(3)];

    SignatureColumn.encode(0x0102030405L, working, 1, 3, record);

    assertThat(HexFormat.of().formatHex(record))
        .isEqualTo("0000000102030405" + "12345678" + "deadbeef" + "00000005");
  }

  @Test
  void lengthIsEightBytesAndFourASlot() {
    assertThat(SignatureColumn.length(1)).isEqualTo(12);
    assertThat(SignatureColumn.length(100)).isEqualTo(408);
    assertThat(SignatureColumn.length(32_767)).isEqualTo(131_076);
  }

  /** A million documents of 250 slots take a gigabyte, but for the columns' numbers. */
  @Test
  void sizesOfTheBook() {
    assertThat(SignatureColumn.length(250) - SignatureColumn.SLOTS_OFFSET).isEqualTo(1000);
    assertThat(100_000L * (SignatureColumn.length(100) - SignatureColumn.SLOTS_OFFSET))
        .isEqualTo(40_000_000L);
  }

  @Test
  void columnIsReadBackFromAnyOffset() {
    long largest = (1L << 40) - 1;
    byte[] record = new byte[SignatureColumn.length(2)];
    SignatureColumn.encode(largest, new long[] {1, 2}, 0, 2, record);
    byte[] two = new byte[2 * record.length];
    System.arraycopy(record, 0, two, record.length, record.length);

    assertThat(SignatureColumn.column(record, 0)).isEqualTo(largest);
    assertThat(SignatureColumn.column(two, 0)).isZero();
    assertThat(SignatureColumn.column(two, record.length)).isEqualTo(largest);
  }

  @Test
  void storedIsTheLowHalf() {
    assertThat(SignatureScheme.stored(0x7fffffff_fffffffeL)).isEqualTo(-2);
    assertThat(SignatureScheme.stored(7)).isEqualTo(7);
  }

  @Test
  void agreementCountsEqualSlotsAndNotTheColumn() {
    byte[] a = new byte[SignatureColumn.length(4)];
    byte[] b = new byte[SignatureColumn.length(4)];
    SignatureColumn.encode(1, new long[] {10, 20, 30, 40}, 0, 4, a);
    SignatureColumn.encode(1, new long[] {10, 21, 30, 40L + (1L << 32)}, 0, 4, b);
    int at = SignatureColumn.SLOTS_OFFSET;

    assertThat(SignatureColumn.agreement(a, at, a, at, 4)).isEqualTo(4);
    assertThat(SignatureColumn.agreement(a, at, b, at, 4)).isEqualTo(3);
    assertThat(SignatureColumn.agreement(a, at, b, at, 2)).isEqualTo(1);
    assertThat(SignatureColumn.agreement(a, at + 4, b, at + 8, 2)).isZero();
    assertThat(SignatureColumn.agreement(a, at, b, at, 0)).isZero();
  }
}
