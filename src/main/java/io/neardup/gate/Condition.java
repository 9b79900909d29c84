package io.neardup.gate;

import io.neardup.config.UsageException;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A condition on a figure: {@code FIGURE OPERATOR NUMBER}, with or without white space between and
 * around the three.
 *
 * <ul>
 *   <li>FIGURE is the path of a number in a tree of records: names separated by dots
 *   <li>OPERATOR is one of {@code < <= > >= = !=}
 *   <li>NUMBER is a decimal number such as {@code 12}, {@code -0.5} or {@code 1e-6}
 * </ul>
 *
 * @param text the condition as it was written, without white space around it
 * @param figure the name of the figure
 * @param operator how it is compared
 * @param limit the number that it is compared with
 */
public record Condition(String text, String figure, String operator, BigDecimal limit) {

  private static final String OPERATORS = "< <= > >= = !=";

  private static final Pattern PARTS =
      Pattern.compile("([\\w.\\-]+)\\s*([^\\w\\s.+\\-]+)\\s*(\\S+)");

  /**
   * Parses a condition. Whether there is such a figure is not checked: see {@link FigureNames}.
   * UsageException if it is not a condition.
   */
  public static Condition parse(String text) {
    String stripped = text.strip();
    Matcher parts = PARTS.matcher(stripped);
    if (!parts.matches()) {
      throw refused(
          stripped,
          "a condition is a figure, one of "
              + OPERATORS
              + " and a number, such as documents.removed.share > 0.9");
    }
    String operator = parts.group(2);
    if (!List.of(OPERATORS.split(" ")).contains(operator)) {
      throw refused(stripped, "the operator must be one of " + OPERATORS + ", not " + operator);
    }
    try {
      return new Condition(stripped, parts.group(1), operator, new BigDecimal(parts.group(3)));
    } catch (NumberFormatException e) {
      throw refused(
          stripped, parts.group(3) + " is not a number; write one such as 12, 0.95 or 1e-6");
    }
  }

  static UsageException refused(String text, String reason) {
    return new UsageException("--fail-if '" + text + "': " + reason);
  }

  /**
   * Returns whether the condition holds for a value of its figure. The value is compared as it is
   * printed, in decimal: 0.95 equals 0.95.
   */
  boolean holds(Number value) {
    int order = new BigDecimal(value.toString()).compareTo(limit);
    return switch (operator) {
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      case ">=" -> order >= 0;
      case "=" -> order == 0;
      default -> order != 0;
    };
  }
}
