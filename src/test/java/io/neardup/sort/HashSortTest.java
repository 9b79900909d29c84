package io.neardup.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link HashSort} against the sort of the JDK, of hashes and of what is none. */
class HashSortTest {

  private final HashSort sort = new HashSort();

  private void check(int size, LongUnaryOperator values) {
    long[] a = new long[size + 5];
    for (int i = 0; i < a.length; i++) {
      a[i] = values.applyAsLong(i);
    }
    long[] expected = a.clone();
    Arrays.sort(expected, 2, 2 + size);
    long[] before = a.clone();
    long[] places = LongStream.range(0, a.length).toArray();
    sort.sort(a, 2, 2 + size);
    assertThat(a).isEqualTo(expected);
    long[] together = before.clone();
    sort.sort(together, places, 2, 2 + size);
    assertThat(together).isEqualTo(expected);
    assertThat(Arrays.stream(places).map(i -> before[(int) i]).toArray()).isEqualTo(expected);
    assertThat(Arrays.stream(places).distinct().count()).isEqualTo(a.length);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 64, 65, 100, 1_000, 4_200, 65_536, 65_537, 300_000})
  void sortsWhatIsSpreadAndWhatIsNot(int size) {
    Random random = new Random(size);
    check(size, i -> random.nextLong());
    check(size, i -> random.nextLong() & 0xFFFFFFFFL);
    check(size, i -> random.nextLong() | 1L << 63);
    check(size, i -> 7);
    check(size, i -> i);
    check(size, i -> -i);
    check(size, i -> i % 3 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE);
    check(size, i -> 1L << (random.nextInt() & 63));
    check(size, i -> i % 2 == 0 ? random.nextInt(50) : random.nextLong());
    check(size, i -> random.nextInt(100) == 0 ? random.nextLong() : random.nextInt());
    check(size, i -> i % 5L << 61 | random.nextInt(1_000));
  }

  @Test
  void aSmallSortAfterALargeOneLeavesNothingBehind() {
    Random random = new Random(1);
    check(300_000, i -> random.nextLong());
    check(70, i -> random.nextLong());
    check(50_000, i -> random.nextLong());
  }
}
