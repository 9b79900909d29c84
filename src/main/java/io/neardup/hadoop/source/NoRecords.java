package io.neardup.hadoop.source;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Reads a file of no bytes, which has no records whatever its form. */
final class NoRecords extends FileRangeReader {

  NoRecords(CorpusRange range) {
    super(range);
  }

  @Override
  public boolean next() {
    return false;
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
