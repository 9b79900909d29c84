package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.table.OrderedPartitioner;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;

/** Gives each reduce task of the comparison its blocks, which are consecutive. */
public final class ComparisonPartitioner extends OrderedPartitioner<ComparisonKey, Writable> {

  private static final String STARTS = "neardup-internal.verify-first-blocks";

  private int[] starts; // the first block of each task, ascending

  /** Sets the first block of each reduce task. */
  static void configure(Configuration conf, int[] starts) {
    conf.setStrings(
        STARTS, Arrays.stream(starts).mapToObj(Integer::toString).toArray(String[]::new));
  }

  @Override
  protected void configure(Configuration newConf) {
    starts = Arrays.stream(newConf.getTrimmedStrings(STARTS)).mapToInt(Integer::parseInt).toArray();
  }

  @Override
  public int getPartition(ComparisonKey key, Writable value, int parts) {
    int part = 0;
    int high = starts.length - 1;
    while (part < high) { // the last part that starts at or before the block
      int middle = (part + high + 1) >>> 1;
      if (starts[middle] <= key.block()) {
        part = middle;
      } else {
        high = middle - 1;
      }
    }
    return part;
  }
}
