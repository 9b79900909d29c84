package io.neardup.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import java.math.BigDecimal;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionTest {

  @Provide
  Arbitrary<String> operators() {
    return Arbitraries.of("<", "<=", ">", ">=", "=", "!=");
  }

  @Provide
  Arbitrary<String> spaces() {
    return Arbitraries.of("", " ", "  ", "\t", " \n ");
  }

  @Provide
  Arbitrary<String> figures() {
    return Arbitraries.of("x", "in", "documents.removed.share", "byReason.NO_ID", "a_1.b.C.d");
  }

  @Property
  void whiteSpaceDoesNotMatter(
      @ForAll("figures") String figure,
      @ForAll("operators") String operator,
      @ForAll BigDecimal limit,
      @ForAll("spaces") String before,
      @ForAll("spaces") String between,
      @ForAll("spaces") String after) {
    Condition condition =
        Condition.parse(before + figure + between + operator + after + limit + before);

    assertThat(condition.figure()).isEqualTo(figure);
    assertThat(condition.operator()).isEqualTo(operator);
    assertThat(condition.limit()).isEqualByComparingTo(limit);
    assertThat(condition.text()).isEqualTo(figure + between + operator + after + limit);
  }

  @Property
  void anOperatorMeansWhatItDoesInJava(@ForAll double value, @ForAll double limit) {
    for (double v : new double[] {value, limit}) {
      assertThat(Condition.parse("x <" + limit).holds(v)).isEqualTo(v < limit);
      assertThat(Condition.parse("x <=" + limit).holds(v)).isEqualTo(v <= limit);
      assertThat(Condition.parse("x >" + limit).holds(v)).isEqualTo(v > limit);
      assertThat(Condition.parse("x >=" + limit).holds(v)).isEqualTo(v >= limit);
      assertThat(Condition.parse("x =" + limit).holds(v)).isEqualTo(v == limit);
      assertThat(Condition.parse("x !=" + limit).holds(v)).isEqualTo(v != limit);
    }
  }

  @Property
  void wholeNumbersAreExact(@ForAll long value) {
    assertThat(Condition.parse("x = " + value).holds(value)).isTrue();
    assertThat(
            Condition.parse("x > " + BigDecimal.valueOf(value).subtract(BigDecimal.ONE))
                .holds(value))
        .isTrue();
    assertThat(Condition.parse("x < " + value).holds(value)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "x = 0.95, 0.95",
    "x = 0.950, 0.95",
    "x = 95e-2, 0.95",
    "x = .95, 0.95",
    "x = +1, 1.0",
    "x >= 1, 1.0",
    "x <= -0, -0.0",
    "x < 1e999999999, 1.7976931348623157E308",
    "x > 1e-999999999, 4.9E-324"
  })
  void aNumberIsDecimal(String text, double value) {
    assertThat(Condition.parse(text).holds(value)).isTrue();
  }

  private static void assertRefused(String text, String reason) {
    assertThatThrownBy(() -> Condition.parse(text))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--fail-if '" + text.strip() + "': " + reason);
  }

  @Test
  void whatIsNoConditionIsRefusedWithItsForm() {
    for (String text :
        List.of(
            "",
            " ",
            "x",
            "x >",
            "> 5",
            "5",
            "x 5",
            "x is 5",
            "x > 5 and y > 5",
            "x > 5, y > 5",
            "x > 5 %",
            "x y > 5",
            "x ! = 5",
            "x < 1 < 2")) {
      assertRefused(text, "a condition is a figure, one of < <= > >= = != and a number");
    }
    for (String operator : List.of("==", "=>", "=<", "<>", "!", "≤", ">>")) {
      assertRefused(
          "x " + operator + " 5", "the operator must be one of < <= > >= = !=, not " + operator);
    }
    for (String number :
        List.of("95%", "0,95", "1.2.3", "five", "NaN", "Infinity", "0x10", "--1", "1e")) {
      assertRefused(
          "x > " + number, number + " is not a number; write one such as 12, 0.95 or 1e-6");
    }
  }
}
