package io.neardup.hadoop.stage4verify.compare;

import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.table.BigEndian;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file that maps each column to its block of the comparison: two bytes per column, 0 for none, up
 * to the last column that is in a block. It is read by position, in any order.
 *
 * <p>Memory of a reader: the {@value #MAX_PAGES} pages of {@value #PAGE} columns that were last
 * read from, 32 MiB. Not safe for use by several threads.
 */
public final class BlockTable implements Closeable {

  /** The block number of a column that is in no block. */
  public static final int NONE = 0;

  /** The largest block number. */
  static final int MAX_BLOCK = (1 << 16) - 1;

  private static final int BYTES = 2;
  private static final int PAGE = 1 << 15;
  private static final int MAX_PAGES = 512;

  /** Writes the file, column by column. */
  public static final class Writer implements Closeable {
    private final OutputStream out;
    private long next;

    public Writer(Configuration conf, Path file) throws IOException {
      out = PartFiles.create(conf, file);
    }

    /** Puts a column into a block; columns ascend. */
    public void write(long column, int block) throws IOException {
      for (; next < column; next++) {
        write(NONE);
      }
      write(block);
      next++;
    }

    private void write(int block) throws IOException {
      out.write(block >>> Byte.SIZE);
      out.write(block);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  private final FSDataInputStream in;
  private final long length;
  private final Map<Long, byte[]> pages =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, byte[]> eldest) {
          return size() > MAX_PAGES;
        }
      };
  private long lastPage = -1;
  private byte[] last = {};

  BlockTable(Configuration conf, Path file) throws IOException {
    FileSystem fs = file.getFileSystem(conf);
    length = fs.getFileStatus(file).getLen();
    in = fs.open(file);
  }

  /** Returns the block of a column, or {@link #NONE} if it is in no block. */
  int block(long column) throws IOException {
    long page = column / PAGE;
    if (page != lastPage) {
      last = pages.get(page);
      if (last == null) {
        last = read(page);
        pages.put(page, last);
      }
      lastPage = page;
    }
    int offset = (int) (column % PAGE) * BYTES;
    return offset < last.length ? (int) BigEndian.get(last, offset, BYTES) : NONE;
  }

  private byte[] read(long page) throws IOException {
    long from = page * PAGE * BYTES;
    byte[] bytes = new byte[(int) Math.max(0, Math.min((long) PAGE * BYTES, length - from))];
    in.readFully(from, bytes);
    return bytes;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
