package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnLists;
import io.neardup.hadoop.table.LineBuilder;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Reads the ranks of ascending columns, for a task whose input is sorted by column, too. A line is
 * {@code column<TAB>number number …}: unsigned numbers of 64 bits, one for each criterion.
 */
final class Ranks implements Closeable {

  private static final String RANKS = "neardup-internal.ranks";

  private final ColumnLists lists;
  private long column = -1;
  private byte[] rank = {};

  /** Opens the ranks of a job. */
  Ranks(Configuration conf) throws IOException {
    lists = new ColumnLists(conf, new Path(conf.get(RANKS)));
  }

  /** Tells a job where the ranks are. */
  static void configure(Configuration conf, Path ranks) {
    conf.set(RANKS, ranks.toString());
  }

  /**
   * Returns the rank of a column.
   *
   * @param newColumn not less than in the call before
   * @throws IOException if it has none
   */
  byte[] of(long newColumn) throws IOException {
    if (newColumn != column) {
      if (!lists.seek(newColumn)) {
        throw new IOException("column " + newColumn + " is in a pair but has no rank");
      }
      column = newColumn;
      rank = new byte[0];
      while (lists.nextEntry()) {
        byte[] longer = Arrays.copyOf(rank, rank.length + Long.BYTES);
        BigEndian.put(longer, rank.length, Long.BYTES, lists.entry());
        rank = longer;
      }
    }
    return rank;
  }

  /** Appends a rank to a line. */
  static void append(LineBuilder line, byte[] rank) {
    for (int at = 0; at < rank.length; at += Long.BYTES) {
      line.append(at == 0 ? "" : " ");
      line.append(Long.toUnsignedString(BigEndian.get(rank, at, Long.BYTES)));
    }
  }

  @Override
  public void close() throws IOException {
    lists.close();
  }
}
