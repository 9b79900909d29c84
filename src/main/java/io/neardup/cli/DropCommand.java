package io.neardup.cli;

import io.neardup.hadoop.collection.drop.Drop;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code drop}. */
@Command(
    name = "drop",
    description = "Drops a batch, or documents with certain ids, from a collection.",
    footer = {
      "The files of the documents are not touched. Earlier generations keep what the collection"
          + " copied.",
      "",
      "Example:",
      "  hadoop jar neardup.jar drop --batch monday pages-collection"
    })
final class DropCommand extends Verb {

  @ArgGroup(exclusive = true, multiplicity = "1")
  private What what;

  private static final class What {

    @Option(names = "--batch", paramLabel = "NAME", description = "Drop all documents of a batch.")
    private String batch;

    @Option(
        names = "--ids",
        paramLabel = "FILE",
        description = "Drop all documents that have one of the ids in a file, one id per line.")
    private Path ids;
  }

  @Parameters(paramLabel = "COLLECTION", description = "The folder of the collection.")
  private Path collection;

  @Override
  public Integer call() throws IOException {
    Drop.Result dropped =
        what.batch != null
            ? neardup().drop(collection, what.batch)
            : neardup().dropIds(collection, what.ids);
    dropped.print(System.out);
    return 0;
  }
}
