package io.neardup.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The conditions that a run is judged by, once it is done. */
public final class Gates {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<Condition> conditions;

  private Gates(List<Condition> conditions) {
    this.conditions = conditions;
  }

  /**
   * Parses conditions and makes sure that their figures exist, before anything is run.
   *
   * @param conditions their texts: see {@link Condition}
   * @param names of the figures
   * @throws io.neardup.config.UsageException for the first that is not a condition or has no figure
   */
  public static Gates of(List<String> conditions, FigureNames names) {
    List<Condition> parsed = new ArrayList<>();
    for (String text : conditions) {
      Condition condition = Condition.parse(text);
      names.require(condition);
      parsed.add(condition);
    }
    return new Gates(List.copyOf(parsed));
  }

  /** Returns whether there is no condition. */
  public boolean isEmpty() {
    return conditions.isEmpty();
  }

  /** Returns the texts of the conditions, in the order given. */
  public List<String> conditions() {
    return conditions.stream().map(Condition::text).toList();
  }

  /**
   * Returns a line for each condition that holds or whose figure is null, in the order given: the
   * condition and the value of its figure.
   *
   * @param trees the figures of the run: one tree of each class whose names were given
   */
  public List<String> crossed(Record... trees) {
    List<JsonNode> all =
        Arrays.stream(trees).map(tree -> JSON.<JsonNode>valueToTree(tree)).toList();
    List<String> crossed = new ArrayList<>();
    for (Condition condition : conditions) {
      String path = "/" + condition.figure().replace('.', '/');
      Number value = // null if it, or a record on its path, is null
          all.stream()
              .map(tree -> tree.at(path))
              .filter(JsonNode::isNumber)
              .findFirst()
              .orElse(MissingNode.getInstance())
              .numberValue();
      if (value == null || !Double.isFinite(value.doubleValue())) {
        crossed.add(line(condition, "is null, which counts as crossed"));
      } else if (condition.holds(value)) {
        crossed.add(line(condition, "is " + value));
      }
    }
    return crossed;
  }

  private static String line(Condition condition, String what) {
    return "--fail-if '" + condition.text() + "': " + condition.figure() + " " + what;
  }
}
