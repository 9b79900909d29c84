package io.neardup.hadoop.source;

/**
 * The longest record of a form.
 *
 * @param bytes its length
 * @param reason why a longer one is set aside
 * @param detail the same for people
 */
record RecordLimit(int bytes, SkipReason reason, String detail) {

  /** Marks a record as longer. */
  void skip(SourceRecord record) {
    record.skip(reason, detail);
  }
}
