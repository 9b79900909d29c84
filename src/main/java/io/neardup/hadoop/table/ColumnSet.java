package io.neardup.hadoop.table;

import io.neardup.hadoop.output.PartFiles;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A set of columns in a file, which holds them ascending, each as {@value GroupedKey#COLUMN_BYTES}
 * bytes, big-endian.
 *
 * @param file where they are
 * @param columns how many they are
 */
public record ColumnSet(Path file, long columns) {

  private static final int BYTES = GroupedKey.COLUMN_BYTES;

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

  /** Looks up ascending columns; the first one is found by binary search. */
  public static final class Cursor extends RecordCursor {

    private final byte[] key = new byte[BYTES];

    public Cursor(Configuration conf, Path file) throws IOException {
      super(conf, List.of(file.getFileSystem(conf).getFileStatus(file)), BYTES, "a column");
    }

    /** Returns whether a column, not less than in the call before, is in the set. */
    public boolean contains(long wanted) throws IOException {
      BigEndian.put(key, 0, BYTES, wanted);
      return seek(key) && column() == wanted;
    }

    /** Returns the next column of the set, or −1 if there is no further one. */
    public long next() throws IOException {
      return moveToNext() ? column() : -1;
    }

    private long column() {
      return BigEndian.get(bytes(), offset(), BYTES);
    }
  }
}
