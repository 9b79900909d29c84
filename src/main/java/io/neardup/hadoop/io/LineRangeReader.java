package io.neardup.hadoop.io;

import java.io.IOException;

/** Reads a record a line. */
final class LineRangeReader implements RangeReader {

  /** Makes a record of a line. */
  interface LineParser {
    /**
     * Sets the record's id and text, or marks it as set aside.
     *
     * @param lineNumber 1 for the first line of the range
     */
    void parse(byte[] bytes, int offset, int length, long lineNumber, SourceRecord record)
        throws IOException;
  }

  private final BoundedLineReader lines;
  private final LineParser parser;
  private final SourceRecord record = new SourceRecord();
  private long count;

  LineRangeReader(BoundedLineReader lines, LineParser parser) {
    this.lines = lines;
    this.parser = parser;
  }

  @Override
  public boolean next() throws IOException {
    if (!lines.next()) {
      return false;
    }
    count++;
    record.start(lines.position());
    if (lines.tooLong()) {
      record.skip(SkipReason.LONG_DOCUMENT, "a line over the limit");
    } else if (lines.length() == 0) {
      record.skip(SkipReason.EMPTY_LINE, "");
    } else {
      parser.parse(lines.bytes(), lines.offset(), lines.length(), count, record);
    }
    return true;
  }

  @Override
  public SourceRecord record() {
    return record;
  }

  @Override
  public long lines() {
    return count;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
