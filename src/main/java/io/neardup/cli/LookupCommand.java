package io.neardup.cli;

import io.neardup.config.Quantity;
import io.neardup.hadoop.collection.lookup.Lookup;
import io.neardup.hadoop.format.SourceRecord;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verb {@code lookup}. */
@Command(
    name = "lookup",
    description = {
      "Says for each document of files whether a collection has a near-duplicate.",
      "Prints a line for each: its id, the similarity, kept or removed, and the id and column of"
          + " the most similar document of the collection; the last four fields are empty if there is"
          + " none. For more than some hundred documents, pipeline --against is faster."
    },
    footer = {"Example:", "  hadoop jar neardup.jar lookup pages-collection pages.tsv"})
final class LookupCommand extends Verb {

  private static final int MAX_NAMED = 5;

  @Parameters(
      index = "0",
      paramLabel = "COLLECTION",
      description = "The collection, or COLLECTION@GENERATION.")
  private Path collection;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE...",
      hideParamSyntax = true,
      description = "Files and folders of documents, in the format of the last batch.")
  private List<Path> files;

  private long documents;
  private long matches;
  private long setAside;

  @Override
  public Integer call() throws IOException {
    neardup().lookup(collection.toString(), files, this::print, this::countSetAside);
    System.err.println(
        Quantity.format(
            "%s, %,d in the collection, %s set aside",
            Quantity.of(documents, "document"), matches, Quantity.of(setAside, "record")));
    return documents == 0 && setAside > 0 ? VerbTool.FAILURE : 0;
  }

  private void print(Lookup.Answer answer) {
    documents++;
    matches += answer.match().isPresent() ? 1 : 0;
    System.out.println(
        answer.id()
            + answer
                .match()
                .map(
                    match ->
                        Quantity.format(
                            "\t%.6f\t%s\t%s\t%d",
                            match.similarity(),
                            match.isKept() ? "kept" : "removed",
                            match.id(),
                            match.column()))
                .orElse("\t\t\t\t"));
  }

  private void countSetAside(String file, SourceRecord record) {
    if (setAside++ < MAX_NAMED) {
      System.err.println(
          "set aside: the record at "
              + record.position()
              + " of "
              + file
              + ": "
              + record.skipReason());
    }
  }
}
