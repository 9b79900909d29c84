package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Quantity;
import io.neardup.lsh.BandingScheme;
import io.neardup.lsh.SCurve;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SCurveCommandTest {

  private static Said run(String arguments) throws Exception {
    return Said.by(("s-curve " + arguments).strip().split(" "));
  }

  private static String report(BandingScheme scheme, double t) {
    SCurve curve = new SCurve(scheme);
    return String.join(
        "\n",
        curve.table(0.1),
        curve.thresholds(),
        curve.areas(t),
        curve.plot(61, 21),
        "-Dneardup.banding.bands=%d -Dneardup.banding.rows=%d -Dneardup.similarity.threshold=%s\n"
            .formatted(scheme.bands(), scheme.rows(), t));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          '' | '' | 20 | 5 | 0.8
          --bands 10 --rows 3 --threshold 0.6 | '' | 10 | 3 | 0.6
          --bands 15 | '' | 15 | 5 | 0.8
          --rows 6 | '' | 20 | 6 | 0.8
          --threshold 0.8 --slots 100 | MOST 0.999 at 0.8. | 20 | 5 | 0.8
          --slots 100 --prefer misses | MOST 0.999 at 0.8. | 20 | 5 | 0.8
          --slots 100 --prefer balanced | MOST 0.95 at 0.8. | 14 | 7 | 0.8
          --slots 100 --prefer false-candidates | MOST 0.8 at 0.8. | 12 | 8 | 0.8
          --threshold 0.1 --slots 10 | HIGHEST | 10 | 1 | 0.1
          # Of 5 rows, 12 bands miss (1 - 0.8^5)^12 = 0.85 %, 11 bands 1.27 %; of 6 rows it takes 16.
          --threshold 0.8 --recall 0.99 --slots 60 | FEWEST 60 | 12 | 5 | 0.8
          --recall 0.99 | FEWEST 100 | 16 | 6 | 0.8
          """)
  void printsTheCurveOfTheSchemeGivenOrChosen(
      String arguments, String chosen, int bands, int rows, double threshold) throws Exception {
    Said result = run(arguments);
    assertThat(result.status()).isZero();
    assertThat(result.err()).isEmpty();
    BandingScheme scheme = new BandingScheme(bands, rows);
    assertThat(result.out())
        .isEqualTo(
            (chosen.isEmpty() ? "" : "Chosen: " + chosen + "\n")
                    .replace(
                        "MOST",
                        "the most rows, and so the fewest false candidates, with which 100 slots"
                            + " still have a recall of at least")
                    .replace(
                        "HIGHEST",
                        "the highest recall at 0.1; no scheme of 10 slots reaches a recall of"
                            + " 0.999.")
                    .replaceFirst(
                        "FEWEST ([0-9]+)",
                        "the fewest false candidates of all schemes of at most $1 slots that have"
                            + " a recall of at least 0.99 at 0.8.")
                + Quantity.of(bands, "band")
                + " x "
                + Quantity.of(rows, "row")
                + ", "
                + Quantity.of(scheme.slots(), "slot")
                + "\n\n"
                + report(scheme, threshold));
  }

  @Test
  void stepAndPlotSize() throws Exception {
    SCurve curve = new SCurve(new BandingScheme(20, 5));
    assertThat(run("--step 0.25 --width 30 --height 7").out())
        .contains(curve.table(0.25))
        .contains("\n\n" + curve.plot(30, 7) + "\n-Dneardup.banding.bands=20 ");
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
  void wrongUsageEndsWithStatus2(String arguments, String message) throws Exception {
    Said result = run(arguments);
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains(message);
  }
}
