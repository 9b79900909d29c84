package io.neardup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.ToIntBiFunction;

/** What holds for every partitioner that cuts an ordered key space into consecutive parts. */
public final class PartitionContract {

  private static final int[] PARTS = {1, 2, 3, 7, 16, 100, 500, 1009};

  private PartitionContract() {}

  /** Checks range and order for keys that ascend. */
  public static <K> void checkMonotone(List<K> ascending, ToIntBiFunction<K, Integer> partition) {
    for (int parts : PARTS) {
      int last = 0;
      for (K key : ascending) {
        int part = partition.applyAsInt(key, parts);
        assertThat(part).as("part of %s of %d", key, parts).isBetween(last, parts - 1);
        last = part;
      }
    }
  }

  /** Checks that all numbers below a total fall into parts that differ by one at most. */
  public static void checkEven(int total, ToIntBiFunction<Long, Integer> partition) {
    for (int parts : PARTS) {
      int[] sizes = new int[parts];
      for (long value = 0; value < total; value++) {
        sizes[partition.applyAsInt(value, parts)]++;
      }
      for (int size : sizes) {
        assertThat(size).isBetween(total / parts, (total + parts - 1) / parts);
      }
    }
  }
}
