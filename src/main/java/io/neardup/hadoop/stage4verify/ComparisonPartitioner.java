package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.table.FixedKey;
import io.neardup.hadoop.table.OrderedPartitioner;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;

/**
 * Gives the reducers consecutive blocks with about equal work. Equal numbers of columns would not
 * do: a pair is compared in the block of its smaller column, so the first columns have the most
 * work, and a cluster of thousands of documents may lie in a row.
 */
public final class ComparisonPartitioner extends OrderedPartitioner<FixedKey, Writable> {

  private static final String STARTS = "neardup-internal.verify-starts";

  private long[] starts; // the first column of each part but the first one, ascending

  /** Chooses the parts: each begins with the block whose beginning is nearest to its share. */
  static void configure(Configuration conf, DocumentBlocks blocks, ComparisonLoad load, int parts) {
    long share = load.total() / parts;
    String[] chosen = new String[parts - 1];
    int part = 1;
    long before = 0;
    long lastStart = 0;
    long lastBefore = 0;
    for (int at = 0; at < load.ranges(); at++) {
      long start = at * load.range();
      if (blocks.first(start) == start) {
        for (; part < parts && before >= share * part; part++) {
          long nearest = share * part - lastBefore < before - share * part ? lastStart : start;
          chosen[part - 1] = Long.toString(nearest);
        }
        lastStart = start;
        lastBefore = before;
      }
      before += load.of(at);
    }
    conf.setStrings(STARTS, Arrays.copyOf(chosen, part - 1));
  }

  @Override
  protected void configure(Configuration newConf) {
    starts =
        Arrays.stream(newConf.getTrimmedStrings(STARTS))
            .mapToLong(Long::parseLong)
            .filter(start -> start > 0)
            .distinct() // where one block is worth several parts
            .toArray();
  }

  @Override
  public int getPartition(FixedKey key, Writable value, int parts) {
    int at = Arrays.binarySearch(starts, key.leadingColumn());
    return at < 0 ? -at - 1 : at + 1;
  }
}
