package io.neardup.hadoop.stage4verify.filter;

import io.neardup.minhash.SignatureColumn;
import java.util.BitSet;

/**
 * The signatures of the columns of one block, by offset in the block, with a fast comparison
 * against one other signature.
 *
 * <p>Most candidates agree in too few slots. So four bits of each slot are compared first, those of
 * {@value #SLOTS_OF_WORD} slots at once: equal slots have equal bits. A candidate with too few
 * equal ones is rejected without reading the slots themselves, which take eight times the space.
 *
 * <p>Memory: 4.5 bytes for each slot of {@code size} signatures. Not safe for use by several
 * threads.
 */
final class SignatureBlock {

  /** What is returned for a signature that agrees in too few slots. */
  static final int BELOW = -1;

  private static final int MIX = 0x9E3779B1;
  private static final int BITS_OF_SLOT = 4;
  private static final int SLOTS_OF_WORD = Long.SIZE / BITS_OF_SLOT;
  private static final long LOWEST_BITS = 0x1111111111111111L;

  private final int slots;
  private final int words; // of the bits of a signature
  private final int minimum;
  private final int[] signatures;
  private final long[] bits;
  private final int[] other;
  private final long[] otherBits;
  private final BitSet present = new BitSet();

  /**
   * Takes how many columns a block may have, the slots of a signature, and in how many of them two
   * signatures must agree.
   */
  SignatureBlock(int size, int slots, int minimum) {
    this.slots = slots;
    this.minimum = minimum;
    words = (slots + SLOTS_OF_WORD - 1) / SLOTS_OF_WORD;
    signatures = new int[size * slots];
    bits = new long[size * words];
    other = new int[slots];
    otherBits = new long[words];
  }

  void clear() {
    present.clear();
  }

  /** Puts an encoded signature at an offset. */
  void put(int offset, byte[] encoded, int from) {
    SignatureColumn.decode(encoded, from, signatures, offset * slots, slots);
    extractBits(signatures, offset * slots, bits, offset * words);
    present.set(offset);
  }

  boolean has(int offset) {
    return present.get(offset);
  }

  /** Takes the encoded signature that the others are compared with. */
  void compareWith(byte[] encoded, int from) {
    SignatureColumn.decode(encoded, from, other, 0, slots);
    extractBits(other, 0, otherBits, 0);
  }

  private void extractBits(int[] from, int fromOffset, long[] to, int toOffset) {
    for (int w = 0; w < words; w++) {
      long word = 0;
      int end = Math.min(slots, (w + 1) * SLOTS_OF_WORD);
      for (int s = w * SLOTS_OF_WORD; s < end; s++) {
        word =
            word << BITS_OF_SLOT | (from[fromOffset + s] * MIX) >>> (Integer.SIZE - BITS_OF_SLOT);
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
      long difference = bits[at + w] ^ otherBits[w];
      difference |= difference >>> 2;
      difference |= difference >>> 1; // the lowest of four bits is set if any was
      different += Long.bitCount(difference & LOWEST_BITS);
    }
    if (slots - different < minimum) {
      return BELOW;
    }
    int agreement = SignatureColumn.agreement(other, signatures, offset * slots);
    return agreement < minimum ? BELOW : agreement;
  }
}
