package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
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
}
