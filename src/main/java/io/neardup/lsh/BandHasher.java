package io.neardup.lsh;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Objects;

/**
 * Hashes the bands of a signature column to buckets (MMDS 3.4.1, Exercise 3.4.4 a).
 *
 * <p>A signature column is n = b&middot;r slots of 4 bytes, big-endian, slot 0 first; band k is the
 * r slots from k&middot;r on:
 *
 * <pre>
 *   offset            + 4r              + 8r                      + 4br
 *   | band 0: r slots | band 1: r slots | ... | band b-1: r slots |
 * </pre>
 *
 * <p>The hash is XXH3-64 of those bytes with the seed {@value #SEED}. The book (MMDS 3.4.1) asks
 * for a hash function per band with few collisions. A universal family would suffice; XXH3 is
 * stronger in practice. Two different bands collide with probability about 2<sup>&minus;64</sup>,
 * so all columns of a bucket are assumed to agree in the band. All bands share one function, so the
 * band's number must be part of the bucket's key.
 *
 * <p>Immutable, safe for use by several threads, and deterministic: the hashes are stored and are
 * the same in every version and on every machine.
 */
public final class BandHasher {

  /** The seed of XXH3-64: the ASCII bytes of "ndupband". */
  public static final long SEED = 0x6e64757062616e64L;

  private final Hasher64 hasher = Hashing.xxh3_64(SEED);
  private final int bands;
  private final int bandBytes;
  private final int signatureBytes;

  /** Creates the hasher of a scheme. */
  public BandHasher(BandingScheme scheme) {
    bands = scheme.bands();
    bandBytes = scheme.rows() * Integer.BYTES;
    signatureBytes = scheme.slots() * Integer.BYTES;
  }

  /**
   * Returns the hash of one band: of r consecutive slots, 4r bytes. Equal slots give equal hashes
   * in all bands.
   *
   * @param slots holds the signature column, 4&middot;b&middot;r bytes, from {@code offset} on
   * @param offset where the column begins, in bytes
   * @param band the band's number, 0 to b &minus; 1
   * @throws IndexOutOfBoundsException if there is no such band, or the column does not lie within
   *     {@code slots}
   */
  public long bandHash(byte[] slots, int offset, int band) {
    Objects.checkIndex(band, bands);
    Objects.checkFromIndexSize(offset, signatureBytes, slots.length);
    return hasher.hashBytesToLong(slots, offset + band * bandBytes, bandBytes);
  }

  /**
   * Returns the hash of all b&middot;r slots. Columns with equal signatures, twins, have equal
   * hashes; a pair of different signatures collides with probability about 2<sup>&minus;64</sup>.
   * Parameters and errors are those of {@link #bandHash}.
   */
  public long signatureHash(byte[] slots, int offset) {
    Objects.checkFromIndexSize(offset, signatureBytes, slots.length);
    return hasher.hashBytesToLong(slots, offset, signatureBytes);
  }
}
