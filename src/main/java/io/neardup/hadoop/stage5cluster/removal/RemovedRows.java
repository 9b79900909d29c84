package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.RecordSort;
import io.neardup.text.Utf8Buffer;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/**
 * The documents removed in favour of one kept document, with their reasons. A removal by a chain
 * goes through another removed document, before or after it, whose id is looked up here; it is that
 * of a row, or was added without one.
 *
 * <p>Memory: rows of {@code bytesInMemory} bytes and one more row, and twice that many bytes while
 * rows that did not fit are sorted on the local disk. Not safe for use by several threads.
 */
final class RemovedRows implements Closeable {

  /** How many bytes of rows a task holds at once. */
  static final int BYTES_IN_MEMORY = 8 << 20;

  /** In place of the reason, where there is only the id of a document. */
  private static final long ID_ONLY = -1;

  /** The similarity of a removal by a chain that was not compared. */
  static final int UNKNOWN = -1;

  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;
  private static final int KIND = COLUMN_BYTES; // where it is in a record
  private static final byte FIRST = 0;
  private static final byte SECOND = 1;
  private static final int CONTENT = KIND + 1;
  private static final int NUMBERS = Reason.BYTES + Integer.BYTES; // before a row

  /** Takes the rows by column. */
  interface Sink {
    /**
     * Takes a row, which the next call may overwrite.
     *
     * @param column of the removed document
     * @param reason for the removal
     * @param similarity as it was added
     * @param row where the row is
     * @param id where the id of the other document of the reason is; empty for a pair with the kept
     *     one
     */
    void take(long column, long reason, int similarity, Slice row, Slice id)
        throws IOException, InterruptedException;
  }

  /** A part of an array, which is not copied. */
  static final class Slice {
    private static final Slice EMPTY = new Slice(new byte[0], 0, 0);

    private final byte[] bytes;
    private final int offset;
    private final int length;

    private Slice(byte[] bytes, int offset, int length) {
      this.bytes = bytes;
      this.offset = offset;
      this.length = length;
    }

    /** Appends the bytes to a line. */
    void appendTo(LineBuilder line) {
      line.append(bytes, offset, length);
    }

    /** Returns the part before the first tab. */
    Slice beforeTab() {
      int end = offset;
      while (bytes[end] != '\t') {
        end++;
      }
      return new Slice(bytes, offset, end - offset);
    }

    /** Returns the part from the first tab on. */
    Slice fromTab() {
      int before = beforeTab().length;
      return new Slice(bytes, offset + before, length - before);
    }
  }

  private final int bytesInMemory;
  private final LongArrayList columns = new LongArrayList();
  private final LongArrayList reasons = new LongArrayList();
  private final IntArrayList similarities = new IntArrayList();
  private final IntArrayList ends = new IntArrayList(); // of rows in the buffer
  private final Utf8Buffer rows = new Utf8Buffer();
  private final RecordSort rowsOnDisk; // column, FIRST, numbers, row; or column, SECOND, id
  private final RecordSort idsOnDisk; // column, FIRST, its id; column, SECOND, who asks for it
  private boolean onDisk;

  RemovedRows(Disk disk, int bytesInMemory) {
    this.bytesInMemory = bytesInMemory;
    this.rowsOnDisk = new RecordSort(disk, bytesInMemory);
    this.idsOnDisk = new RecordSort(disk, bytesInMemory);
  }

  /**
   * Adds a removed document; columns ascend.
   *
   * @param similarity in millionths, or {@link #UNKNOWN}
   * @param row its id, then whatever follows after a tab
   * @param length how many bytes of the array belong to the row
   */
  void add(long column, long reason, int similarity, byte[] row, int length) throws IOException {
    if (rows.length() > 0 && rows.length() + length > bytesInMemory) {
      moveToDisk();
    }
    columns.add(column);
    reasons.add(reason);
    similarities.add(similarity);
    rows.append(row, 0, length);
    ends.add(rows.length());
  }

  /**
   * Adds the id of a document that chains may go through, and that has no row; columns ascend, with
   * those of the rows.
   *
   * @param id the id and a tab
   * @param length how many bytes of the array belong to it
   */
  void addId(long column, byte[] id, int length) throws IOException {
    add(column, ID_ONLY, UNKNOWN, id, length);
  }

  /** Gives all rows to a sink, by column, and removes them. */
  void drain(Sink sink) throws IOException, InterruptedException {
    if (onDisk) {
      drainDisk(sink);
    } else {
      drainMemory(sink);
    }
  }

