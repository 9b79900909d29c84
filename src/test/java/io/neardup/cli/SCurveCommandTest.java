package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.lsh.BandingScheme;
import io.neardup.lsh.SCurve;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SCurveCommandTest {

  private record Result(int status, String out, String err) {}

  private static Result run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        new CommandLine(new SCurveCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Result(status, out.toString(), err.toString());
  }

  private static String report(BandingScheme scheme, double t) {
    SCurve curve = new SCurve(scheme);
    return String.join(
        "\n",
        curve.table(),
        curve.thresholds(),
        curve.areas(t),
        curve.plot(61, 21),
        "-Dneardup.banding.bands=%d -Dneardup.banding.rows=%d -Dneardup.similarity.threshold=%s\n"
            .formatted(scheme.bands(), scheme.rows(), t));
  }

  @Test
  void defaultsTo20BandsOf5Rows() {
    Result result = run();
    assertThat(result.status()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .isEqualTo("20 bands x 5 rows, 100 slots\n\n" + report(new BandingScheme(20, 5), 0.8))
        .contains("       0.8   0.999644")
        .contains("probability 1/2 at similarity       0.508696")
        .contains("recall at 0.8                       0.999644");
  }

  @Test
  void bandsAndRowsGiven() {
    Result result = run("--bands", "10", "--rows", "3", "--threshold", "0.6");
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .isEqualTo("10 bands x 3 rows, 30 slots\n\n" + report(new BandingScheme(10, 3), 0.6));
    assertThat(run("--bands", "15").out()).startsWith("15 bands x 5 rows, 75 slots\n");
    assertThat(run("--rows", "6").out()).startsWith("20 bands x 6 rows, 120 slots\n");
  }

  @Test
  void stepAndPlotSize() {
    SCurve curve = new SCurve(new BandingScheme(20, 5));
    assertThat(run("--step", "0.25", "--width", "30", "--height", "7").out())
        .contains(curve.table(0.25))
        .contains("\n\n" + curve.plot(30, 7) + "\n-Dneardup.banding.bands=20 ");
  }

  @Test
  void choosesForSlots() {
    Result result = run("--threshold", "0.8", "--slots", "100");
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .isEqualTo(
            "Chosen: the most rows, and so the fewest false candidates, with which 100 slots still"
                + " have a recall of at least 0.999 at 0.8.\n"
                + "20 bands x 5 rows, 100 slots\n\n"
                + report(new BandingScheme(20, 5), 0.8));
    assertThat(run("--slots", "100", "--prefer", "misses")).isEqualTo(result);
    assertThat(run("--slots", "100", "--prefer", "balanced").out())
        .contains("at least 0.95 at 0.8.\n14 bands x 7 rows, 98 slots\n");
    assertThat(run("--slots", "100", "--prefer", "false-candidates").out())
        .contains("at least 0.8 at 0.8.\n12 bands x 8 rows, 96 slots\n");
  }

  @Test
  void saysWhenTheRecallWantedIsOutOfReach() {
    Result result = run("--threshold", "0.1", "--slots", "10");
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .startsWith(
            """
            Chosen: the highest recall at 0.1; no scheme of 10 slots reaches a recall of 0.999.
            10 bands x 1 row, 10 slots
            """);
  }

  @Test
  void choosesForRecall() {
    // Of 5 rows, 12 bands miss (1 - 0.8^5)^12 = 0.85 %, 11 bands 1.27 %; of 6 rows it takes 16.
    Result result = run("--threshold", "0.8", "--recall", "0.99", "--slots", "60");
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .isEqualTo(
            "Chosen: the fewest false candidates of all schemes of at most 60 slots that have a"
                + " recall of at least 0.99 at 0.8.\n"
                + "12 bands x 5 rows, 60 slots\n\n"
                + report(new BandingScheme(12, 5), 0.8));
    assertThat(run("--recall", "0.99").out()).contains("of at most 100 slots");
  }

  @ParameterizedTest
  @CsvSource({
    "--bands 20 --slots 100, omit --bands and --rows",
    "--rows 5 --recall 0.9, omit --bands and --rows",
    "--prefer misses, --prefer needs --slots",
    "--recall 0.9 --slots 100 --prefer misses, --prefer needs --slots",
    "--slots 100 --prefer speed, '--prefer must be misses, false-candidates or balanced: speed'",
    "--bands 0, bands must be in 1 to 65535: 0",
    "--bands 1000 --rows 1000, at most 32767 slots",
    "--bands twenty, Invalid value for option '--bands'",
    "--threshold 1.5, threshold must be in 0 to 1: 1.5",
    "--threshold 0 --slots 100, threshold must be above 0",
    "--slots 0, slots must be in 1 to 32767: 0",
    "--recall 1, recall must be above 0 and below 1: 1.0",
    "--recall 0.9 --threshold 0.01, at most 0.633968 is attainable",
    "--step 0, step must be in 0.001 to 0.5: 0.0",
    "--width 5, width must be in 21 to 500: 5",
    "--height 1000, height must be in 3 to 200: 1000",
    "--colour, Unknown option: '--colour'",
    "surplus, Unmatched argument"
  })
  void wrongUsageEndsWithStatus2(String arguments, String message) {
    Result result = run(arguments.split(" "));
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains(message);
  }
}
