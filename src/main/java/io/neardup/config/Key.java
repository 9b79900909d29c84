package io.neardup.config;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The declaration of one configuration key.
 *
 * @param <T> the type of its values
 */
public final class Key<T> {

  private final String name;
  private final T defaultValue;
  private final String range;
  private final String help;
  private final Stage decides;
  private final Function<String, T> parser;

  private Key(
      String name,
      T defaultValue,
      String range,
      String help,
      Stage decides,
      Function<String, T> parser) {
    this.name = name;
    this.defaultValue = defaultValue;
    this.range = range;
    this.help = help;
    this.decides = decides;
    this.parser = parser;
  }

  static Key<Long> number(
      String name, long defaultValue, long min, long max, Stage decides, String help) {
    return new Key<>(
        name,
        defaultValue,
        min + " to " + max,
        help,
        decides,
        text -> {
          long value = Long.parseLong(text);
          if (value < min || value > max) {
            throw new IllegalArgumentException("out of range");
          }
          return value;
        });
  }

  static Key<Double> fraction(String name, double defaultValue, Stage decides, String help) {
    return new Key<>(
        name,
        defaultValue,
        "0 to 1",
        help,
        decides,
        text -> {
          double value = Double.parseDouble(text);
          if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("out of range");
          }
          return value;
        });
  }

  static Key<Allowance> allowance(String name, String defaultValue, Stage decides, String help) {
    return new Key<>(
        name,
        Allowance.parse(defaultValue),
        "a number, or a share such as 5%",
        help,
        decides,
        Allowance::parse);
  }

  static Key<Boolean> flag(String name, boolean defaultValue, Stage decides, String help) {
    return new Key<>(
        name,
        defaultValue,
        "true or false",
        help,
        decides,
        text ->
            switch (text.toLowerCase(Locale.ROOT)) {
              case "true" -> true;
              case "false" -> false;
              default -> throw new IllegalArgumentException("neither true nor false");
            });
  }

  static Key<String> choice(String name, List<String> choices, Stage decides, String help) {
    return new Key<>(
        name,
        choices.get(0),
        String.join(", ", choices),
        help,
        decides,
        text -> {
          if (!choices.contains(text)) {
            throw new IllegalArgumentException("none of the choices");
          }
          return text;
        });
  }

  /** Declares a charset, by its canonical name or {@code detect}. The default is UTF-8. */
  static Key<String> charset(String name, Stage decides, String help) {
    return new Key<>(
        name,
        "UTF-8",
        "a charset's name, or detect",
        help,
        decides,
        text -> text.equals("detect") ? text : Charset.forName(text).name());
  }

  /**
   * Declares a list of names, separated by commas: some of the choices, each at most once. What
   * follows one of the names that decide alone has no effect, so it is refused.
   */
  static Key<String> ordered(
      String name,
      String defaultValue,
      List<String> choices,
      Set<String> decideAlone,
      Stage decides,
      String help) {
    return new Key<>(
        name,
        defaultValue,
        "a list of " + String.join(", ", choices),
        help,
        decides,
        text -> {
          List<String> names = Keys.parts(text);
          boolean ends = names.stream().limit(names.size() - 1L).anyMatch(decideAlone::contains);
          if (ends || !choices.containsAll(names) || Set.copyOf(names).size() < names.size()) {
            throw new IllegalArgumentException("not such a list");
          }
          return String.join(",", names);
        });
  }

  static Key<String> text(
      String name, String defaultValue, String range, Stage decides, String help) {
    return new Key<>(
        name,
        defaultValue,
        range,
        help,
        decides,
        text -> {
          if (text.isEmpty()) {
            throw new IllegalArgumentException("empty");
          }
          return text;
        });
  }

  /** Declares a text that may be empty, and is empty by default. */
  static Key<String> optionalText(String name, String range, Stage decides, String help) {
    return new Key<>(name, "", range, help, decides, text -> text);
  }

  /** Returns the full name, {@code neardup.<stage>.<name-with-unit>}. */
  public String name() {
    return name;
  }

  /** Returns the value for a configuration that does not set the key. */
  public T defaultValue() {
    return defaultValue;
  }

  /** Returns the allowed values in words. */
  public String range() {
    return range;
  }

  /** Returns what the key is for, one or two sentences. */
  public String help() {
    return help;
  }

  /** Returns the first stage whose results the key decides; empty if it decides none. */
  public Optional<Stage> decides() {
    return Optional.ofNullable(decides);
  }

  /**
   * Parses a text into a value.
   *
   * @throws UsageException if it is not of the key's type or out of its range
   */
  public T parse(String text) {
    try {
      return parser.apply(text.strip());
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          name
              + "="
              + text
              + ": the value must be "
              + article()
              + range
              + " (default "
              + defaultValue
              + ")");
    }
  }

  private String article() {
    return range.contains(", ") && !range.startsWith("a ") ? "one of " : "";
  }

  @Override
  public String toString() {
    return name;
  }
}
