package io.neardup.cli;

import io.neardup.config.UsageException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An age as users write it: a whole number and d, h, m or s, such as {@code 30d}. */
final class Age {

  private static final Pattern FORM = Pattern.compile("(\\d{1,18})([dhms])");

  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "d", ChronoUnit.DAYS,
          "h", ChronoUnit.HOURS,
          "m", ChronoUnit.MINUTES,
          "s", ChronoUnit.SECONDS);

  private Age() {}

  /**
   * Returns the instant that was an age ago.
   *
   * @param option the option whose value the age is, for the message
   * @throws UsageException if it is no age
   */
  static Instant before(Instant now, String option, String age) {
    try {
      return now.minus(of(option, age));
    } catch (ArithmeticException | DateTimeException e) {
      throw new UsageException(option + " " + age + ": that is before the calendar begins");
    }
  }

  /**
   * Returns an age, or another length of time.
   *
   * @param option the option whose value it is, for the message
   * @throws UsageException if it is none
   */
  static Duration of(String option, String age) {
    Matcher matcher = FORM.matcher(age);
    if (!matcher.matches()) {
      throw new UsageException(
          option
              + " "
              + age
              + ": a time is a whole number and d, h, m or s (days, hours, minutes, seconds), such"
              + " as 30d");
    }
    try {
      return Duration.of(Long.parseLong(matcher.group(1)), UNITS.get(matcher.group(2)));
    } catch (ArithmeticException | DateTimeException e) {
      throw new UsageException(option + " " + age + ": that is too long");
    }
  }
}
