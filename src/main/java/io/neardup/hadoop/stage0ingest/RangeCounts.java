package io.neardup.hadoop.stage0ingest;

/**
 * What a map task counted in one range.
 *
 * @param documents its documents
 * @param skipped its records set aside
 * @param records its records: documents, records set aside and lost ones; one record set aside can
 *     stand for several
 * @param bad the bad ones among them
 * @param lines its lines, 0 where there are none
 * @param checksum a hash of its documents, in hexadecimal digits
 * @param part the number of the part that has them
 * @param bytes of their texts
 */
record RangeCounts(
    long documents,
    long skipped,
    long records,
    long bad,
    long lines,
    String checksum,
    long part,
    long bytes) {

  /** Returns the counts that {@link #toString} wrote. */
  static RangeCounts parse(String text) {
    String[] fields = text.split("\t", -1);
    return new RangeCounts(
        Long.parseLong(fields[0]),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[3]),
        Long.parseLong(fields[4]),
        fields[5],
        Long.parseLong(fields[6]),
        Long.parseLong(fields[7]));
  }

  @Override
  public String toString() {
    return documents + "\t" + skipped + "\t" + records + "\t" + bad + "\t" + lines + "\t" + checksum
        + "\t" + part + "\t" + bytes;
  }
}
