package io.neardup.cli;

import java.io.IOException;
import java.time.Instant;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code compact}. */
@Command(
    name = "compact",
    description = "Merges the index of a collection, and deletes old generations if asked to.",
    footer = {
      "Merging makes later batches a little faster. The documents and results stay the same.",
      "",
      "Examples:",
      "  hadoop jar neardup.jar compact pages-collection",
      "  hadoop jar neardup.jar compact --expire 30d pages-collection"
    })
final class CompactCommand extends Verb {

  private static final String EXPIRE = "--expire";

  @Option(
      names = EXPIRE,
      paramLabel = "AGE",
      description =
          "Then delete generations older than AGE and the files that only they name; never the"
              + " newest two. AGE is a number and d, h, m or s, such as 30d.")
  private String expire;

  @Parameters(paramLabel = "COLLECTION", description = "The folder of the collection.")
  private Path collection;

  @Override
  public Integer call() throws IOException {
    Instant expired = expire == null ? null : Age.before(Instant.now(), EXPIRE, expire);
    neardup().compact(collection, expired).print(System.out);
    return 0;
  }
}
