package io.neardup.hadoop.stage0ingest;

import java.util.HexFormat;

/**
 * What a map task counted in one range.
 *
 * @param documents its documents
 * @param skipped its records set aside
 * @param records its records: documents, records set aside and lost ones; one record set aside can
 *     stand for several
 * @param bad the bad ones among them
 * @param lines its lines, 0 where there are none
 * @param checksum a hash of its documents
 * @param addressBytes the bytes of their addresses, 0 if they have none
 */
record RangeCounts(
    long documents,
    long skipped,
    long records,
    long bad,
    long lines,
    long checksum,
    long addressBytes) {

  /** Returns the counts that {@link #toString} wrote. */
  static RangeCounts parse(String text) {
    String[] fields = text.split("\t", -1);
    return new RangeCounts(
        Long.parseLong(fields[0]),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[3]),
        Long.parseLong(fields[4]),
        Long.parseUnsignedLong(fields[5], 16),
        Long.parseLong(fields[6]));
  }

  /** Returns the checksum in 16 hexadecimal digits. */
  String checksumHex() {
    return HexFormat.of().toHexDigits(checksum);
  }

  @Override
  public String toString() {
    return documents
        + "\t"
        + skipped
        + "\t"
        + records
        + "\t"
        + bad
        + "\t"
        + lines
        + "\t"
        + checksumHex()
        + "\t"
        + addressBytes;
  }
}
