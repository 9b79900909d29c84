package io.neardup.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link DigitSort} against the stable sort of the JDK. */
class DigitSortTest {

  private final DigitSort sort = new DigitSort();

  private void check(int size, int shift, LongUnaryOperator values) {
    long[] a = LongStream.range(0, size + 3).map(values).toArray();
    long[] expected =
        Arrays.stream(a, 0, size)
            .boxed()
            .sorted(Comparator.comparingLong(number -> number >>> shift))
            .mapToLong(Long::longValue)
            .toArray();
    assertThat(Arrays.copyOf(sort.sort(a, size, shift), size)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 100, 5_000, 70_000})
  void sortsByTheUpperBitsAndKeepsTheOrderOfTheRest(int size) {
    Random random = new Random(size);
    for (int shift : new int[] {0, 1, 19, 40, 62}) {
      check(size, shift, i -> random.nextLong() >>> 1);
      check(size, shift, i -> random.nextInt(3) * (1L << 40) | random.nextInt(1 << 20));
      check(size, shift, i -> 7);
      check(size, shift, i -> Long.MAX_VALUE - i);
      check(size, shift, i -> 1L << random.nextInt(63));
    }
  }
}
