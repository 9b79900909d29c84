package io.neardup.hadoop.collection.index;

import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.RecordCursor;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reads the entries of a run, as {@link RunWriter} lays them out. */
final class RunCursor extends RecordCursor {

  private final byte[] key = new byte[RunWriter.COLUMN];

  RunCursor(Configuration conf, Path folder) throws IOException {
    super(conf, PartFiles.of(conf, folder), RunWriter.ENTRY_BYTES, "an entry");
  }

  /**
   * Moves to the first entry at or after (band, hash), or stays where it is if that is there or
   * later. Returns false if there is no such entry: the cursor is then at the end.
   */
  boolean seek(int band, long hash) throws IOException {
    BigEndian.put(key, 0, RunWriter.HASH, band);
    BigEndian.putLong(key, RunWriter.HASH, hash);
    return seek(key);
  }

  boolean isAt(int band, long hash) {
    return !isAtEnd() && hash() == hash && band() == band;
  }

  int band() {
    return (int) BigEndian.get(bytes(), offset(), RunWriter.HASH);
  }

  long hash() {
    return BigEndian.getLong(bytes(), offset() + RunWriter.HASH);
  }

  long column() {
    return BigEndian.get(bytes(), offset() + RunWriter.COLUMN, GroupedKey.COLUMN_BYTES);
  }
}
