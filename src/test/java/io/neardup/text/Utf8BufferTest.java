package io.neardup.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class Utf8BufferTest {

  private final Utf8Buffer buffer = new Utf8Buffer();

  @Test
  void appendsBytesAndArrays() {
    buffer.append((byte) 'a');
    buffer.append("xbcdx".getBytes(US_ASCII), 1, 3);
    buffer.append((byte) 'e');
    assertThat(Plain.text(buffer)).isEqualTo("abcde");
    buffer.clear();
    assertThat(buffer.length()).isZero();
    buffer.append((byte) 'f');
    assertThat(Plain.text(buffer)).isEqualTo("f");
  }

  @Test
  void growsByOneByteAtATimeWithoutLosingAny() {
    byte[] expected = new byte[100_000];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = (byte) (i * 31);
      buffer.append(expected[i]);
    }
    assertThat(Arrays.copyOf(buffer.bytes(), buffer.length())).isEqualTo(expected);
  }

  @Test
  void ensuredCapacityIsThereAndKeepsTheContent() {
    buffer.append((byte) 'a');
    buffer.ensureCapacity(5000);
    byte[] roomy = buffer.bytes();
    assertThat(roomy).hasSizeGreaterThanOrEqualTo(5000);
    buffer.append(new byte[4999], 0, 4999);
    assertThat(buffer.bytes()).isSameAs(roomy);
    assertThat(buffer.bytes()[0]).isEqualTo((byte) 'a');
    assertThat(buffer.length()).isEqualTo(5000);
  }

  @Test
  void clearKeepsUpToOneMebibyteAndReleasesMore() {
    buffer.ensureCapacity(1 << 20);
    byte[] kept = buffer.bytes();
    buffer.clear();
    assertThat(buffer.bytes()).isSameAs(kept);

    buffer.ensureCapacity((1 << 20) + 1);
    buffer.clear();
    assertThat(buffer.bytes().length).isLessThanOrEqualTo(1 << 20);
  }

  @Test
  void refusesWhatIsOutOfRange() {
    assertThatThrownBy(() -> buffer.append(new byte[3], 2, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(buffer.length()).isZero();
  }
}