  private void drainMemory(Sink sink) throws IOException, InterruptedException {
    for (int at = 0; at < columns.size(); at++) {
      long reason = reasons.getLong(at);
      if (reason == ID_ONLY) {
        continue;
      }
      Slice id = Slice.EMPTY;
      if (!Reason.isWithKept(reason)) {
        long other = Reason.other(reason);
        int found = Arrays.binarySearch(columns.elements(), 0, columns.size(), other);
        if (found < 0) {
          throw ClusterKey.missing(other);
        }
        id = row(found).beforeTab();
      }
      sink.take(columns.getLong(at), reason, similarities.getInt(at), row(at), id);
    }
    clear();
  }

  private Slice row(int at) {
    int from = at == 0 ? 0 : ends.getInt(at - 1);
    return new Slice(rows.bytes(), from, ends.getInt(at) - from);
  }

  private void clear() {
    columns.clear();
    reasons.clear();
    similarities.clear();
    ends.clear();
    rows.clear();
  }

  private void moveToDisk() throws IOException {
    onDisk = true;
    for (int at = 0; at < columns.size(); at++) {
      long column = columns.getLong(at);
      long reason = reasons.getLong(at);
      Slice row = row(at);
      Slice id = row.beforeTab();
      idsOnDisk.add(record(column, FIRST, id.bytes, id.offset, id.length));
      if (reason == ID_ONLY) {
        continue;
      }
      byte[] record = record(column, FIRST, NUMBERS + row.length);
      BigEndian.put(record, CONTENT, Reason.BYTES, reason);
      BigEndian.put(record, CONTENT + Reason.BYTES, Integer.BYTES, similarities.getInt(at));
      System.arraycopy(row.bytes, row.offset, record, CONTENT + NUMBERS, row.length);
      rowsOnDisk.add(record);
      if (!Reason.isWithKept(reason)) {
        byte[] question = record(Reason.other(reason), SECOND, COLUMN_BYTES);
        BigEndian.put(question, CONTENT, COLUMN_BYTES, column);
        idsOnDisk.add(question);
      }
    }
    clear();
  }

  private static byte[] record(long column, byte kind, int length) {
    byte[] record = new byte[CONTENT + length];
    BigEndian.put(record, 0, COLUMN_BYTES, column);
    record[KIND] = kind;
    return record;
  }

  private static byte[] record(long column, byte kind, byte[] content, int offset, int length) {
    byte[] record = record(column, kind, length);
    System.arraycopy(content, offset, record, CONTENT, length);
    return record;
  }

  private void drainDisk(Sink sink) throws IOException, InterruptedException {
    moveToDisk();
    onDisk = false;
    byte[][] id = {record(-1, FIRST, 0)};
    idsOnDisk.drainTo(
        (record, length) -> {
          if (record[KIND] == FIRST) {
            id[0] = Arrays.copyOf(record, length);
          } else if (Arrays.equals(record, 0, COLUMN_BYTES, id[0], 0, COLUMN_BYTES)) {
            long asking = BigEndian.get(record, CONTENT, COLUMN_BYTES);
            rowsOnDisk.add(record(asking, SECOND, id[0], CONTENT, id[0].length - CONTENT));
          } else {
            throw ClusterKey.missing(BigEndian.get(record, 0, COLUMN_BYTES));
          }
        });
    byte[][] row = {null};
    rowsOnDisk.drain(
        (record, length) -> {
          if (record[KIND] == SECOND) {
            take(row[0], new Slice(record, CONTENT, length - CONTENT), sink);
            return;
          }
          row[0] = Arrays.copyOf(record, length);
          if (Reason.isWithKept(BigEndian.get(record, CONTENT, Reason.BYTES))) {
            take(row[0], Slice.EMPTY, sink);
          }
        });
  }

  private static void take(byte[] record, Slice id, Sink sink)
      throws IOException, InterruptedException {
    int from = CONTENT + NUMBERS;
    sink.take(
        BigEndian.get(record, 0, COLUMN_BYTES),
        BigEndian.get(record, CONTENT, Reason.BYTES),
        (int) BigEndian.get(record, CONTENT + Reason.BYTES, Integer.BYTES),
        new Slice(record, from, record.length - from),
        id);
  }

  /** Deletes the files on the local disk. */
  @Override
  public void close() throws IOException {
    rowsOnDisk.close();
    idsOnDisk.close();
  }
}
