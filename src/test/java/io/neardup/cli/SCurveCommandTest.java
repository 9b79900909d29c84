package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Quantity;
import io.neardup.lsh.BandingScheme;
import io.neardup.lsh.SCurve;
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
        curve.table(),
        curve.thresholds(),
        curve.areas(t),
        curve.plot(),
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
          --threshold 0.8 --slots 100 | FEWEST 100 0.999 | 18 | 5 | 0.8
          # Of 5 rows, 12 bands miss (1 - 0.8^5)^12 = 0.85 %, 11 bands 1.27 %; of 6 rows it takes 16.
          --threshold 0.8 --recall 0.99 --slots 60 | FEWEST 60 0.99 | 12 | 5 | 0.8
          --recall 0.99 | FEWEST 100 0.99 | 16 | 6 | 0.8
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
                    .replaceFirst(
                        "FEWEST ([0-9]+) ([0-9.]+)",
                        "the fewest false candidates of all schemes of at most $1 slots that have"
                            + " a recall of at least $2 at 0.8.")
                + Quantity.of(bands, "band")
                + " x "
                + Quantity.of(rows, "row")
                + ", "
                + Quantity.of(scheme.slots(), "slot")
                + "\n\n"
                + report(scheme, threshold));
  }

  @ParameterizedTest
  @CsvSource({
    "--bands 20 --slots 100, omit --bands and --rows",
    "--rows 5 --recall 0.9, omit --bands and --rows",
    "--bands 0, bands must be in 1 to 65535: 0",
    "--bands 1000 --rows 1000, at most 32767 slots",
    "--bands twenty, Invalid value for option '--bands'",
    "--threshold 1.5, threshold must be in 0 to 1: 1.5",
    "--threshold 0 --slots 100, threshold must be above 0",
    "--slots 0, slots must be in 1 to 32767: 0",
    "--recall 1, recall must be above 0 and below 1: 1.0",
    "--recall 0.9 --threshold 0.01, at most 0.633968 is attainable",
    "--threshold 0.1 --slots 10, at most 0.651322 is attainable",
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
