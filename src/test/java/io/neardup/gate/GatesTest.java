package io.neardup.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
}
