package io.neardup.cli;

import static io.neardup.config.Quantity.format;

import io.neardup.config.BandingAdvice;
import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.lsh.BandingScheme;
import io.neardup.lsh.BandingTuner;
import io.neardup.lsh.SCurve;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The verb {@code s-curve}: prints the S-curve of a banding scheme, which is given or chosen for a
 * threshold (MMDS 3.4.2). Reads and writes no files. Exit status 0, or 2 for wrong usage, including
 * an unattainable recall.
 */
@Command(
    name = "s-curve",
    description = {
      "Prints how likely bands and rows find a pair, for each similarity (the S-curve).",
      "With b bands of r rows, a pair of similarity s becomes a candidate with probability"
          + " 1-(1-s^r)^b. Set b and r with --bands and --rows, or let --slots or --recall choose"
          + " them for the threshold. The last line has the options that set them."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  hadoop jar neardup.jar s-curve",
      "  hadoop jar neardup.jar s-curve --bands 50 --rows 5 --threshold 0.6",
      "  hadoop jar neardup.jar s-curve --threshold 0.8 --recall 0.99 --slots 200"
    })
final class SCurveCommand implements Callable<Integer> {

  private static final int DEFAULT_BANDS = 20;
  private static final int DEFAULT_ROWS = 5;
  private static final int DEFAULT_SLOTS = DEFAULT_BANDS * DEFAULT_ROWS;
  private static final double DEFAULT_RECALL = 0.999;

  @Spec private CommandSpec spec;

  @Option(
      names = "--bands",
      paramLabel = "B",
      description = "Number of bands (default: " + DEFAULT_BANDS + ")")
  private Integer bands;

  @Option(
      names = "--rows",
      paramLabel = "R",
      description = "Rows (slots) per band (default: " + DEFAULT_ROWS + ")")
  private Integer rows;

  @Option(
      names = "--threshold",
      paramLabel = "T",
      defaultValue = "0.8",
      description =
          "Lowest Jaccard similarity of the wanted pairs, 0 to 1 (default: ${DEFAULT-VALUE})")
  private double threshold;

  @Option(
      names = "--slots",
      paramLabel = "N",
      description =
          "Choose bands and rows for signatures of at most N slots (default with --recall: "
              + DEFAULT_SLOTS
              + ")")
  private Integer slots;

  @Option(
      names = "--recall",
      paramLabel = "P",
      description =
          "Choose the bands and rows that find a pair at the threshold with at least probability"
              + " P, above 0, below 1, and have the fewest false candidates (default with --slots: "
              + DEFAULT_RECALL
              + ")")
  private Double recall;

  /**
   * Prints scheme, table, thresholds, areas, plot and, last, the options that set the scheme.
   *
   * @return 0
   * @throws ParameterException if the options contradict each other or a value is out of range
   */
  @Override
  public Integer call() {
    String text;
    try {
      text = render();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
    return 0;
  }

  private String render() {
    boolean given = bands != null || rows != null;
    boolean chosen = slots != null || recall != null;
    if (given && chosen) {
      throw new IllegalArgumentException(
          "--slots and --recall choose bands and rows: omit --bands and --rows");
    }
    String reason = "";
    BandingScheme scheme;
    if (chosen) {
      int most = slots == null ? DEFAULT_SLOTS : slots;
      double wanted = recall == null ? DEFAULT_RECALL : recall;
      scheme = BandingTuner.forRecall(threshold, wanted, most);
      reason =
          format(
              "Chosen: the fewest false candidates of all schemes of at most %d slots that have a"
                  + " recall of at least %s at %s.\n",
              most, wanted, threshold);
    } else {
      scheme =
          new BandingScheme(
              bands == null ? DEFAULT_BANDS : bands, rows == null ? DEFAULT_ROWS : rows);
    }
    SCurve curve = new SCurve(scheme);
    return reason
        + String.join(
            "\n",
            format(
                "%s x %s, %s\n",
                Quantity.of(scheme.bands(), "band"),
                Quantity.of(scheme.rows(), "row"),
                Quantity.of(scheme.slots(), "slot")),
            curve.table(),
            curve.thresholds(),
            curve.areas(threshold),
            curve.plot(),
            BandingAdvice.options(scheme))
        + format(" -D%s=%s\n", Keys.THRESHOLD, threshold);
  }
}
