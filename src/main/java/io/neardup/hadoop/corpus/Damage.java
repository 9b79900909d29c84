package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.compression.TrailingBytesException;

/** Makes the record that stands for the rest of a file that is not read; it is set aside. */
public final class Damage {

  private static final int LONGEST_DETAIL = 500;

  private Damage() {}

  /**
   * Returns the record that stands for the rest: unreadable, or something else after the data.
   *
   * @param position the position of the last record that could be read
   */
  public static SourceRecord record(Exception e, long position) {
    SourceRecord record = new SourceRecord();
    record.start(position);
    String why = e.getMessage() == null ? e.toString() : e.getMessage();
    why = why.replaceAll("\\s+", " ");
    if (e instanceof TrailingBytesException) {
      record.skip(SkipReason.TRAILING_BYTES, why);
      return record;
    }
    record.skip(
        SkipReason.DAMAGED_FILE,
        "an unknown number of documents is lost from here on: "
            + why.substring(0, Math.min(LONGEST_DETAIL, why.length())));
    return record;
  }
}
