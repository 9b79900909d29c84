package io.neardup.config;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * The declaration of one configuration key.
 *
 * @param <T> the type of its values
 * @param name the full name, {@code neardup.<stage>.<name-with-unit>}
 * @param defaultValue the value for a configuration that does not set the key
 * @param range the allowed values in words
 * @param help what the key is for, one or two sentences
 * @param decides the first stage whose results the key decides; empty if it decides none
 * @param parser throws IllegalArgumentException for a text that is not of the type or out of range
 */
public record Key<T>(
    String name,
    T defaultValue,
    String range,
    String help,
    Optional<Stage> decides,
    Function<String, T> parser) {

  /**
   * Parses a text into a value; UsageException if it is not of the key's type or out of its range.
   */
  public T parse(String text) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      String oneOf = range.contains(", ") && !range.startsWith("a ") ? "one of " : "";
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "%s=%s: the value must be %s%s (default %s)",
              name,
              text,
              oneOf,
              range,
              defaultValue));
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
