package io.neardup.hadoop.format;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes records that are sequences of bytes to a file.
 *
 * @param out closed with this
 */
record ByteRecordFile(OutputStream out) implements RecordFile {

  @Override
  public void append(RangeReader reader) throws IOException {
    ((RawRangeReader) reader).copyTo(out);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
