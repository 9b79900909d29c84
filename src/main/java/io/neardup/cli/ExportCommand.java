package io.neardup.cli;

import io.neardup.api.Neardup;
import io.neardup.config.UsageException;
import io.neardup.hadoop.export.TableFormat;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.pipeline.Pipeline;
import java.io.IOException;
import java.util.ArrayList;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code export}. */
@Command(
    name = "export",
    description = {
      "Writes pairs, clusters and removals as tables, or the files of a collection.",
      "Without --format, the results over a collection are written as pipeline would write them."
    },
    footer = {
      "Examples:",
      "  hadoop jar neardup.jar export --format parquet duplicates tables",
      "  hadoop jar neardup.jar export --format csv duplicates tables-csv",
      "  hadoop jar neardup.jar export pages-collection pages-results"
    })
final class ExportCommand extends StageCommand {

  /** What {@code --format} may be. */
  private static final class Formats extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Formats() {
      super(TableFormat.names());
    }
  }

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      completionCandidates = Formats.class,
      description =
          "Format of the tables: ${COMPLETION-CANDIDATES}. The files of a collection have none.")
  private String format;

  @Parameters(
      index = "0",
      description =
          "The results, an output of pipeline with pairs and clusters; or, without --format, a"
              + " collection: COLLECTION or COLLECTION@GENERATION.")
  private Path results;

  @Parameters(index = "1", description = "Folder for the tables or files.")
  private Path output;

  @Override
  void run(Neardup neardup, boolean overwrite) throws IOException {
    if (format == null) {
      UsageException.require(
          CollectionPath.find(getConf(), results.toString()).isPresent()
              || !results.getFileSystem(getConf()).exists(results),
          "%s is not a collection: it has no generation. For the tables of a pipeline's results,"
              + " set --format %s",
          results,
          String.join(" or ", TableFormat.names()));
      Pipeline.Finished exported = ResultsToRead.export(neardup, results, output, overwrite);
      ReportCommand.writeAfter(neardup, exported.settings(), output);
      return;
    }
    neardup.tables(results, format, output, overwrite);
  }
}
