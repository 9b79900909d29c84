package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** {@link LineBuilder} against {@link StringBuilder}. */
class LineBuilderTest {

  @Provide
  Arbitrary<List<Long>> numbers() {
    return Arbitraries.oneOf(
            Arbitraries.longs().between(0, 2_100),
            Arbitraries.longs().between(999_000, 1_001_100),
            Arbitraries.longs().between(0, Long.MAX_VALUE))
        .list();
  }

  @Property
  void writesDecimals(@ForAll("numbers") List<Long> numbers) {
    LineBuilder line = new LineBuilder();
    StringBuilder expected = new StringBuilder();
    for (long number : numbers) {
      line.append(number).append(' ');
      expected.append(number).append(' ');
    }
    assertThat(line.toText()).hasToString(expected.toString());
  }

  private void assertAsFormatted(int dividend, int divisor) {
    assertThat(new LineBuilder().appendQuotient(dividend, divisor).toText().toString())
        .as("%d / %d", dividend, divisor)
        .isEqualTo(String.format(Locale.ROOT, "%.6f", (double) dividend / divisor));
  }

  @Example
  void allQuotientsOfSmallNumbers() {
    for (int divisor = 1; divisor <= 130; divisor++) {
      for (int dividend = 0; dividend <= divisor; dividend++) {
        assertAsFormatted(dividend, divisor);
      }
    }
  }

  /** Halves of a millionth, and what is next to them. */
  @Example
  void halvesAreRoundedUp() {
    Random random = new Random(9);
    for (int n = 0; n < 5_000; n++) {
      for (int divisor : new int[] {64, 1 << 20, 2_000_000, 9_999_999, 8_000_000, 3_200_000}) {
        long half = 2L * random.nextInt(1_000_000) + 1;
        int dividend = (int) (half * divisor / 2_000_000);
        for (int d = Math.max(0, dividend - 1); d <= Math.min(divisor, dividend + 1); d++) {
          assertAsFormatted(d, divisor);
        }
      }
    }
  }

  @Example
  void anyNumbers() {
    Random random = new Random(10);
    for (int n = 0; n < 30_000; n++) {
      int divisor = 1 + random.nextInt(Integer.MAX_VALUE >>> random.nextInt(31));
      assertAsFormatted(random.nextInt(divisor), divisor);
    }
  }

  @Example
  void linesAreBuiltOfNumbersStringsAndBytes() {
    LineBuilder line = new LineBuilder();
    line.append("é日").append('\t').append(7).append(new byte[] {'a', 'b', 'c'}, 1, 1);
    assertThat(line.toText()).hasToString("é日\t7b");
    assertThat(line.length()).isEqualTo(2 + 3 + 1 + 1 + 1);
    line.clear().append("x".repeat(100_000)).append(' ').append(1);
    assertThat(line.toText().getLength()).isEqualTo(100_002);
  }
}
