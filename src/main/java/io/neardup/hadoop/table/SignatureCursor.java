package io.neardup.hadoop.table;

import io.neardup.hadoop.job.PartFiles;
import io.neardup.minhash.SignatureColumn;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Finds the signatures of ascending columns in the sorted output of stage 1: one pass over the part
 * files that leaps where the next column is far.
 */
public final class SignatureCursor implements Closeable {

  private static final int CHUNK_RECORDS = 256;

  private final Configuration conf;
  private final List<FileStatus> parts;
  private final int recordLength;
  private final byte[] chunk;

  private int part = -1;
  private FSDataInputStream in;
  private long records; // of the part
  private long lastColumn; // of the part
  private long chunkFirst; // record number of the chunk's first record
  private int chunkRecords;
  private int index; // of the current record in the chunk

  /** Opens the signatures in a folder. */
  public SignatureCursor(Configuration conf, Path folder, int slots) throws IOException {
    this.conf = conf;
    this.parts = PartFiles.of(conf, folder);
    this.recordLength = SignatureColumn.length(slots);
    this.chunk = new byte[CHUNK_RECORDS * recordLength];
  }

  /**
   * Moves to a column's signature.
   *
   * @param column not less than in the call before
   * @return whether the column has a signature; if so {@link #bytes()} holds its slots from {@link
   *     #slotsOffset()} on
   */
  public boolean seek(long column) throws IOException {
    while (part < 0 || lastColumn < column) {
      if (!openNextPart()) {
        return false;
      }
    }
    // Columns ascend strictly, so the one sought is at most (column − current) records ahead.
    long low = chunkFirst + index;
    long high = Math.min(records - 1, low + Math.max(0, column - current()));
    while (high - low >= CHUNK_RECORDS) {
      long middle = (low + high) >>> 1;
      load(middle);
      if (current() < column) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    load(low);
    while (current() < column) {
      load(chunkFirst + index + 1);
    }
    return current() == column;
  }

  private boolean openNextPart() throws IOException {
    if (part + 1 >= parts.size()) {
      return false;
    }
    close();
    part++;
    FileStatus status = parts.get(part);
    if (status.getLen() % recordLength != 0) {
      throw new IOException(
          status.getPath()
              + " has "
              + status.getLen()
              + " bytes, not a multiple of a signature column's "
              + recordLength);
    }
    in = status.getPath().getFileSystem(conf).open(status.getPath());
    records = status.getLen() / recordLength;
    chunkRecords = 0;
    load(records - 1);
    lastColumn = current();
    load(0);
    return true;
  }

  private void load(long record) throws IOException {
    if (record < chunkFirst || record >= chunkFirst + chunkRecords) {
      chunkRecords = (int) Math.min(CHUNK_RECORDS, records - record);
      in.readFully(record * recordLength, chunk, 0, chunkRecords * recordLength);
      chunkFirst = record;
    }
    index = (int) (record - chunkFirst);
  }

  private long current() {
    return SignatureColumn.column(chunk, index * recordLength);
  }

  /** Returns the array that holds the signature until the next call. */
  public byte[] bytes() {
    return chunk;
  }

  /** Returns where the slots begin in {@link #bytes()}. */
  public int slotsOffset() {
    return index * recordLength + SignatureColumn.SLOTS_OFFSET;
  }

  @Override
  public void close() throws IOException {
    if (in != null) {
      in.close();
      in = null;
    }
  }
}
