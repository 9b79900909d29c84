package io.neardup.cli;

import io.neardup.hadoop.collection.list.CollectionListing;
import io.neardup.hadoop.generation.CollectionPath;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verb {@code list}. */
@Command(
    name = "list",
    description = "Lists the generations of a collection, its batches and the size of its index.",
    footer = {
      "Examples:",
      "  hadoop jar neardup.jar list pages-collection",
      "  hadoop jar neardup.jar list pages-collection@1"
    })
final class ListCommand extends Verb {

  @Parameters(
      paramLabel = "COLLECTION",
      description =
          "The folder of the collection. COLLECTION@GENERATION lists the batches and the index of"
              + " an earlier generation.")
  private Path collection;

  @Override
  public Integer call() throws IOException {
    CollectionPath path = CollectionPath.of(getConf(), collection.toString());
    new CollectionListing(getConf(), System.out, path).print();
    return 0;
  }
}
