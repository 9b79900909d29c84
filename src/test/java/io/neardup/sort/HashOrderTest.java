package io.neardup.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link HashOrder} against a stable sort of the JDK. */
class HashOrderTest {

  private final HashOrder order = new HashOrder();

  private void check(int size, LongUnaryOperator hash) {
    long[] hashes = new long[size + 3];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = hash.applyAsLong(i);
    }
    order.order(hashes, size);
    int[] expected =
        IntStream.range(0, size)
            .boxed()
            .sorted(Comparator.comparing(i -> hashes[i], Long::compareUnsigned))
            .mapToInt(i -> i)
            .toArray();
    assertThat(IntStream.range(0, size).map(order::at).toArray()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 50, 1_000, 70_000, 200_000})
  void isUnsignedAndStable(int size) {
    Random random = new Random(size);
    check(size, i -> random.nextLong());
    check(size, i -> random.nextLong() >>> 20 | 0xABCDL << 48);
    check(size, i -> random.nextInt(100));
    check(size, i -> 5);
    check(size, i -> -1);
    check(size, i -> i % 2 == 0 ? random.nextLong() : 3);
    check(size, i -> (random.nextLong() & 0xFFL) << 56 | random.nextInt(3));
    check(size, i -> random.nextInt(10) == 0 ? Long.MIN_VALUE : Long.MAX_VALUE);
  }

  @Test
  void asManyAsThereMayBeAreOrderedAndNotMore() {
    Random random = new Random(3);
    check(HashOrder.MAX_HASHES, i -> random.nextLong());
    assertThatThrownBy(
            () -> order.order(new long[HashOrder.MAX_HASHES + 1], HashOrder.MAX_HASHES + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
