package io.neardup.hadoop;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.hadoop.output.StageFailedException;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Checks that bad use is refused, that a stage fails, and what else is thrown. */
public final class Refusals {

  private Refusals() {}

  /** Checks that a call is refused with a message that has all these parts. */
  public static void assertRefused(ThrowingCallable call, String... parts) {
    assertThrown(UsageException.class, call, parts);
  }

  /** Checks that a call fails as a stage does, with a message that has all these parts. */
  public static void assertFails(ThrowingCallable call, String... parts) {
    assertThrown(StageFailedException.class, call, parts);
  }

  /** Checks that a call throws an exception with a message that has all these parts. */
  public static void assertThrown(
      Class<? extends Exception> type, ThrowingCallable call, String... parts) {
    AbstractThrowableAssert<?, ?> thrown = assertThatThrownBy(call).isInstanceOf(type);
    List.of(parts).forEach(thrown::hasMessageContaining);
  }
}
