package io.neardup.hadoop.output;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The facts that a stage records about its output: see {@link Fact}.
 *
 * @param byKey the texts by the keys of the facts
 */
public record Facts(SortedMap<String, String> byKey) {

  /** Returns an empty set of facts. */
  public static Facts none() {
    return new Facts(new TreeMap<>());
  }

  /** Returns the facts of an input. */
  public static Facts of(StageMetadata input) {
    return new Facts(new TreeMap<>(input.facts()));
  }

  /** Adds or replaces a fact. */
  public Facts with(Fact fact, String text) {
    byKey.put(fact.key(), text);
    return this;
  }

  /** Adds or replaces a fact that is a number. */
  public Facts with(Fact fact, long number) {
    return with(fact, String.valueOf(number));
  }
}
