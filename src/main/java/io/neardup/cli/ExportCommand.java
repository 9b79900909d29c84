package io.neardup.cli;

import io.neardup.config.UsageException;
import io.neardup.hadoop.export.Export;
import io.neardup.hadoop.job.StageContext;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code export}. */
@Command(
    name = "export",
    description = "Writes pairs, clusters and removals as Parquet tables, for Spark and Hive.",
    footer = {"Example:", "  hadoop jar neardup.jar export --format parquet duplicates tables"})
final class ExportCommand extends StageCommand {

  private static final String PARQUET = "parquet";

  /** What {@code --format} may be. */
  private static final class Formats implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of(PARQUET).iterator();
    }
  }

  @Option(
      names = "--format",
      required = true,
      paramLabel = "FORMAT",
      completionCandidates = Formats.class,
      description = "Format of the tables: parquet.")
  private String format;

  @Parameters(
      index = "0",
      description = "The results, an output of pipeline with pairs and clusters.")
  private Path results;

  @Parameters(index = "1", description = "Folder for pairs/, clusters/ and removals/.")
  private Path output;

  @Override
  void runStage(StageContext context) throws IOException {
    if (!format.equals(PARQUET)) {
      throw new UsageException("--format must be " + PARQUET + ": " + format);
    }
    Export.parquet(context, results, output);
  }
}
