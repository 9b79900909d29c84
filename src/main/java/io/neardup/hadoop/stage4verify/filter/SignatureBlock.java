package io.neardup.hadoop.stage4verify.filter;

import io.neardup.minhash.SignatureColumn;
import java.util.BitSet;

/**
 * The signatures of the columns of one block, by offset in the block, with a fast comparison
 * against one other signature.
 *
 * <p>Most candidates agree in too few slots. So one byte of each slot is compared first, eight
 * bytes at once: equal slots have equal bytes. A candidate with too few equal bytes is rejected
 * without reading the slots themselves, which take four times the space.
 *
 * <p>Memory: 5 bytes for each slot of {@code size} signatures. Not safe for use by several threads.
 */
final class SignatureBlock {

  /** What is returned for a signature that agrees in too few slots. */
  static final int BELOW = -1;

  private static final int MIX = 0x9E3779B1;
  private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;

  private final int slots;
  private final int words; // of the bytes of a signature
  private final int minimum;
  private final int[] signatures;
  private final long[] bytes;
  private final int[] other;
  private final long[] otherBytes;
  private final BitSet present = new BitSet();

  /**
   * Takes how many columns a block may have, the slots of a signature, and in how many of them two
   * signatures must agree.
   */
  SignatureBlock(int size, int slots, int minimum) {
    this.slots = slots;
    this.minimum = minimum;
    words = (slots + Long.BYTES - 1) / Long.BYTES;
    signatures = new int[size * slots];
    bytes = new long[size * words];
    other = new int[slots];
    otherBytes = new long[words];
  }

  void clear() {
    present.clear();
  }

  /** Puts an encoded signature at an offset. */
  void put(int offset, byte[] encoded, int from) {
    SignatureColumn.decode(encoded, from, signatures, offset * slots, slots);
    extractBytes(signatures, offset * slots, bytes, offset * words);
    present.set(offset);
  }

  boolean has(int offset) {
    return present.get(offset);
  }

  /** Takes the encoded signature that the others are compared with. */
  void compareWith(byte[] encoded, int from) {
    SignatureColumn.decode(encoded, from, other, 0, slots);
    extractBytes(other, 0, otherBytes, 0);
  }

  private void extractBytes(int[] from, int fromOffset, long[] to, int toOffset) {
    for (int w = 0; w < words; w++) {
      long word = 0;
      int end = Math.min(slots, (w + 1) * Long.BYTES);
      for (int s = w * Long.BYTES; s < end; s++) {
        word = word << Byte.SIZE | (from[fromOffset + s] * MIX) >>> (Integer.SIZE - Byte.SIZE);
      }
      to[toOffset + w] = word;
    }
  }

  /**
   * Returns in how many slots the signature at an offset agrees with the other one, or {@link
   * #BELOW} if in fewer than the minimum.
   */
  int agreement(int offset) {
    int different = 0;
    int at = offset * words;
    for (int w = 0; w < words; w++) {
      long difference = bytes[at + w] ^ otherBytes[w];
      // The highest bit of each byte that is not zero.
      different += Long.bitCount((((difference & LOW_BITS) + LOW_BITS) | difference) & ~LOW_BITS);
    }
    if (slots - different < minimum) {
      return BELOW;
    }
    int agreement = SignatureColumn.agreement(other, signatures, offset * slots);
    return agreement < minimum ? BELOW : agreement;
  }
}
