package io.neardup.hadoop.stage5cluster.against;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.Facts;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.components.Components;
import io.neardup.hadoop.stage5cluster.components.VerifiedPairs;
import io.neardup.hadoop.stage5cluster.keep.DecisionJob;
import io.neardup.hadoop.stage5cluster.keep.DecisionWriter;
import io.neardup.hadoop.stage5cluster.keep.KeptDocuments;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import io.neardup.hadoop.stage5cluster.removal.ClusterWarnings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Runs stage 5 for an input that is compared with a collection. All documents of the collection are
 * kept. Of the input,
 *
 * <ul>
 *   <li>a document that makes a pair with one of the collection is removed for the most similar of
 *       these,
 *   <li>with {@code neardup.cluster.linking=components}, so are all documents of its component, by
 *       pairs of two documents of the input; of each other component one document is kept,
 *   <li>with {@code neardup.cluster.linking=direct}, of the others a document is removed that makes
 *       a pair with a preferred one that is kept.
 * </ul>
 *
 * <p>The output is that of {@link ClusterStage} without {@code sources.tsv}. A cluster is a
 * component of all pairs, with its documents of the collection, and may have several kept
 * documents.
 *
 * @param context of the stage
 * @param choice of the jobs that choose between the documents of the input; it counts only those
 * @param corpus the collection and the input, whose columns are the last ones
 * @param input the input alone
 */
public record AgainstStage(StageContext context, StageContext choice, Corpus corpus, Corpus input) {

  /**
   * Makes the clusters of an input and returns their metadata.
   *
   * @param pairs the output of stage 4: pairs that have a document of the input
   */
  public StageMetadata run(Path pairs, Path output) throws IOException {
    StageMetadata verified = context.inherit(pairs, Stage.VERIFY);
    ClusterStage.requireFields(context.settings(), input.metadata());
    return cluster(VerifiedPairs.of(pairs, verified), verified, output);
  }

  private StageMetadata cluster(VerifiedPairs pairs, StageMetadata verified, Path outputPath)
      throws IOException {
    OwnedFolder output = context.newOutput(outputPath, Stage.CLUSTER);
    InputPairs divided =
        InputPairs.divide(context, pairs, input.firstColumn(), output.work("input"));
    Path components = output.work("components");
    Components.find(context, pairs, corpus.columns(), components);
    decide(pairs, divided, components, output.work("choice"), output.result());
    Corpus inComponents = corpus.only(context.conf(), components);
    new ClusterDocuments(context, inComponents, true, output.result()).write(pairs.folder());
    FileSystem fs = output.result().getFileSystem(context.conf());
    for (String name : List.of(ClusterDocuments.SOURCES, ClusterDocuments.SOURCE_OVERLAPS)) {
      fs.delete(new Path(output.result(), name), false); // not all were counted
    }
    long inLargest = ClusterWarnings.print(context, output.result(), false);
    return context.complete(
        output,
        Stage.CLUSTER,
        corpus.identity(),
        Facts.of(verified).with(Fact.LARGEST_CLUSTER, inLargest),
        Quantity.format(
            "%s of the input in the collection, %,d to be removed",
            Quantity.of(context.count(AgainstCounters.IN_COLLECTION), "document"),
            context.count(ClusterCounters.REMOVED)));
  }

  /**
   * Decides on the columns of all components.
   *
   * @param folder for what is written in between
   * @param decisions a folder for the {@linkplain DecisionWriter decisions}; of several kept
   *     columns of a column the smallest counts, which is one of the collection if there is one
   */
  private void decide(
      VerifiedPairs all, InputPairs pairs, Path components, Path folder, Path decisions)
      throws IOException {
    KeptDocuments documents =
        new KeptDocuments(choice, input, pairs.own(), Optional.of(pairs.partners()));
    Path own = new Path(folder, "components");
    Components.find(choice, pairs.own(), corpus.columns(), own);
    if (context.settings().get(Keys.LINKING).equals("direct")) {
      documents.link(own, components, folder, decisions);
      context.add(
          AgainstCounters.LINKED_TO_COLLECTION, choice.count(ClusterCounters.LINKED_TO_OTHERS));
      for (ClusterCounters counter :
          List.of(
              ClusterCounters.COLUMNS_DECIDED,
              ClusterCounters.SHINGLES_OF_REMOVED,
              ClusterCounters.SHINGLES_NOT_IN_KEPT)) {
        context.add(counter, choice.count(counter));
      }
    } else {
      Optional<Path> best = documents.best(own, folder);
      Path kept = best.orElse(new Path(folder, "kept"));
      new InputDecisions(context, best.isEmpty())
          .decide(pairs.partners(), own, new Path(kept, PartFiles.PREFIX + "collection"));
      DecisionJob.run(context, all, corpus.columns(), components, Optional.of(kept), decisions);
    }
    KeptDocuments.balance(context);
  }
}
