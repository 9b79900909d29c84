package io.neardup.hadoop.index;

import io.neardup.hadoop.table.BigEndian;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;

/**
 * The footer of a part file of a run: for each block its offset and the key (band, hash, column) of
 * its first entry. The index after the last block, {@link #blocks()}, stands for the end: its key
 * is that of the last entry of the file.
 *
 * <p>Immutable. Memory: 23 bytes a block.
 */
public final class RunFooter {

  private final byte[] bytes; // with the trailer
  private final int blocks;

  private RunFooter(byte[] bytes) {
    this.bytes = bytes;
    blocks =
        Math.max(1, (bytes.length - RunFormat.TRAILER_BYTES) / RunFormat.FOOTER_RECORD_BYTES) - 1;
  }

  /**
   * Reads the footer of a file.
   *
   * @throws IOException also if the file is damaged, cut off or none of a run; it names the file
   */
  public static RunFooter read(Configuration conf, FileStatus file) throws IOException {
    try (FSDataInputStream in = file.getPath().getFileSystem(conf).open(file.getPath())) {
      return read(in, file);
    }
  }

  static RunFooter read(FSDataInputStream in, FileStatus file) throws IOException {
    long trailerOffset = file.getLen() - RunFormat.TRAILER_BYTES;
    try {
      if (trailerOffset < 0) {
        throw new EOFException("too short for a file of an index");
      }
      byte[] trailer = new byte[RunFormat.TRAILER_BYTES];
      in.readFully(trailerOffset, trailer);
      long offset = RunFormat.footerOffset(trailer, file.getLen());
      byte[] bytes = new byte[(int) (file.getLen() - offset)];
      in.readFully(offset, bytes);
      RunFormat.checkFooter(bytes);
      return new RunFooter(bytes);
    } catch (IOException e) {
      throw new IOException(
          file.getPath() + ", trailer at " + trailerOffset + ": " + e.getMessage(), e);
    }
  }

  /** Returns the number of entries in the file. */
  public long entries() {
    return BigEndian.getLong(bytes, bytes.length - RunFormat.TRAILER_BYTES + 8);
  }

  /** Returns the number of blocks, 0 in a file without entries. */
  public int blocks() {
    return blocks;
  }

  /** Returns the offset of a block in bytes, or that of the footer for {@link #blocks()}. */
  public long offset(int block) {
    return BigEndian.getLong(bytes, block * RunFormat.FOOTER_RECORD_BYTES);
  }

  /** Returns the band of a block's entries, or of the last entry for {@link #blocks()}. */
  public int band(int block) {
    return (int) BigEndian.get(bytes, block * RunFormat.FOOTER_RECORD_BYTES + 8, 2);
  }

  /** Returns the hash of a block's first entry, or of the last entry for {@link #blocks()}. */
  public long hash(int block) {
    return BigEndian.getLong(bytes, block * RunFormat.FOOTER_RECORD_BYTES + 10);
  }

  /** Returns the column of a block's first entry, or of the last entry for {@link #blocks()}. */
  public long column(int block) {
    return BigEndian.get(bytes, block * RunFormat.FOOTER_RECORD_BYTES + 18, 5);
  }

  /** Returns whether the key of a block, or of the last entry, is less than (band, hash). */
  boolean isBefore(int block, int band, long hash) {
    int its = band(block);
    return its != band ? its < band : Long.compareUnsigned(hash(block), hash) < 0;
  }

  /** Returns the last block that begins before (band, hash), or 0 if none does. */
  int lastBefore(int band, long hash) {
    int low = 0;
    int high = blocks - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (isBefore(middle, band, hash)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
