package io.neardup.cli;

import io.neardup.config.UsageException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** An age as users write it: a whole number and d, h, m or s, such as {@code 30d}. */
final class Age {

  private Age() {}

  /** Returns the instant that was an age ago, see {@link #of}. */
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
    UsageException.require(
        age.matches("\\d{1,18}[dhms]"),
        "%s %s: a time is a whole number and d, h, m or s (days, hours, minutes, seconds), such as"
            + " 30d",
        option,
        age);
    try {
      return Duration.parse((age.endsWith("d") ? "P" : "PT") + age);
    } catch (ArithmeticException | DateTimeException e) {
      throw new UsageException(option + " " + age + ": that is too long");
    }
  }
}
