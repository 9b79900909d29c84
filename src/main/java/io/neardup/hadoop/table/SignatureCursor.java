package io.neardup.hadoop.table;

import io.neardup.hadoop.output.PartFiles;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Finds the signatures of ascending columns in the sorted output of stage 1: records of {@link
 * SignatureColumn}. Columns ascend strictly, so a column larger by d is at most d records further.
 */
public final class SignatureCursor extends ColumnCursor {

  private static final int CHUNK_RECORDS = 256;

  private final int recordLength;
  private final byte[] chunk;

  private FSDataInputStream in;
  private long records; // of the file
  private long chunkFirst; // record number of the chunk's first record
  private int chunkRecords;
  private int index; // of the current record in the chunk

  /** Opens the signatures in a folder. */
  public SignatureCursor(Configuration conf, Path folder, int slots) throws IOException {
    this(conf, List.of(folder), slots);
  }

  /**
   * Opens the signatures in some folders.
   *
   * @param folders in the order of their columns
   */
  public SignatureCursor(Configuration conf, List<Path> folders, int slots) throws IOException {
    super(conf, folders, PartFiles.PREFIX);
    this.recordLength = SignatureColumn.length(slots);
    this.chunk = new byte[CHUNK_RECORDS * recordLength];
  }

  @Override
  protected void opened(FSDataInputStream newIn, FileStatus file) throws IOException {
    if (file.getLen() % recordLength != 0) {
      throw new IOException(
          file.getPath()
              + " has "
              + file.getLen()
              + " bytes, not a multiple of a signature column's "
              + recordLength);
    }
    in = newIn;
    records = file.getLen() / recordLength;
    chunkRecords = 0;
  }

  @Override
  protected boolean moveTo(long offset) throws IOException {
    return load((offset + recordLength - 1) / recordLength);
  }

  @Override
  protected boolean moveToNext() throws IOException {
    return load(chunkFirst + index + 1);
  }

  private boolean load(long record) throws IOException {
    if (record >= records) {
      return false;
    }
    if (record < chunkFirst || record >= chunkFirst + chunkRecords) {
      chunkRecords = (int) Math.min(CHUNK_RECORDS, records - record);
      in.readFully(record * recordLength, chunk, 0, chunkRecords * recordLength);
      chunkFirst = record;
    }
    index = (int) (record - chunkFirst);
    return true;
  }

  @Override
  public long column() {
    return SignatureColumn.column(chunk, index * recordLength);
  }

  @Override
  protected long offset() {
    return (chunkFirst + index) * recordLength;
  }

  @Override
  protected long maxDistance(long later) {
    return Math.min(records, later - column()) * recordLength;
  }

  /** Returns the array that holds the signature found by {@link #seek}, until the next call. */
  public byte[] bytes() {
    return chunk;
  }

  /** Returns the offset of the slots in {@link #bytes()}. */
  public int slotsOffset() {
    return index * recordLength + SignatureColumn.SLOTS_OFFSET;
  }
}
