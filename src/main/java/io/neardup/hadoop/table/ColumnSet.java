package io.neardup.hadoop.table;

import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.StageMetadata;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A set of columns in a file, which holds them ascending, each as {@value
 * ColumnPairKey#COLUMN_BYTES} bytes, big-endian.
 *
 * @param file where they are
 * @param columns how many they are
 */
public record ColumnSet(Path file, long columns) {

  private static final int BYTES = ColumnPairKey.COLUMN_BYTES;

  /** Returns a hash of the columns. */
  public String hash(Configuration conf) throws IOException {
    try (InputStream in = file.getFileSystem(conf).open(file)) {
      return StageMetadata.hash(in);
    }
  }

  /** Opens the columns. */
  public Cursor read(Configuration conf) throws IOException {
    return new Cursor(conf, file);
  }

  /** Writes such a file. */
  public static final class Writer implements Closeable {

    private final OutputStream out;
    private final byte[] record = new byte[BYTES];

    /** Creates a file, which must not exist. */
    public Writer(Configuration conf, Path file) throws IOException {
      out = PartFiles.create(conf, file);
    }

    /** Adds a column that is larger than those before it. */
    public void add(long column) throws IOException {
      BigEndian.put(record, 0, BYTES, column);
      out.write(record);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /**
   * Looks up ascending columns; the first one is found by binary search. Memory: 40 KB. Not safe
   * for use by several threads.
   */
  public static final class Cursor implements Closeable {

    private static final int RECORDS = 1 << 13;

    private final FSDataInputStream in;
    private final long records; // of the file
    private final byte[] page = new byte[RECORDS * BYTES];
    private long pageStart;
    private int pageRecords;
    private long next = -1; // the record that is looked at; −1 before the first search
    private long column;

    /** Opens a file. */
    public Cursor(Configuration conf, Path file) throws IOException {
      FileSystem fs = file.getFileSystem(conf);
      records = fs.getFileStatus(file).getLen() / BYTES;
      in = fs.open(file);
    }

    /** Returns whether a column, not less than in the call before, is in the set. */
    public boolean contains(long wanted) throws IOException {
      if (next < 0) {
        search(wanted);
      }
      while (next < records && column < wanted) {
        moveTo(next + 1);
      }
      return next < records && column == wanted;
    }

    /** Returns the next column of the set, or −1 if there is no further one. */
    public long next() throws IOException {
      moveTo(next + 1);
      return next < records ? column : -1;
    }

    /** Moves to the first record that is not less than a column. */
    private void search(long wanted) throws IOException {
      long low = 0;
      long high = records;
      while (low < high) {
        long middle = (low + high) >>> 1;
        moveTo(middle);
        if (column < wanted) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      moveTo(low);
    }

    private void moveTo(long record) throws IOException {
      next = record;
      if (record >= records) {
        return;
      }
      if (record < pageStart || record >= pageStart + pageRecords) {
        pageStart = record;
        pageRecords = (int) Math.min(RECORDS, records - record);
        in.readFully(pageStart * BYTES, page, 0, pageRecords * BYTES);
      }
      column = BigEndian.get(page, (int) (record - pageStart) * BYTES, BYTES);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
