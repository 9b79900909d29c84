package io.neardup.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The conditions that a run is judged by, once it is done. */
public final class Gates {

  private record Gate(Condition condition, Class<? extends Record> tree) {}

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<Gate> gates;

  private Gates(List<Gate> gates) {
    this.gates = gates;
  }

  /**
   * Parses conditions and makes sure that their figures exist, before anything is run.
   *
   * @param conditions their texts: see {@link Condition}
   * @param names of the figures
   * @throws io.neardup.config.UsageException for the first that is not a condition or has no figure
   */
  public static Gates of(List<String> conditions, FigureNames names) {
    List<Gate> gates = new ArrayList<>();
    for (String text : conditions) {
      Condition condition = Condition.parse(text);
      gates.add(new Gate(condition, names.require(condition)));
    }
    return new Gates(List.copyOf(gates));
  }

  /** Returns whether there is no condition. */
  public boolean isEmpty() {
    return gates.isEmpty();
  }

  /** Returns the texts of the conditions, in the order given. */
  public List<String> conditions() {
    return gates.stream().map(gate -> gate.condition().text()).toList();
  }

  /**
   * Returns a line for each condition that holds or whose figure is null, in the order given: the
   * condition and the value of its figure.
   *
   * @param trees the figures of the run: one tree of each class whose names were given
   */
  public List<String> crossed(Record... trees) {
    List<String> crossed = new ArrayList<>();
    for (Gate gate : gates) {
      Record tree =
          Arrays.stream(trees)
              .filter(gate.tree()::isInstance)
              .findFirst()
              .orElseThrow(() -> new IllegalArgumentException("no tree of " + gate.tree()));
      Condition condition = gate.condition();
      JsonNode node = JSON.valueToTree(tree).at("/" + condition.figure().replace('.', '/'));
      Number value = node.numberValue(); // null if it, or a record on its path, is null
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
