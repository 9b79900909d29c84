package io.neardup.hadoop.index;

import io.neardup.hadoop.table.BigEndian;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.hadoop.io.DataOutputBuffer;

/**
 * The bytes of a part file of a run: blocks, then a footer, then a trailer. Numbers are big-endian.
 *
 * <p>A <em>block</em> has up to {@value #BLOCK_ENTRIES} entries of one band, about 64 KiB if most
 * buckets have one column. It can be read alone:
 *
 * <pre>
 * offset  bytes
 *      0      4  CRC32C of the rest of the block
 *      4      2  band
 *      6      2  n, the number of entries, 1 to 8192
 *      8      1  k, the number of low bits of a hash difference, 0 to 56
 *      9      1  w, the number of bits of a column, 0 to 40
 *     10      8  hash of the first entry
 *     18      5  least column of the block
 *     23         n entries as bits, the high bit of a byte first; the last byte is filled with 0
 * </pre>
 *
 * An entry is a bit that is 1 if its hash differs from that of the entry before; then, if it does,
 * the difference d as a Rice code: d / 2ᵏ zeros, a one, and the k low bits of d; then the column
 * less the least one, in w bits. The first entry's bit is 0.
 *
 * <p>Of N random hashes and columns 0 to N − 1 an entry takes about 1 + (64 − log₂ N + 1.5) + log₂
 * N bits: 8.3 to 8.5 bytes for any N ({@code RunFilesTest} measures them).
 *
 * <p>The <em>footer</em> has a record for each block, and one more that has the offset of the
 * footer and the key of the last entry. It has none in a file without entries:
 *
 * <pre>
 * offset  bytes
 *      0      8  offset of the block
 *      8      2  band
 *     10      8  hash of the first entry
 *     18      5  column of the first entry
 * </pre>
 *
 * <p>The <em>trailer</em>:
 *
 * <pre>
 * offset  bytes
 *      0      8  offset of the footer
 *      8      8  number of entries in the file
 *     16      4  CRC32C of the footer and the 16 bytes before this
 *     20      4  version, 1
 *     24      8  NEARDUPX
 * </pre>
 */
final class RunFormat {

  /** The most entries of a block. */
  static final int BLOCK_ENTRIES = 1 << 13;

  static final int MAX_BAND = Short.MAX_VALUE;
  static final long MAX_COLUMN = (1L << 40) - 1;

  static final int FOOTER_RECORD_BYTES = 23;
  static final int TRAILER_BYTES = 32;

  private static final int BLOCK_HEADER_BYTES = 23;
  private static final int COLUMN_BYTES = 5;
  private static final int MAX_BITS = 56; // that one unaligned read of eight bytes can give

  // An entry takes at most 98 bits besides the zeros of its Rice code. The differences of a block
  // add up to less than 2⁶⁴, so these zeros are fewer than 2 an entry, or than 2⁸ if k is 56.
  private static final int MAX_BLOCK_BYTES =
      BLOCK_HEADER_BYTES + (100 * BLOCK_ENTRIES + 256) / Byte.SIZE;

  /** Length of an array for any block: reads and writes of eight bytes go beyond its end. */
  static final int BUFFER_BYTES = MAX_BLOCK_BYTES + Long.BYTES;

  private static final int VERSION = 1;
  private static final long MAGIC = 0x4e45415244555058L; // NEARDUPX

  /** The entries of a block. */
  static final class Block {
    int band;
    int size;
    final long[] hashes = new long[BLOCK_ENTRIES];
    final long[] columns = new long[BLOCK_ENTRIES];
  }

  private RunFormat() {}

  /** Encodes a block of at least one entry; returns its length in bytes. */
  static int encode(Block block, byte[] into) {
    int size = block.size;
    long[] hashes = block.hashes;
    long least = Long.MAX_VALUE;
    long greatest = 0;
    int buckets = 1;
    for (int i = 0; i < size; i++) {
      least = Math.min(least, block.columns[i]);
      greatest = Math.max(greatest, block.columns[i]);
      buckets += i > 0 && hashes[i] != hashes[i - 1] ? 1 : 0;
    }
    long mean = Long.divideUnsigned(hashes[size - 1] - hashes[0], Math.max(1, buckets - 1));
    int lowBits = Math.min(MAX_BITS, bits(mean >>> 1));
    int columnBits = bits(greatest - least);

    Arrays.fill(into, (byte) 0);
    BigEndian.put(into, 4, 2, block.band);
    BigEndian.put(into, 6, 2, size);
    into[8] = (byte) lowBits;
    into[9] = (byte) columnBits;
    BigEndian.putLong(into, 10, hashes[0]);
    BigEndian.put(into, 18, COLUMN_BYTES, least);
    int at = BLOCK_HEADER_BYTES * Byte.SIZE;
    for (int i = 0; i < size; i++) {
      if (i > 0 && hashes[i] != hashes[i - 1]) {
        long difference = hashes[i] - hashes[i - 1];
        putBits(into, at, 1, 1);
        at += 1 + (int) (difference >>> lowBits);
        putBits(into, at, 1, 1);
        putBits(into, at + 1, lowBits, difference & ((1L << lowBits) - 1));
        at += lowBits;
      }
      putBits(into, at + 1, columnBits, block.columns[i] - least);
      at += 1 + columnBits;
    }
    int length = (at + Byte.SIZE - 1) / Byte.SIZE;
    BigEndian.put(into, 0, 4, checksum(into, 4, length - 4));
    return length;
  }

