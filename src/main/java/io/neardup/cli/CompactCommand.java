package io.neardup.cli;

import io.neardup.config.UsageException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
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
    Instant expired = expire == null ? null : before(Instant.now(), expire);
    neardup().compact(collection, expired).print(System.out);
    return 0;
  }

  /** Returns the instant that was an age before another; UsageException if it is no age. */
  private static Instant before(Instant now, String age) {
    UsageException.require(
        age.matches("\\d{1,18}[dhms]"),
        "%s %s: a time is a whole number and d, h, m or s (days, hours, minutes, seconds), such as"
            + " 30d",
        EXPIRE,
        age);
    try {
      return now.minus(Duration.parse((age.endsWith("d") ? "P" : "PT") + age));
    } catch (ArithmeticException | DateTimeException e) {
      throw new UsageException(EXPIRE + " " + age + ": that is too long");
    }
  }
}
