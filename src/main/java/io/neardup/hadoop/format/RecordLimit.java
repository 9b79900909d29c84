package io.neardup.hadoop.format;

/**
 * The longest record of a format.
 *
 * @param bytes its length
 * @param reason the reason for which a longer one is set aside
 * @param detail the reason in words
 */
public record RecordLimit(int bytes, SkipReason reason, String detail) {

  /** Marks a record as longer. */
  public void skip(SourceRecord record) {
    record.skip(reason, detail);
  }
}