  /**
   * Decodes a block of a length in bytes.
   *
   * @throws IOException if the block is damaged
   */
  static void decode(byte[] bytes, int length, Block into) throws IOException {
    if (BigEndian.get(bytes, 0, 4) != checksum(bytes, 4, length - 4)) {
      throw new IOException("checksum of a block is wrong");
    }
    int size = (int) BigEndian.get(bytes, 6, 2);
    int lowBits = bytes[8];
    int columnBits = bytes[9];
    long hash = BigEndian.getLong(bytes, 10);
    long least = BigEndian.get(bytes, 18, COLUMN_BYTES);
    long[] hashes = into.hashes;
    long[] columns = into.columns;
    int at = BLOCK_HEADER_BYTES * Byte.SIZE;
    for (int i = 0; i < size; i++) {
      long window = window(bytes, at++);
      if (window < 0) {
        window <<= 1;
        long high = 0;
        while (window == 0) { // its first 56 bits are of the file, the last may be filled in
          high += MAX_BITS;
          at += MAX_BITS;
          window = window(bytes, at);
        }
        int zeros = Long.numberOfLeadingZeros(window);
        at += zeros + 1;
        hash += ((high + zeros) << lowBits) + getBits(bytes, at, lowBits);
        at += lowBits;
      }
      hashes[i] = hash;
      columns[i] = least + getBits(bytes, at, columnBits);
      at += columnBits;
    }
    into.band = (int) BigEndian.get(bytes, 4, 2);
    into.size = size;
  }

  /** Returns how many bits a number has, without leading zeros. */
  private static int bits(long number) {
    return Long.SIZE - Long.numberOfLeadingZeros(number);
  }

  /** Returns the bits from a place on: at least 57, then zeros. */
  private static long window(byte[] bytes, int at) {
    return BigEndian.getLong(bytes, at >>> 3) << (at & 7);
  }

  /** Returns 0 to 56 bits as a number. */
  private static long getBits(byte[] bytes, int at, int count) {
    return window(bytes, at) >>> 1 >>> (Long.SIZE - 1 - count);
  }

  /** Writes 0 to 56 bits where there are zeros. */
  private static void putBits(byte[] bytes, int at, int count, long value) {
    int place = at >>> 3;
    long shifted = value << (Long.SIZE - count) >>> (at & 7);
    BigEndian.putLong(bytes, place, BigEndian.getLong(bytes, place) | shifted);
  }

  /** Appends a record of the footer. */
  static void addRecord(DataOutputBuffer footer, long offset, int band, long hash, long column)
      throws IOException {
    footer.writeLong(offset);
    footer.writeShort(band);
    footer.writeLong(hash);
    footer.writeByte((int) (column >>> Integer.SIZE));
    footer.writeInt((int) column);
  }

  /** Appends the trailer to a footer. */
  static void addTrailer(DataOutputBuffer footer, long offset, long entries) throws IOException {
    footer.writeLong(offset);
    footer.writeLong(entries);
    footer.writeInt((int) checksum(footer.getData(), 0, footer.getLength()));
    footer.writeInt(VERSION);
    footer.writeLong(MAGIC);
  }

  /**
   * Returns the offset of the footer.
   *
   * @param trailer the last {@value #TRAILER_BYTES} bytes of a file
   * @param fileBytes length of the file
   * @throws IOException if they are no trailer of a version that this program reads
   */
  static long footerOffset(byte[] trailer, long fileBytes) throws IOException {
    if (BigEndian.getLong(trailer, 24) != MAGIC) {
      throw new IOException("not a complete file of an index");
    }
    long version = BigEndian.get(trailer, 20, 4);
    if (version != VERSION) {
      throw new IOException("version " + version + " of the index; this program reads " + VERSION);
    }
    long offset = BigEndian.getLong(trailer, 0);
    long bytes = fileBytes - TRAILER_BYTES - offset;
    if (offset < 0 || bytes < 0 || bytes > Integer.MAX_VALUE - TRAILER_BYTES) {
      throw new IOException("offset of the footer is wrong");
    }
    return offset;
  }

  /**
   * Checks a footer and the trailer that follows it.
   *
   * @throws IOException if they are damaged
   */
  static void checkFooter(byte[] footerAndTrailer) throws IOException {
    int checked = footerAndTrailer.length - TRAILER_BYTES + 16;
    if (BigEndian.get(footerAndTrailer, checked, 4) != checksum(footerAndTrailer, 0, checked)) {
      throw new IOException("checksum of the footer is wrong");
    }
  }

  private static long checksum(byte[] bytes, int offset, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, offset, length);
    return checksum.getValue();
  }
}
