package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.components.VerifiedPairs;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.NamedLinesOutputFormat;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * Chooses which documents of each component are kept, and for each removed one which document is
 * kept in its place. Without direct linking the best document is kept; with it, every document that
 * makes no pair with a better one that is kept, or none with one that holds enough of it ({@link
 * io.neardup.graph.ContainmentRule}).
 */
public final class KeptDocuments {

  private final StageContext context;
  private final Corpus corpus;
  private final VerifiedPairs pairs;
  private final KeepPolicy policy;
  private final boolean direct;
  private final Optional<Path> removed;

  /**
   * @param removed a folder of lines {@code column<TAB>kept exact similarity size missing} of
   *     documents that are removed for others that are not in the pairs, if there are any
   * @throws UsageException if the corpus does not have what the settings ask of it
   */
  public KeptDocuments(
      StageContext context, Corpus corpus, VerifiedPairs pairs, Optional<Path> removed) {
    this.removed = removed;
    this.context = context;
    this.corpus = corpus;
    this.pairs = pairs;
    Settings settings = context.settings();
    this.policy = new KeepPolicy(settings);
    this.direct = settings.get(Keys.LINKING).equals("direct");
    if (direct && corpus.columns() > Integer.MAX_VALUE) {
      throw new UsageException(
          "%s=direct holds a bit for each column in one task, of at most %d columns; this corpus has"
              + " %d; %s=components has no such limit",
          Keys.LINKING, Integer.MAX_VALUE, corpus.columns(), Keys.LINKING);
    }
  }

  /**
   * Decides on every column of the pairs.
   *
   * @param components lines {@code column<TAB>smallest column …}, by column
   * @param folder for what is written in between
   * @param decisions a folder for the {@linkplain DecisionWriter decisions}
   */
  public void decide(Path components, Path folder, Path decisions) throws IOException {
    if (direct) {
      link(components, components, folder, decisions);
    } else {
      Optional<Path> best = best(components, folder);
      DecisionJob.run(context, pairs, corpus.columns(), components, best, decisions);
    }
    balance(context);
  }

  /** Checks that there is a decision on every column of a pair. */
  public static void balance(StageContext context) throws IOException {
    context.balance(
        "columns of pairs and columns decided on",
        ClusterCounters.COLUMNS,
        ClusterCounters.COLUMNS_DECIDED);
  }

  /**
   * Finds the best document of each component.
   *
   * @return a folder of lines {@code column<TAB>kept column}, in any order; empty if the first
   *     document of each component is the best, which needs no job
   */
  public Optional<Path> best(Path components, Path folder) throws IOException {
    if (!policy.ranks()) {
      return Optional.empty();
    }
    Path kept = new Path(folder, "kept");
    RankJob.best(context, corpus, components, kept);
    return Optional.of(kept);
  }

  /**
   * Decides by direct linking.
   *
   * @param own the components of the pairs
   * @param components those with all columns to decide on
   */
  public void link(Path own, Path components, Path folder, Path decisions) throws IOException {
    StageJob<?, ?> links = StageJob.of(context, "cluster, direct linking", 1);
    StageJob<GroupedKey, ColumnPair> read;
    if (policy.ranks()) {
      Path ranked = new Path(folder, "links");
      RankJob.links(context, corpus, pairs, own, ranked);
      read = links.readRecords(ranked).shuffle(GroupedKey.class, ColumnPair.class);
    } else {
      read =
          links
              .readLines(pairs.bytes(), pairs.columns())
              .map(LinkReducer.Pairs.class, GroupedKey.class, ColumnPair.class);
    }
    read.readBeside(LinkReducer.COMPONENTS, components);
    if (removed.isPresent()) {
      read.readBeside(LinkReducer.REMOVED, removed.get());
    }
    read.group(GroupedKey.Group.class).reduce(LinkReducer.class);
    NamedLinesOutputFormat.writeTo(read, DecisionWriter.COLUMNS, decisions).run();
    pairs.balance(
        context,
        "linked or not contained",
        ClusterCounters.PAIRS_LINKED,
        ClusterCounters.PAIRS_NOT_CONTAINED);
  }
}
