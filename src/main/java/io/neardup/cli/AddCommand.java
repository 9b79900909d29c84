package io.neardup.cli;

import io.neardup.config.UsageException;
import io.neardup.hadoop.collection.add.Addition;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code add}. */
@Command(
    name = "add",
    description = "Adds a batch to a collection and brings its results up to date.",
    footer = {
      "The collection is made if it does not exist. Later batches inherit its settings.",
      "",
      "Conditions of --fail-if are judged before publishing. If one is crossed, the collection"
          + " stays what it was;",
      "the results are in the folders that are printed, and add --resume --accept COLLECTION"
          + " publishes them.",
      "An add that was interrupted is continued with add --resume COLLECTION. Any other change"
          + " deletes it.",
      "",
      "Examples:",
      "  hadoop jar neardup.jar add --batch monday pages.tsv pages-collection",
      "  hadoop jar neardup.jar add --batch tuesday --fail-if 'changes.nowRemoved > 9' more-pages"
          + " pages-collection"
    })
final class AddCommand extends Verb {

  @Option(
      names = "--batch",
      paramLabel = "NAME",
      description =
          "Name of the batch; the names of its files begin with it (default: batch-00000,"
              + " batch-00001 …).")
  private String batch;

  @Option(
      names = "--resume",
      description =
          "Continue an add that was interrupted, or that crossed a condition, after its last"
              + " complete step. INPUT... may be left out.")
  private boolean resume;

  @Option(
      names = "--accept",
      description = "With --resume: publish although a condition of --fail-if is crossed.")
  private boolean accept;

  @Mixin private FailIf failIf;

  @Parameters(
      arity = "1..*",
      paramLabel = "INPUT... COLLECTION",
      hideParamSyntax = true,
      description =
          "Files and folders of documents, then the folder of the collection, new or existing.")
  private List<Path> paths;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    UsageException.require(
        resume || !accept, "--accept publishes what an earlier add has left: give --resume too");
    int last = paths.size() - 1;
    if (last == 0 && !resume) {
      throw new ParameterException(
          spec.commandLine(), "Missing required parameter: 'INPUT... COLLECTION'");
    }
    List<Path> inputs = paths.subList(0, last);
    Path collection = paths.get(last);
    Addition.Result added =
        resume
            ? neardup().resumeAdd(inputs, collection, batch, failIf.conditions(), accept)
            : neardup().add(inputs, collection, batch, failIf.conditions());
    added.print(System.out);
    int status = failIf.report(added.figures().crossed());
    if (added.generation() != null) {
      return 0;
    }
    System.err.println(
        "neardup add: nothing was published; add --resume --accept "
            + added.collection()
            + " publishes it; any other change of the collection deletes it");
    return status;
  }
}
