package io.neardup.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JobRunTest {

  /** As Hadoop 3.5 reports a container that died. */
  private static final String DIED =
      """
      [2026-11-25 15:40:07.113]Exception from container-launch.
      Container id: container_1714_0007_01_000002
      Exit code: 1

      [2026-11-25 15:40:07.115]Container exited with a non-zero exit code 1. Error file: prelaunch.err.
      Last 4096 bytes of prelaunch.err :
      Last 4096 bytes of stderr :
      Error: Could not create the Java Virtual Machine.
      Error: A fatal exception has occurred. Program will exit.


      [2026-11-25 15:40:07.115]Container exited with a non-zero exit code 1. Error file: prelaunch.err.
      Last 4096 bytes of prelaunch.err :
      Last 4096 bytes of stderr :
      Error: Could not create the Java Virtual Machine.
      Error: A fatal exception has occurred. Program will exit.


      """;

  @Test
  void theErrorOfAContainerThatDiedIsWhatItWroteLast() {
    assertThat(JobRun.error(DIED))
        .isEqualTo(
            "Error: Could not create the Java Virtual Machine.;"
                + " Error: A fatal exception has occurred. Program will exit.");
    assertThat(JobRun.error("one of stderr :\nLast 4096 bytes of stderr :\n1\n2\n3\n4\n"))
        .isEqualTo("2; 3; 4");
  }

  /** Java writes some errors, such as those of {@code -Xmx1m}, to standard output. */
  @Test
  void aContainerThatWroteNothingHasThatOfItsNode() {
    String silent = DIED.replaceAll("(?m)^Error: .*$", "");
    assertThat(JobRun.error(silent))
        .isEqualTo("[2026-11-25 15:40:07.113]Exception from container-launch.");
  }

  @Test
  void theTimeLeftIsThatOfAJobThatGoesOn() {
    assertThat(JobRun.timeLeft(0.5, 0, 30)).isEqualTo(", about 90.0 s left");
    assertThat(JobRun.timeLeft(1, 0.5, 60)).isEqualTo(", about 20.0 s left");
    assertThat(JobRun.timeLeft(0.02, 0, 5)).isEmpty();
    assertThat(JobRun.timeLeft(1, 0, 5)).isEmpty();
    assertThat(JobRun.timeLeft(1, 1, 5)).isEmpty();
  }

  @Test
  void theErrorOfATaskIsItsException() {
    assertThat(JobRun.error("Error: java.io.IOException: f is damaged\n\tat a.B.c(B.java)"))
        .isEqualTo("Error: java.io.IOException: f is damaged");
    String ours = "io.neardup.hadoop.format.GzipStream$TrailingBytesException: f has more";
    assertThat(List.of(ours, "Error: " + ours))
        .extracting(JobRun::message)
        .containsOnly("f has more");
    String shaded = "io.neardup.shaded.X.FutureException: f";
    assertThat(JobRun.message(shaded)).isEqualTo(shaded);
    assertThat(JobRun.error("[x]Exception from container-launch.\nbytes of stderr :\n\n"))
        .isEqualTo("[x]Exception from container-launch.");
    assertThat(JobRun.error("")).isEmpty();
  }
}
