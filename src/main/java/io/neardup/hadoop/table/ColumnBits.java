package io.neardup.hadoop.table;

import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.io.IOException;
import java.util.BitSet;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;

/**
 * A set of columns in memory, in no particular order of additions. Memory: a bit for each column of
 * the pages of {@value #PAGE} columns that have one, so at most a bit for each column of the
 * corpus.
 */
public final class ColumnBits {

  private static final int PAGE = 1 << 16;

  private final ObjectArrayList<BitSet> pages = new ObjectArrayList<>();
  private long size;

  /** Reads a set of columns from a file. */
  public static ColumnBits read(Configuration conf, Path file) throws IOException {
    return read(new ColumnSet.Cursor(conf, file));
  }

  /** Reads a set of columns, empty if there is none. */
  public static ColumnBits read(Configuration conf, Optional<ColumnSet> columns)
      throws IOException {
    return read(columns.isPresent() ? columns.get().read(conf) : null);
  }

  /** Reads the columns of a cursor and closes it; none if it is null. */
  public static ColumnBits read(ColumnSet.Cursor columns) throws IOException {
    ColumnBits bits = new ColumnBits();
    try (columns) {
      for (long c = columns == null ? -1 : columns.next(); c >= 0; c = columns.next()) {
        bits.add(c);
      }
    }
    return bits;
  }

  /** Writes the columns into a file, which must not exist. */
  public ColumnSet write(Configuration conf, Path file) throws IOException {
    try (ColumnSet.Writer out = new ColumnSet.Writer(conf, file)) {
      forEach(out::add);
    }
    return new ColumnSet(file, size);
  }

  /** Adds a column; returns whether it was not in the set. */
  public boolean add(long column) {
    int page = Math.toIntExact(column / PAGE);
    while (pages.size() <= page) {
      pages.add(null);
    }
    BitSet bits = pages.get(page);
    if (bits == null) {
      bits = new BitSet(PAGE);
      pages.set(page, bits);
    }
    int bit = (int) (column % PAGE);
    boolean isNew = !bits.get(bit);
    bits.set(bit);
    size += isNew ? 1 : 0;
    return isNew;
  }

  public boolean contains(long column) {
    long page = column / PAGE;
    BitSet bits = page < pages.size() ? pages.get((int) page) : null;
    return bits != null && bits.get((int) (column % PAGE));
  }

  /** Returns how many columns are in the set. */
  public long size() {
    return size;
  }

  /** Gives the columns to a sink, ascending. */
  public void forEach(ConsumerRaisingIOE<Long> sink) throws IOException {
    for (int page = 0; page < pages.size(); page++) {
      BitSet bits = pages.get(page);
      if (bits != null) {
        for (int bit = bits.nextSetBit(0); bit >= 0; bit = bits.nextSetBit(bit + 1)) {
          sink.accept((long) page * PAGE + bit);
        }
      }
    }
  }
}
