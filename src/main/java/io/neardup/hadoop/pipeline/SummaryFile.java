package io.neardup.hadoop.pipeline;

import io.neardup.config.UsageException;
import io.neardup.hadoop.job.FiguresFile;
import io.neardup.hadoop.job.OwnedFolder;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The file {@code summary.json} in the output of a pipeline: its {@link SummaryFigures}. */
public final class SummaryFile {

  /** The name of the file. */
  public static final String NAME = "summary.json";

  private static final FiguresFile<SummaryFigures> FILE =
      new FiguresFile<>(NAME, SummaryFigures.class);

  private SummaryFile() {}

  /**
   * Returns the figures of a pipeline's output.
   *
   * @throws UsageException if there is no such file, or it is damaged
   */
  public static SummaryFigures read(Configuration conf, Path output) throws IOException {
    return FILE.read(conf, output)
        .orElseThrow(
            () ->
                new UsageException(
                    new Path(output, NAME)
                        + " does not exist; pipeline --resume writes it once all stages are"
                        + " complete (pipeline --against writes none)"));
  }

  /** Deletes the figures of an earlier run, which are no longer those of the output. */
  static void delete(OwnedFolder output) throws IOException {
    output.delete(NAME);
  }

  /** Writes the figures, in place of earlier ones; the file is never there in part. */
  static void write(OwnedFolder output, SummaryFigures figures) throws IOException {
    FILE.write(output, figures);
  }
}
