package io.neardup;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The only time limit of tests. It ends what hangs, and is too long to be reached on a busy
 * machine.
 */
public final class Guard {

  /** How long anything that a test waits for may take. */
  public static final Duration LIMIT = Duration.ofHours(1);

  private Guard() {}

  /** Waits for the end of a process; kills it and fails if it hangs. */
  public static void await(Process process) throws InterruptedException {
    if (!process.waitFor(LIMIT.toMinutes(), TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("no end within " + LIMIT);
    }
  }
}
