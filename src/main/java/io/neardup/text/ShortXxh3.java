package io.neardup.text;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/**
 * XXH3 (64 bits, no seed; the xxHash specification, XXH3 for small inputs) of parts of an array.
 * Shingling hashes a short window at every character. This class hashes windows of 4 to 64 bytes,
 * so that the code is inlined into the loops; the library hashes all others. The values are the
 * same.
 */
final class ShortXxh3 {

  private static final int MIN_BYTES = 4;
  private static final int MAX_BYTES = 64;
  private static final int PART = 2 * Long.BYTES; // bytes mixed at once from 17 bytes on

  // The first 64 bytes of the secret of the specification, eight at a time.
  private static final long S0 = 0xBE4BA423396CFEB8L;
  private static final long S1 = 0x1CAD21F72C81017CL;
  private static final long S2 = 0xDB979083E96DD4DEL;
  private static final long S3 = 0x1F67B3B7A4A44072L;
  private static final long S4 = 0x78E5C0CC4EE679CBL;
  private static final long S5 = 0x2172FFCC7DD05A82L;
  private static final long S6 = 0x8E2443F7744608B8L;
  private static final long S7 = 0x4C263A81E69035E0L;

  private static final long PRIME_64_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME_MX1 = 0x165667919E3779F9L;
  private static final long PRIME_MX2 = 0x9FB21C651E98DF25L;

  private static final Hasher64 LIBRARY = Hashing.xxh3_64();

  private ShortXxh3() {}

  /** Returns the hash of {@code length} bytes from {@code from} on. */
  static long hash(byte[] bytes, int from, int length) {
    if (length < MIN_BYTES || length > MAX_BYTES) {
      return LIBRARY.hashBytesToLong(bytes, from, length);
    }
    if (length <= Long.BYTES) {
      return hash4To8(bytes, from, length);
    }
    return avalanche(sum9To64(bytes, from, length));
  }

  private static long hash4To8(byte[] bytes, int from, int length) {
    long first = (int) Utf8.INT.get(bytes, from);
    long last = (int) Utf8.INT.get(bytes, from + length - Integer.BYTES) & 0xFFFFFFFFL;
    long h = (last + (first << 32)) ^ (S1 ^ S2);
    h ^= Long.rotateLeft(h, 49) ^ Long.rotateLeft(h, 24);
    h *= PRIME_MX2;
    h ^= (h >>> 35) + length;
    h *= PRIME_MX2;
    return h ^ (h >>> 28);
  }

  private static long sum9To64(byte[] bytes, int from, int length) {
    return length <= PART ? sum9To16(bytes, from, length) : sum17To64(bytes, from, length);
  }

  private static long sum9To16(byte[] bytes, int from, int length) {
    long low = (long) Utf8.LONG.get(bytes, from) ^ (S3 ^ S4);
    long high = (long) Utf8.LONG.get(bytes, from + length - Long.BYTES) ^ (S5 ^ S6);
    return length + Long.reverseBytes(low) + high + fold(low, high);
  }

  private static long sum17To64(byte[] bytes, int from, int length) {
    int end = from + length;
    long sum = length * PRIME_64_1;
    if (length > 2 * PART) {
      sum += mix(bytes, from + PART, S4, S5) + mix(bytes, end - 2 * PART, S6, S7);
    }
    return sum + mix(bytes, from, S0, S1) + mix(bytes, end - PART, S2, S3);
  }

  /**
   * Hashes windows of {@code length} bytes, the first of which begins at {@code from} and each next
   * one a byte later.
   */
  static void hashWindows(byte[] bytes, int from, int length, int windows, long[] hashes) {
    if (length <= Long.BYTES || length > MAX_BYTES) {
      for (int w = 0; w < windows; w++) {
        hashes[w] = hash(bytes, from + w, length);
      }
      return;
    }
    for (int w = 0; w < windows; w++) {
      hashes[w] = sum9To64(bytes, from + w, length);
    }
    for (int w = 0; w < windows; w++) { // a separate loop, so that the compiler vectorizes it
      hashes[w] = avalanche(hashes[w]);
    }
  }

  private static long mix(byte[] bytes, int from, long secret, long nextSecret) {
    return fold(
        (long) Utf8.LONG.get(bytes, from) ^ secret,
        (long) Utf8.LONG.get(bytes, from + Long.BYTES) ^ nextSecret);
  }

  /** Returns the xor of the two halves of the 128-bit product of two unsigned numbers. */
  private static long fold(long a, long b) {
    long high = Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
    return (a * b) ^ high;
  }

  private static long avalanche(long hash) {
    long h = (hash ^ (hash >>> 37)) * PRIME_MX1;
    return h ^ (h >>> 32);
  }
}
