package io.neardup.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatesTest {

  /** Colours. */
  public enum Colour {
    RED,
    GREEN
  }

  /** A part. */
  public record Part(Long count, Double share) {}

  /** A tree with all that may be in one. */
  public record Tree(
      String name,
      long in,
      Part removed,
      Map<Colour, Long> byColour,
      Map<Colour, Part> parts,
      Map<String, Long> texts,
      List<Part> list,
      boolean flag,
      int number,
      Integer boxed) {}

  /** Another tree. */
  public record Recall(Interval recall) {}

  /** An estimate. */
  public record Interval(Double low, Double high) {}

  /** A tree with a name of {@link Tree}. */
  public record Clash(double in) {}

  private static final FigureNames NAMES = FigureNames.of(List.of(Tree.class));

  private static Tree tree(Long count, Double share) {
    Map<Colour, Long> byColour = new EnumMap<>(Colour.class);
    byColour.put(Colour.RED, 7L);
    return new Tree(
        "a name",
        10,
        new Part(count, share),
        byColour,
        Map.of(Colour.GREEN, new Part(1L, 0.1)),
        Map.of("x", 1L),
        List.of(new Part(1L, 1.0)),
        true,
        3,
        null);
  }

  private static List<String> crossed(Tree tree, String... conditions) {
    return Gates.of(List.of(conditions), NAMES).crossed(tree);
  }

  @Test
  void numbersOfRecordsAndOfMapsByConstantsAreFigures() {
    assertThat(NAMES.all())
        .containsExactly(
            "in",
            "removed.count",
            "removed.share",
            "byColour.RED",
            "byColour.GREEN",
            "parts.RED.count",
            "parts.RED.share",
            "parts.GREEN.count",
            "parts.GREEN.share",
            "number",
            "boxed");
  }

  @Test
  void eachConditionCrossedIsNamedInItsOrder() {
    assertThat(
            crossed(
                tree(4L, 0.4),
                "removed.share > 0.3",
                "in > 10",
                "byColour.RED=7",
                "parts.GREEN.share >= .1",
                "number < 3"))
        .containsExactly(
            "--fail-if 'removed.share > 0.3': removed.share is 0.4",
            "--fail-if 'byColour.RED=7': byColour.RED is 7",
            "--fail-if 'parts.GREEN.share >= .1': parts.GREEN.share is 0.1");
  }

  @Test
  void whatIsNullOrNoNumberIsCrossedWhateverTheOperator() {
    String crossed = " is null, which counts as crossed";
    for (String operator : List.of("<", "<=", ">", ">=", "=", "!=")) {
      String condition = "removed.share " + operator + " 1";
      for (Double share : new Double[] {null, Double.NaN, Double.POSITIVE_INFINITY}) {
        assertThat(crossed(tree(1L, share), condition))
            .containsExactly("--fail-if '" + condition + "': removed.share" + crossed);
      }
    }
    Tree withoutPart =
        new Tree("", 1, null, Map.of(), Map.of(), Map.of(), List.of(), true, 1, null);
    assertThat(crossed(withoutPart, "removed.count > 1", "byColour.RED > 1", "boxed = 0"))
        .hasSize(3);
    assertThat(crossed(withoutPart, "parts.RED.share > 1")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "removed.shar, ; did you mean removed.share?",
    "share, ; did you mean removed.share?",
    "Removed.Share, ; did you mean removed.share?",
    "remove.count, ; did you mean removed.count?",
    "byColour.red, ; did you mean byColour.RED?",
    "byColour.BLUE, ; did you mean byColour.RED?",
    "removed, ; the page on figures lists all figures",
    "texts.x, ; the page on figures lists all figures"
  })
  void aMisspelledFigureIsRefusedWithTheNearest(String figure, String end) {
    assertThatThrownBy(() -> Gates.of(List.of("in > 1", figure + " > 1"), NAMES))
        .isInstanceOf(UsageException.class)
        .hasMessage("--fail-if '" + figure + " > 1': there is no figure " + figure + end);
  }

  @Test
  void aFigureOfAnotherVerbIsRefusedByThatName() {
    FigureNames names = NAMES.besides("audit", Recall.class);
    assertThatThrownBy(() -> Gates.of(List.of("recall.low < 0.99"), names))
        .isInstanceOf(UsageException.class)
        .hasMessage("--fail-if 'recall.low < 0.99': recall.low is a figure of the verb audit");
    assertThat(Gates.of(List.of("in = 10"), names).crossed(tree(1L, 1.0))).hasSize(1);
  }

  @Test
  void severalTreesAreJudgedTogether() {
    Gates gates =
        Gates.of(
            List.of("recall.low < 0.99", "in > 9", "recall.high < 1"),
            FigureNames.of(List.of(Recall.class, Tree.class)));
    assertThat(gates.crossed(tree(1L, 1.0), new Recall(new Interval(0.98, 1.0))))
        .containsExactly(
            "--fail-if 'recall.low < 0.99': recall.low is 0.98", "--fail-if 'in > 9': in is 10");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FigureNames.of(List.of(Tree.class, Clash.class)))
        .withMessage("in names two figures");
  }

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
