package io.neardup.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Utf8} and {@link Utf8Buffer}. */
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

  /** Of every sequence of three bytes, before spaces. */
  @Test
  void lettersAreWellFormedAndNoWhiteSpace() {
    long spaces = 0x2020_2020_2020_2020L;
    BitSet two = new BitSet();
    BitSet three = new BitSet();
    for (int cp = 0x80; cp <= 0xFFFF; cp++) {
      byte[] bytes = Character.toString(cp).getBytes(UTF_8);
      if (Character.isSurrogate((char) cp)) {
        continue;
      }
      int sequence = (bytes[0] & 0xFF) | ((bytes[1] & 0xFF) << 8);
      if (bytes.length == 2 && cp >= 0xC0) {
        two.set(sequence);
      } else if (cp >= 0x4000 && (cp < 0xD000 || cp > 0xDFFF)) {
        three.set(sequence | ((bytes[2] & 0xFF) << 16));
      }
    }
    for (int sequence = 0; sequence < 1 << 24; sequence++) {
      int letters = Utf8.letterBytes((spaces << 24) | sequence);
      int expected = two.get(sequence & 0xFFFF) ? 2 : three.get(sequence) ? 3 : 0;
      if (letters != expected) {
        fail("%06x: %d instead of %d", sequence, letters, expected);
      }
    }
  }

  /** What comes after letters, in each place, is what tells how many they are. */
  @Test
  void lettersAreCountedUpToTheFirstOther() {
    long cyrillic = 0xB4D0_B3D0_B2D0_B1D0L;
    long chinese = 0x2020_80B8_E480_B8E4L;
    assertThat(Utf8.letterBytes(cyrillic)).isEqualTo(8);
    assertThat(Utf8.letterBytes(chinese)).isEqualTo(6);
    for (int other : new int[] {0x20, 0xC2, 0xE3, 0xED, 0xF0, 0xFF}) {
      for (int at = 0; at < Long.BYTES; at++) {
        long mask = ~(0xFFL << (at * Byte.SIZE));
        long otherThere = (long) other << (at * Byte.SIZE);
        assertThat(Utf8.letterBytes((cyrillic & mask) | otherThere)).isEqualTo(at / 2 * 2);
        assertThat(Utf8.letterBytes((chinese & mask) | otherThere))
            .isEqualTo(Math.min(6, at / 3 * 3));
      }
    }
  }

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
