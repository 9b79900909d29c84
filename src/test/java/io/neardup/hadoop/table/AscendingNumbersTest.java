package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.neardup.hadoop.KeyContract;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AscendingNumbersTest {

  private final AscendingNumbers ascending = new AscendingNumbers();

  private int bytes(LongArrayList numbers) throws IOException {
    AscendingNumbers read = new AscendingNumbers();
    read.list().add(3);
    ascending.set(numbers);
    int bytes = KeyContract.copy(ascending, read);
    assertThat(read.list().toLongArray()).isEqualTo(numbers.toLongArray());
    return bytes;
  }

  @Test
  void anyAscendingNumbers() throws IOException {
    Random random = new Random(1);
    for (int round = 0; round < 500; round++) {
      long bound = 1L << random.nextInt(63);
      long[] numbers = random.longs(random.nextInt(300), 0, bound).sorted().toArray();
      bytes(new LongArrayList(numbers));
    }
    bytes(LongArrayList.of(0, Long.MAX_VALUE));
    bytes(LongArrayList.of(Long.MAX_VALUE, Long.MAX_VALUE));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "127, 1", "128, 2", "16383, 2", "16384, 3", "9223372036854775807, 9"})
  void aDifferenceTakesAByteForEachSevenBits(long number, int bytes) throws IOException {
    assertThat(bytes(LongArrayList.of(number))).isEqualTo(1 + bytes);
  }

  @Test
  void numbersThatDescendAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> bytes(LongArrayList.of(5, 4)));
    assertThatIllegalArgumentException().isThrownBy(() -> bytes(LongArrayList.of(-1)));
  }
}
