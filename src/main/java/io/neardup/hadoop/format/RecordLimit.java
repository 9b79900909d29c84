package io.neardup.hadoop.format;

/**
 * The longest record of a format.
 *
 * @param bytes its length
 * @param reason why a longer one is set aside
 * @param detail the same for people
 */
public record RecordLimit(int bytes, SkipReason reason, String detail) {

  /** Marks a record as longer. */
  public void skip(SourceRecord record) {
    record.skip(reason, detail);
  }
}
