package io.neardup.reference;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.commons.io.function.IORunnable;

/**
 * Options of a test and the seed of its corpus. A failure names the seed of the run: {@code
 * -Dneardup.test.seed=SEED} runs it again. {@code -Dneardup.test.rounds=N} runs all cases with N
 * seeds each; otherwise the seed chooses some.
 */
record SeededCase(long seed, String options) {

  static final long SEED =
      Long.getLong("neardup.test.seed", System.currentTimeMillis() % 1_000_000);

  private static final int ROUNDS = Integer.getInteger("neardup.test.rounds", 0);

  /**
   * Returns cases of these options.
   *
   * @param some how many if no number of rounds is set
   */
  static List<SeededCase> of(List<String> options, int some) {
    List<String> shuffled = new ArrayList<>(options);
    Collections.shuffle(shuffled, new Random(SEED));
    List<SeededCase> cases = new ArrayList<>();
    for (int round = 0; round < Math.max(1, ROUNDS); round++) {
      for (String each : ROUNDS == 0 ? shuffled.subList(0, some) : shuffled) {
        cases.add(new SeededCase(SEED + 100L * round + options.indexOf(each), each));
      }
    }
    return cases;
  }

  /** Runs a check; its failure names the seeds. */
  void run(IORunnable check) {
    try {
      check.run();
    } catch (IOException | RuntimeException | AssertionError e) {
      throw new AssertionError("-Dneardup.test.seed=" + SEED + ", " + this, e);
    }
  }
}
