package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.RecordSort;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.Text;

/**
 * The documents removed in favour of one kept document. A removal by a chain goes through another
 * removed document, before or after it, whose id is looked up here; it is that of a row, or was
 * added without one.
 *
 * <p>Memory: {@code bytesInMemory} bytes twice, the rest on the local disk, and two rows. Not safe
 * for use by several threads.
 */
final class RemovedRows implements Closeable {

  /** How many bytes a task holds at once, of rows and of ids. */
  static final int BYTES_IN_MEMORY = 8 << 20;

  /** In place of the column that a removal goes through, if it is by a pair with the kept one. */
  static final long NONE = -1;

  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;
  private static final int KIND = COLUMN_BYTES; // where it is in a record
  private static final byte FIRST = 0;
  private static final byte SECOND = 1;
  private static final int CONTENT = KIND + 1;

  /** Takes the rows by column. */
  interface Sink {
    /**
     * Takes a row, which the next call may overwrite.
     *
     * @param row as it was added
     * @param id of the document that the removal goes through; empty for a pair with the kept one
     */
    void take(Text row, Text id) throws IOException, InterruptedException;
  }

  private final RecordSort rows; // column, FIRST, row; or column, SECOND, id
  private final RecordSort ids; // column, FIRST, its id; column, SECOND, who asks for it

  RemovedRows(Disk disk, int bytesInMemory) {
    this.rows = new RecordSort(disk, bytesInMemory);
    this.ids = new RecordSort(disk, bytesInMemory);
  }

  /**
   * Adds a removed document.
   *
   * @param other the column that the removal goes through, or {@link #NONE}
   * @param row its id, then whatever follows after a tab
   */
  void add(long column, long other, Text row) throws IOException {
    rows.add(record(column, FIRST, row.getBytes(), row.getLength()));
    addId(column, row);
    if (other != NONE) {
      byte[] asking = new byte[COLUMN_BYTES];
      BigEndian.put(asking, 0, COLUMN_BYTES, column);
      ids.add(record(other, SECOND, asking, COLUMN_BYTES));
    }
  }

  /**
   * Adds the id of a document that chains may go through.
   *
   * @param id the id, then whatever follows after a tab
   */
  void addId(long column, Text id) throws IOException {
    ids.add(record(column, FIRST, id.getBytes(), id.find("\t")));
  }

  private static byte[] record(long column, byte kind, byte[] content, int length) {
    byte[] record = new byte[CONTENT + length];
    BigEndian.put(record, 0, COLUMN_BYTES, column);
    record[KIND] = kind;
    System.arraycopy(content, 0, record, CONTENT, length);
    return record;
  }

  /** Gives all rows to a sink, by column, and removes them. */
  void drain(Sink sink) throws IOException, InterruptedException {
    byte[][] id = {record(-1, FIRST, new byte[0], 0)};
    ids.drainTo(
        (record, length) -> {
          if (record[KIND] == FIRST) {
            id[0] = Arrays.copyOf(record, length);
          } else if (Arrays.equals(record, 0, COLUMN_BYTES, id[0], 0, COLUMN_BYTES)) {
            long asking = BigEndian.get(record, CONTENT, COLUMN_BYTES);
            byte[] found = Arrays.copyOfRange(id[0], CONTENT, id[0].length);
            rows.add(record(asking, SECOND, found, found.length));
          } else {
            throw ClusterKey.missing(BigEndian.get(record, 0, COLUMN_BYTES));
          }
        });
    Text row = new Text();
    Text other = new Text();
    boolean[] waiting = {false};
    rows.drain(
        (record, length) -> {
          if (record[KIND] == SECOND) {
            other.set(record, CONTENT, length - CONTENT);
            return;
          }
          if (waiting[0]) {
            sink.take(row, other);
          }
          row.set(record, CONTENT, length - CONTENT);
          other.clear();
          waiting[0] = true;
        });
    if (waiting[0]) {
      sink.take(row, other);
    }
  }

  /** Deletes the files on the local disk. */
  @Override
  public void close() throws IOException {
    rows.close();
    ids.close();
  }
}
