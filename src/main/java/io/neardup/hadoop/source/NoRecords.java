package io.neardup.hadoop.source;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Reads a file of no bytes, which has no records whatever its form. */
final class NoRecords implements RangeReader {

  private final CorpusRange range;
  private final SourceRecord record = new SourceRecord();

  NoRecords(CorpusRange range) {
    this.range = range;
  }

  @Override
  public boolean next() {
    return false;
  }

  @Override
  public SourceRecord record() {
    return record;
  }

  @Override
  public long lines() {
    return 0;
  }

  @Override
  public String sourceFile() {
    return range.file();
  }

  @Override
  public String sourceName() {
    return range.name();
  }

  @Override
  public RecordFile create(Path file) throws IOException {
    throw new IOException(range.file() + " is empty: it has no form");
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
