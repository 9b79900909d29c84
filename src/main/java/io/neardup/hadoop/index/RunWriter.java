package io.neardup.hadoop.index;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.io.DataOutputBuffer;

/**
 * Writes one part file of a run: entries (band, hash, column), ascending, hashes unsigned. {@link
 * RunFormat} has the byte layout. With random hashes and one column in most buckets, an entry takes
 * about 8.4 bytes. The bytes depend on the entries only.
 *
 * <p>The file is complete once {@link #close()} has returned. After an exception the file must not
 * be used.
 *
 * <p>Memory: 250 KB, and 23 bytes for each block of up to {@value RunFormat#BLOCK_ENTRIES} entries.
 * Not safe for use by several threads.
 */
public final class RunWriter implements Closeable {

  private final OutputStream out;
  private final RunFormat.Block block = new RunFormat.Block();
  private final byte[] bytes = new byte[RunFormat.BUFFER_BYTES];
  private final DataOutputBuffer footer = new DataOutputBuffer();
  private long offset;
  private long entries;
  private int lastBand = -1;
  private long lastHash;
  private long lastColumn;
  private boolean closed;

  /**
   * @param out an empty file; it need not be buffered, and is closed with the writer
   */
  public RunWriter(OutputStream out) {
    this.out = out;
  }

  /**
   * Adds an entry that is greater than the one before.
   *
   * @param band 0 to 32767
   * @param hash any 64 bits
   * @param column 0 to 2⁴⁰ − 1
   * @throws IllegalArgumentException if the entry is not greater, or out of range
   * @throws IllegalStateException if the writer is closed
   */
  public void add(int band, long hash, long column) throws IOException {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    if (band < 0
        || band > RunFormat.MAX_BAND
        || column < 0
        || column > RunFormat.MAX_COLUMN
        || !isGreater(band, hash, column)) {
      throw new IllegalArgumentException(
          "entry ("
              + band
              + ", "
              + hash
              + ", "
              + column
              + ") is out of range or not after ("
              + lastBand
              + ", "
              + lastHash
              + ", "
              + lastColumn
              + ")");
    }
    if (block.size == RunFormat.BLOCK_ENTRIES || (block.size > 0 && band != block.band)) {
      writeBlock();
    }
    block.band = band;
    block.hashes[block.size] = hash;
    block.columns[block.size++] = column;
    entries++;
    lastBand = band;
    lastHash = hash;
    lastColumn = column;
  }

  private boolean isGreater(int band, long hash, long column) {
    if (band != lastBand) {
      return band > lastBand;
    }
    return hash == lastHash ? column > lastColumn : Long.compareUnsigned(hash, lastHash) > 0;
  }

  private void writeBlock() throws IOException {
    RunFormat.addRecord(footer, offset, block.band, block.hashes[0], block.columns[0]);
    int length = RunFormat.encode(block, bytes);
    out.write(bytes, 0, length);
    offset += length;
    block.size = 0;
  }

  /** Writes what is left, the footer and the trailer, and closes the file. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (out) {
      if (entries > 0) {
        writeBlock();
        RunFormat.addRecord(footer, offset, lastBand, lastHash, lastColumn);
      }
      RunFormat.addTrailer(footer, offset, entries);
      out.write(footer.getData(), 0, footer.getLength());
    }
  }
}
