package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.io.ColumnLists;
import io.neardup.hadoop.io.FixedKey;
import io.neardup.hadoop.io.OrderedPartitioner;
import io.neardup.hadoop.io.PartFiles;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;

/**
 * Gives the reducers consecutive columns with about as many candidates each. Equal numbers of
 * columns would not do: a pair is compared where its smaller column is, and the first columns have
 * the most partners behind them.
 */
public final class ComparisonPartitioner extends OrderedPartitioner<FixedKey, Writable> {

  private static final String STARTS = "neardup-internal.verify-starts";

  private long[] starts; // the first column of each part but the first one, ascending

  /**
   * Chooses the parts: each begins with a block.
   *
   * @param candidates lists whose bytes tell how many candidates there are
   */
  static void configure(Configuration conf, Path candidates, ColumnBlocks blocks, int parts)
      throws IOException {
    long bytes = PartFiles.bytes(conf, candidates);
    String[] starts = new String[parts - 1];
    try (ColumnLists lists = new ColumnLists(conf, candidates)) {
      for (int part = 1; part < parts; part++) {
        starts[part - 1] = Long.toString(blocks.nearest(lists.columnAt(bytes / parts * part)));
      }
    }
    conf.setStrings(STARTS, starts);
  }

  @Override
  protected void configure(Configuration newConf) {
    starts =
        Arrays.stream(newConf.getTrimmedStrings(STARTS))
            .mapToLong(Long::parseLong)
            .distinct() // where one block is worth several parts
            .toArray();
  }

  @Override
  public int getPartition(FixedKey key, Writable value, int parts) {
    int at = Arrays.binarySearch(starts, key.leadingColumn());
    return at < 0 ? -at - 1 : at + 1;
  }
}
