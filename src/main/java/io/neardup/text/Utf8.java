package io.neardup.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** UTF-8 without decoding: search, validation and counting on the bytes. */
public final class Utf8 {

  /** The lowest bit of each of eight bytes. */
  private static final long LOW_BITS = 0x0101010101010101L;

  /** The high bit of each of eight bytes: set in non-ASCII bytes. */
  static final long HIGH_BITS = 0x8080808080808080L;

  /** Eight bytes as a long, the first of them lowest, whatever the machine. */
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Four bytes as an int, the first of them lowest. */
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** The least byte, as a signed number, above all continuation bytes. */
  private static final byte FIRST_LEAD = (byte) 0xC0;

  private Utf8() {}

  /** Returns the UTF-8 of a text; half a surrogate pair is U+FFFD. */
  public static byte[] of(String text) {
    return text.replaceAll("\\p{Cs}", "\uFFFD").getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the length of the byte order mark with which the bytes [from, to) begin, 0 or 3. */
  public static int byteOrderMark(byte[] bytes, int from, int to) {
    int length = BYTE_ORDER_MARK.length;
    return to - from >= length
            && Arrays.equals(bytes, from, from + length, BYTE_ORDER_MARK, 0, length)
        ? length
        : 0;
  }

  /**
   * Returns the first position in [from, to) of an ASCII character, or {@code to} if there is none.
   * No byte of a non-ASCII character equals it.
   */
  public static int indexOf(byte[] bytes, int from, int to, char ascii) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      // The sought byte becomes 0. Subtraction sets no false high bit before the first 0.
      long eight = (long) LONG.get(bytes, i) ^ (LOW_BITS * ascii);
      long found = (eight - LOW_BITS) & ~eight & HIGH_BITS;
      if (found != 0) {
        return i + Long.numberOfTrailingZeros(found) / Byte.SIZE;
      }
    }
    while (i < to && bytes[i] != ascii) {
      i++;
    }
    return i;
  }

  /** Returns the first position in [from, to) whose byte is not ASCII, or {@code to}. */
  static int endOfAscii(byte[] bytes, int from, int to) {
    int i = from;
    while (i <= to - Long.BYTES && ((long) LONG.get(bytes, i) & HIGH_BITS) == 0) {
      i += Long.BYTES;
    }
    while (i < to && bytes[i] >= 0) {
      i++;
    }
    return i;
  }

  /**
   * Returns whether the bytes [from, to) are well-formed UTF-8 (the Unicode Standard, table 3-7).
   */
  public static boolean isValid(byte[] bytes, int from, int to) {
    int i = endOfAscii(bytes, from, to);
    while (i < to) {
      int n = i <= to - Long.BYTES ? letterBytes((long) LONG.get(bytes, i)) : 0;
      if (n == 0) {
        n = validLength(bytes, i, to);
        if (n == 0) {
          return false;
        }
      }
      i += n;
      if (i < to && bytes[i] >= 0) {
        i = endOfAscii(bytes, i, to);
      }
    }
    return true;
  }

  /** Returns the length of the character that begins with a byte, in valid UTF-8. */
  static int length(byte lead) {
    if (lead >= 0) {
      return 1;
    }
    return lead < (byte) 0xE0 ? 2 : lead < (byte) 0xF0 ? 3 : 4;
  }

  /**
   * Returns the length, 2 to 4 bytes, of the well-formed sequence that starts at {@code i} with a
   * byte that is not ASCII; 0 if there is none or {@code to} cuts it off.
   */
  static int validLength(byte[] bytes, int i, int to) {
    int lead = bytes[i] & 0xFF;
    if (lead < 0xC2 || lead > 0xF4) {
      return 0;
    }
    int n = length(bytes[i]);
    if (n > to - i) {
      return 0;
    }
    // The second byte excludes over-long forms, surrogates and what is beyond U+10FFFF.
    int second = bytes[i + 1] & 0xFF;
    int lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < lowest || second > highest) {
      return 0;
    }
    for (int j = i + 2; j < i + n; j++) {
      if (!isContinuation(bytes[j])) {
        return 0;
      }
    }
    return n;
  }

  /**
   * Writes the start positions of the first characters of the valid UTF-8 [from, to) to {@code
   * starts}, as many as fit. If there is room after the last character, writes {@code to} as well.
   *
   * @return how many positions were written
   */
  static int starts(byte[] bytes, int from, int to, int[] starts) {
    int found = 0;
    int i = from;
    while (i < to && found < starts.length) {
      starts[found] = i;
      // Without a branch: the processor could not predict which byte starts a character.
      found += 1 + ((bytes[i] - FIRST_LEAD) >> (Integer.SIZE - 1));
      i++;
    }
    if (found < starts.length) {
      starts[found++] = to;
    }
    return found;
  }

  /** Returns the number of code points in the valid UTF-8 [from, to). */
  static int codePoints(byte[] bytes, int from, int to) {
    int count = to - from;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long word = (long) LONG.get(bytes, i);
      count -= Long.bitCount(word & ~(word << 1) & HIGH_BITS); // of the form 10xxxxxx
    }
    for (; i < to; i++) {
      if (isContinuation(bytes[i])) {
        count--;
      }
    }
    return count;
  }

  /**
   * Returns how many of eight bytes, from the first on, form characters of two bytes each, or of
   * three bytes each, that pass a quick check: 0, 2, 3, 4, 6 or 8. Characters that pass are
   * well-formed and not white space; most letters pass.
   */
  static int letterBytes(long word) {
    if ((word & 0x20) == 0) { // leads C3 … DF: at least 3 in their lower bits
      long form = (word & 0xC0E0_C0E0_C0E0_C0E0L) ^ 0x80C0_80C0_80C0_80C0L;
      long fromC3 = (word & 0x001F_001F_001F_001FL) + 0x007D_007D_007D_007DL;
      long other = form | (~fromC3 & 0x0080_0080_0080_0080L);
      return Long.numberOfTrailingZeros(other) / Short.SIZE * 2;
    }
    // leads E4 … EF, at least 4 in their lower bits, but not ED
    long form = (word & 0xC0C0F0_C0C0F0L) ^ 0x8080E0_8080E0L;
    long low = word & 0x00000F_00000FL;
    long fromE4 = low + 0x00007C_00007CL;
    long notEd = (low ^ 0x00000D_00000DL) + 0x00007F_00007FL;
    long other = form | (~(fromE4 & notEd) & 0x000080_000080L) | 1L << 48;
    return Long.numberOfTrailingZeros(other) / 24 * 3;
  }

  /**
   * Returns whether the valid sequence of {@code n} ≥ 2 bytes at {@code i} is a Unicode White_Space
   * character: U+0085, 00A0, 1680, 2000–200A, 2028, 2029, 202F, 205F, 3000.
   */
  static boolean isWhiteSpace(byte[] bytes, int i, int n) {
    int second = bytes[i + 1] & 0xFF;
    if (n == 2) {
      return bytes[i] == (byte) 0xC2 && (second == 0x85 || second == 0xA0);
    }
    if (n != 3) {
      return false;
    }
    int third = bytes[i + 2] & 0xFF;
    return switch (bytes[i] & 0xFF) {
      case 0xE1 -> second == 0x9A && third == 0x80;
      case 0xE2 ->
          second == 0x80
              ? third <= 0x8A || third == 0xA8 || third == 0xA9 || third == 0xAF
              : second == 0x81 && third == 0x9F;
      case 0xE3 -> second == 0x80 && third == 0x80;
      default -> false;
    };
  }

  /** Returns whether this is ASCII white space: space, tab, line feed, \v, form feed, return. */
  static boolean isAsciiWhiteSpace(byte b) {
    return b == ' ' || (b >= '\t' && b <= '\r');
  }

  private static boolean isContinuation(byte b) {
    return b < FIRST_LEAD;
  }
}
