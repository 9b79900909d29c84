package io.neardup.hadoop.format;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Reads a file of no bytes, which has no records whatever its format. */
public final class NoRecords extends FileRangeReader {

  public NoRecords(CorpusRange range) {
    super(range);
  }

  @Override
  public boolean next() {
    return false;
  }

  @Override
  public RecordFile create(Path file) throws IOException {
    throw new IOException(range.file() + " is empty: it has no format");
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
