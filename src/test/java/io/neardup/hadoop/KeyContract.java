package io.neardup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;

/** What holds for every key: its orders agree and its bytes say all of it. */
public final class KeyContract {

  /** 64-bit numbers at the ends of the signed and the unsigned order and in between. */
  public static final List<Long> HASHES =
      List.of(
          0L,
          1L,
          255L,
          256L,
          0x7f7f7f7f7f7f7f7fL,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          Long.MIN_VALUE + 1,
          0x8080808080808080L,
          -256L,
          -2L,
          -1L);

  /** Columns at both ends and on both sides of sign bits. */
  public static final List<Long> COLUMNS =
      List.of(0L, 1L, 127L, 128L, 255L, 256L, (1L << 31) - 1, 1L << 31, 1L << 32, (1L << 40) - 1);

  private KeyContract() {}

  /** Returns one of some numbers, or any 64-bit number, or a small one. */
  public static long anyOf(Random random, List<Long> extremes, long bound) {
    return switch (random.nextInt(3)) {
      case 0 -> extremes.get(random.nextInt(extremes.size()));
      case 1 -> random.nextInt(3);
      default -> bound == 0 ? random.nextLong() : (random.nextLong() >>> 1) % bound;
    };
  }

  /**
   * Checks serialization, equality, {@code compareTo} and the registered comparator, with objects
   * and with bytes, against a model for all pairs of some keys.
   */
  public static <K extends WritableComparable<?>> void checkOrder(
      List<K> keys, Supplier<K> empty, ToIntBiFunction<K, K> compareTo, Comparator<K> model)
      throws IOException {
    WritableComparator registered = WritableComparator.get(keys.get(0).getClass());
    assertThat(registered.getClass().getEnclosingClass())
        .as("the registered comparator")
        .isEqualTo(keys.get(0).getClass());
    for (K a : keys) {
      K copy = empty.get();
      copy(a, copy);
      assertThat(copy).isEqualTo(a).hasSameHashCodeAs(a);
      assertThat(model.compare(copy, a)).isZero();
      for (K b : keys) {
        int expected = Integer.signum(model.compare(a, b));
        String what = a + " and " + b;
        assertThat(Integer.signum(compareTo.applyAsInt(a, b))).as(what).isEqualTo(expected);
        assertThat(Integer.signum(registered.compare(a, b))).as(what).isEqualTo(expected);
        assertThat(raw(registered, a, b)).as(what).isEqualTo(expected);
        assertThat(a.equals(b)).as(what).isEqualTo(expected == 0);
      }
    }
  }

  /** Checks that a comparator, with objects and with bytes, sees a group as one and no more. */
  public static <K extends WritableComparable<?>, G extends Comparable<? super G>>
      void checkGrouping(List<K> keys, WritableComparator grouping, Function<K, G> group)
          throws IOException {
    for (K a : keys) {
      for (K b : keys) {
        int expected = Integer.signum(group.apply(a).compareTo(group.apply(b)));
        String what = a + " and " + b;
        assertThat(Integer.signum(grouping.compare(a, b))).as(what).isEqualTo(expected);
        assertThat(raw(grouping, a, b)).as(what).isEqualTo(expected);
      }
    }
  }

  /** Compares serialized keys that lie somewhere within arrays. */
  public static int raw(WritableComparator comparator, Writable a, Writable b) throws IOException {
    DataOutputBuffer left = new DataOutputBuffer();
    left.write(new byte[] {-1, 7, 0});
    a.write(left);
    int leftLength = left.getLength() - 3;
    left.write(99);
    DataOutputBuffer right = new DataOutputBuffer();
    right.write(5);
    b.write(right);
    int rightLength = right.getLength() - 1;
    return Integer.signum(
        comparator.compare(left.getData(), 3, leftLength, right.getData(), 1, rightLength));
  }

  /** Writes one Writable and reads its bytes, no more and no fewer, into another; how many. */
  public static int copy(Writable from, Writable to) throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    from.write(out);
    DataInputBuffer in = new DataInputBuffer();
    in.reset(out.getData(), out.getLength());
    to.readFields(in);
    assertThat(in.getPosition()).as("bytes read").isEqualTo(out.getLength());
    return out.getLength();
  }

  private static final int[] PARTS = {1, 2, 3, 7, 16, 100, 500, 1009};

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
