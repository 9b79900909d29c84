package io.neardup.cli;

import io.neardup.api.Neardup;
import io.neardup.config.UsageException;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.pipeline.Pipeline;
import io.neardup.hadoop.pipeline.Pipeline.Existing;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The results that a verb reads, and the folder that it writes into: the output of a pipeline, or,
 * if a collection is named, an export of it, which is made first.
 */
final class ResultsToRead {

  @Option(
      names = "--overwrite",
      description = "With a collection: replace OUTPUT if neardup made it.")
  private boolean overwrite;

  @Parameters(
      index = "0",
      paramLabel = "RESULTS",
      description =
          "The output of a pipeline or of export; or a collection: COLLECTION or"
              + " COLLECTION@GENERATION.")
  private Path results;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "OUTPUT",
      description = "With a collection: folder for its results, which are exported first.")
  private Path output;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /** Refuses names that do not fit together. */
  private void check(Configuration conf) throws IOException {
    Optional<CollectionPath> collection = CollectionPath.find(conf, results.toString());
    if (collection.isPresent()) {
      UsageException.require(
          output != null,
          "%s is a collection: name a folder for its results, which are exported first: %s %s"
              + " OUTPUT",
          results,
          spec.name(),
          results);
      return;
    }
    if (output != null) {
      UsageException.require(
          results.getFileSystem(conf).exists(results), "%s does not exist", results);
      throw new UsageException(
          "%s is not a collection, and only a collection is exported to another folder: %s %s",
          results, spec.name(), results);
    }
    UsageException.require(
        !overwrite,
        "%s is not a collection: --overwrite is for the OUTPUT of a collection",
        results);
  }

  /** Returns whether it is a collection, after {@link #make}. */
  boolean areExported() {
    return output != null;
  }

  /**
   * Returns the folder of the results; if it is a collection, after exporting it.
   *
   * @throws UsageException if the names do not fit together, or if it cannot be exported
   */
  Path make(Neardup neardup, Configuration conf) throws IOException {
    check(conf);
    if (output != null) {
      export(neardup, results, output, overwrite);
      return output;
    }
    return results;
  }

  /**
   * Exports a collection and prints the summary.
   *
   * @throws UsageException if there is no such collection, if it was made with other settings, or
   *     if the output exists and may not be replaced
   */
  static Pipeline.Finished export(
      Neardup neardup, Path collection, Path output, boolean overwriting) throws IOException {
    Existing existing = overwriting ? Existing.OVERWRITE : Existing.REFUSE;
    Pipeline.Finished exported = neardup.export(collection.toString(), output, existing);
    exported.print(System.out);
    return exported;
  }
}
