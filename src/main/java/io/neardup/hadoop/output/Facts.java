package io.neardup.hadoop.output;

import java.util.Map;
import java.util.TreeMap;

/** The facts that a stage records about its output: see {@link Fact}. */
public final class Facts {

  private final Map<String, String> byKey;

  private Facts(Map<String, String> byKey) {
    this.byKey = new TreeMap<>(byKey);
  }

  /** Returns an empty set of facts. */
  public static Facts none() {
    return new Facts(Map.of());
  }

  /** Returns the facts of an input. */
  public static Facts of(StageMetadata input) {
    return new Facts(input.facts());
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

  /** Returns the texts by the keys of the facts, in the order of the keys. */
  public Map<String, String> byKey() {
    return new TreeMap<>(byKey);
  }
}
