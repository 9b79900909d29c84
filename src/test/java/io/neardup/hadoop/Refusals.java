package io.neardup.hadoop;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.hadoop.output.StageFailedException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Checks that bad use is refused and that a stage fails. */
public final class Refusals {

  private Refusals() {}

  /** Checks that a call is refused with a message that has all these parts. */
  public static void assertRefused(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call).isInstanceOf(UsageException.class).hasMessageContainingAll(parts);
  }

  /** Checks that a call fails as a stage does, with a message that has all these parts. */
  public static void assertFails(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOf(StageFailedException.class)
        .hasMessageContainingAll(parts);
  }
}
