package io.neardup.minhash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.Random;
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
  void columnAndSlotsAreReadBackFromAnyOffset() {
    long largest = (1L << 40) - 1;
    byte[] record = new byte[SignatureColumn.length(2)];
    SignatureColumn.encode(largest, new long[] {1, 2}, 0, 2, record);
    byte[] two = new byte[2 * record.length];
    System.arraycopy(record, 0, two, record.length, record.length);

    assertThat(SignatureColumn.column(record, 0)).isEqualTo(largest);
    assertThat(SignatureColumn.column(two, 0)).isZero();
    assertThat(SignatureColumn.column(two, record.length)).isEqualTo(largest);
    int[] slots = new int[4];
    SignatureColumn.decode(two, record.length + SignatureColumn.SLOTS_OFFSET, slots, 1, 2);
    assertThat(slots).containsExactly(0, 1, 2, 0);
  }

  /** Slots that differ in one bit, in the sign, by the least number, and by chance. */
  @Test
  void agreementOfAnyNumberOfSlots() {
    Random random = new Random(1);
    for (int slots = 0; slots < 300; slots++) {
      int[] a = random.ints(slots).toArray();
      int[] b = new int[slots + slots / 2];
      int equal = 0;
      for (int i = 0; i < slots; i++) {
        int bit = random.nextInt(64);
        int difference = bit < 32 ? 1 << bit : 0;
        b[slots / 2 + i] = a[i] ^ difference;
        equal += difference == 0 ? 1 : 0;
      }
      assertThat(SignatureColumn.agreement(a, b, slots / 2)).isEqualTo(equal);
    }
  }
}
