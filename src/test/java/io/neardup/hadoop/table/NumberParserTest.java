package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberParserTest {

  private final NumberParser numbers = new NumberParser("a test");

  /** A line in a buffer that held a longer one. */
  private NumberParser start(String line) {
    Text text = new Text(line + "123456789");
    text.set(line);
    return numbers.start(text);
  }

  @Test
  void numbersAndWhatIsBetweenThem() throws IOException {
    start("name\t\t0 9223372036854775807 3:");
    numbers.skipField();
    numbers.skipField();
    assertThat(numbers.number()).isZero();
    assertThat(numbers.accept('\t')).isFalse();
    assertThat(numbers.accept(' ')).isTrue();
    assertThat(numbers.number()).isEqualTo(Long.MAX_VALUE);
    numbers.expect(' ');
    assertThat(numbers.number()).isEqualTo(3);
    assertThatIOException().isThrownBy(numbers::expectEnd);
    numbers.expect(':');
    numbers.expectEnd();
    assertThat(numbers.accept(':')).isFalse();
  }

  @Test
  void decimalsAreMillionths() throws IOException {
    assertThat(start("0.812500").millionths()).isEqualTo(812_500);
    assertThat(start("1.000000").millionths()).isEqualTo(1_000_000);
    assertThat(start("0.000001").millionths()).isEqualTo(1);
    for (int millionths : new int[] {0, 1, 10, 99_999, 100_000, 999_999, 1_000_000, 12_345_678}) {
      Text line = new LineBuilder().appendMillionths(millionths).toText();
      assertThat(line.toString()).isEqualTo(String.format("%.6f", millionths / 1e6));
      assertThat(numbers.start(line).millionths()).isEqualTo(millionths);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1.", ".500000", "0.5", "0.5000000", "0,500000", "-0.500000"})
  void whatHasNotSixDecimalsIsAnError(String line) {
    assertThatIOException()
        .isThrownBy(() -> start(line).millionths())
        .withMessage("not a test: " + line);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", " 1", "\t1"})
  void whatBeginsWithNoDigitIsNoNumber(String line) {
    assertThatIOException()
        .isThrownBy(() -> start(line).number())
        .withMessage("not a test: " + line);
  }

  @Test
  void aFieldEndsWithATab() {
    assertThatIOException().isThrownBy(() -> start("field").skipField());
  }
}
