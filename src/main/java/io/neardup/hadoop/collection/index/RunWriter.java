package io.neardup.hadoop.collection.index;

import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.GroupedKey;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Writes one part file of a run: entries (band, hash, column), ascending by their bytes.
 *
 * <pre>
 * offset  length  content
 * 0       2       band, from 0; a run of twins has band 0 only
 * 2       8       hash
 * 10      5       column
 * </pre>
 */
final class RunWriter implements Closeable {

  static final int HASH = 2;
  static final int COLUMN = HASH + Long.BYTES;

  /** Bytes of an entry. */
  static final int ENTRY_BYTES = COLUMN + GroupedKey.COLUMN_BYTES;

  private final OutputStream out;
  private byte[] last = new byte[0];
  private byte[] entry = new byte[ENTRY_BYTES];

  /** Creates a file, which must not exist. */
  RunWriter(Configuration conf, Path file) throws IOException {
    out = PartFiles.create(conf, file);
  }

  /**
   * Adds an entry that is greater than the one before.
   *
   * @throws IOException also if it is not greater
   */
  void add(int band, long hash, long column) throws IOException {
    BigEndian.put(entry, 0, HASH, band);
    BigEndian.putLong(entry, HASH, hash);
    BigEndian.put(entry, COLUMN, GroupedKey.COLUMN_BYTES, column);
    if (Arrays.compareUnsigned(entry, last) <= 0) {
      HexFormat hex = HexFormat.of();
      throw new IOException(
          "entry " + hex.formatHex(entry) + " of a run follows " + hex.formatHex(last));
    }
    out.write(entry);
    byte[] spare = last.length == 0 ? new byte[ENTRY_BYTES] : last;
    last = entry;
    entry = spare;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
