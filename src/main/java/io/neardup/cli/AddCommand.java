package io.neardup.cli;

import io.neardup.config.Keys;
import io.neardup.hadoop.collection.AddedBatch;
import io.neardup.hadoop.collection.Addition;
import io.neardup.hadoop.job.HadoopSettings;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code add}. */
@Command(
    name = "add",
    description = "Adds a batch to a collection and brings its results up to date.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    optionListHeading = "%n",
    parameterListHeading = "%n",
    footerHeading = "%n",
    footer = {
      "The collection is made if it does not exist. Later batches inherit its settings.",
      "",
      "Examples:",
      "  hadoop jar neardup.jar add --batch monday pages.tsv pages-collection",
      "  hadoop jar neardup.jar add --batch tuesday --pack more-pages pages-collection"
    })
final class AddCommand extends Configured implements Callable<Integer> {

  @Option(
      names = "--batch",
      paramLabel = "NAME",
      description =
          "Name of the batch; the names of its files begin with it (default: batch-00000,"
              + " batch-00001 …).")
  private String batch;

  @Option(
      names = "--pack",
      description =
          "Copy the records into a few large files that can be split (neardup.ingest.pack).")
  private boolean pack;

  @Parameters(
      arity = "2..*",
      paramLabel = "INPUT... COLLECTION",
      hideParamSyntax = true,
      description =
          "Files and folders of documents, then the folder of the collection, new or existing.")
  private List<Path> paths;

  @Override
  public Integer call() throws IOException {
    if (pack) {
      getConf().setBoolean(Keys.PACK.name(), true);
    }
    HadoopSettings.of(getConf()); // refuses wrong keys before reading any input
    int last = paths.size() - 1;
    FolderNames.check(getConf(), paths.get(last));
    AddedBatch added =
        Addition.run(getConf(), System.err, paths.subList(0, last), paths.get(last), batch);
    added.print(System.out);
    return 0;
  }
}
