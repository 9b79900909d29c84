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
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/**
 * Chooses which document of each component is kept, and for each removed one which document is kept
 * in its place. Without direct linking the best document is kept; with it, every document that
 * makes no pair with a better one that is kept, or none with one that holds enough of it ({@link
 * io.neardup.graph.ContainmentRule}).
 */
public final class KeptDocuments {

  /** Bytes of a shuffled pair, about. */
  private static final long PAIR_BYTES = 44;

  private final StageContext context;
  private final Corpus corpus;
  private final VerifiedPairs pairs;
  private final KeepPolicy policy;
  private final boolean direct;
  private final Optional<Path> excluded;

  /**
   * @throws UsageException if the corpus does not have what the settings ask of it
   */
  public KeptDocuments(StageContext context, Corpus corpus, VerifiedPairs pairs) {
    this(context, corpus, pairs, Optional.empty());
  }

  /**
   * Makes an instance where some documents are removed for others that are not in the pairs.
   *
   * @param excluded a folder of lines {@code column<TAB>number …} of their columns
   * @throws UsageException if the corpus does not have what the settings ask of it
   */
  public KeptDocuments(
      StageContext context, Corpus corpus, VerifiedPairs pairs, Optional<Path> excluded) {
    this.excluded = excluded;
    this.context = context;
    this.corpus = corpus;
    this.pairs = pairs;
    Settings settings = context.settings();
    this.policy = KeepPolicy.of(settings);
    this.direct = settings.get(Keys.LINKING).equals("direct");
    if (direct && corpus.columns() > Integer.MAX_VALUE) {
      throw new UsageException(
          Keys.LINKING
              + "=direct holds a bit for each column in one task, of at most "
              + Integer.MAX_VALUE
              + " columns; this corpus has "
              + corpus.columns()
              + "; "
              + Keys.LINKING
              + "=components has no such limit");
    }
  }

  /** Returns whether only the first document of each component is kept; that needs no job. */
  public boolean areFirst() {
    return !direct && !policy.ranks();
  }

  /**
   * Finds them.
   *
   * @param components lines {@code column<TAB>smallest column …}, by column
   * @param folder for what is written
   * @return a folder of lines in any order; empty if {@link #areFirst}. The lines are {@code
   *     column<TAB>kept column} of every removed column, and perhaps of kept ones; or, with direct
   *     linking, {@code column<TAB>kept column<TAB><TAB>partner} of every kept {@link Partner} of
   *     every removed column
   */
  public Optional<Path> find(Path components, Path folder) throws IOException {
    if (areFirst()) {
      return Optional.empty();
    }
    Path kept = new Path(folder, "kept");
    if (!direct) {
      RankJob.run(context, corpus, pairs.folder(), components, true, kept);
      return Optional.of(kept);
    }
    StageJob<?, ?> links = StageJob.of(context, "cluster, direct linking", 1, pairs.folder());
    if (policy.ranks()) {
      Path ranks = new Path(folder, "ranks");
      Path rankedLinks = new Path(folder, "links");
      RankJob.run(context, corpus, pairs.folder(), components, false, ranks);
      rankLinks(ranks, rankedLinks);
      link(links.readRecords(rankedLinks).shuffle(GroupedKey.class, ColumnPair.class), kept);
    } else {
      link(
          pairs.readBy(links).map(LinkReducer.Pairs.class, GroupedKey.class, ColumnPair.class),
          kept);
    }
    return Optional.of(kept);
  }

  /** Brings the pairs together with the ranks of both documents. */
  private void rankLinks(Path ranks, Path output) throws IOException {
    int reducers = context.reducers(pairs.number() * PAIR_BYTES);
    pairs
        .readBy(StageJob.of(context, "cluster, ranks of pairs", reducers, pairs.folder()))
        .set(conf -> ColumnPartition.setColumns(conf, corpus.columns()))
        .set(conf -> RankedLinks.configure(conf, ranks))
        .map(RankedLinks.Pairs.class, GroupedKey.class, ColumnPair.class)
        .partition(FirstColumnPartitioner.class)
        .group(GroupedKey.Group.class)
        .reduce(RankedLinks.Links.class)
        .write(SequenceFileOutputFormat.class, GroupedKey.class, ColumnPair.class, output)
        .run();
    pairs.balance(context, "ranked", ClusterCounters.PAIRS_RANKED);
  }

  private void link(StageJob<GroupedKey, ColumnPair> job, Path output) throws IOException {
    job.set(conf -> excluded.ifPresent(columns -> LinkReducer.setExcluded(conf, columns)))
        .group(GroupedKey.Group.class)
        .reduce(LinkReducer.class)
        .writeLines(output)
        .run();
    context.balance(
        "pairs kept by stage 4 and pairs linked or not contained",
        pairs.number(),
        context.count(ClusterCounters.PAIRS_LINKED)
            + context.count(ClusterCounters.PAIRS_NOT_CONTAINED));
  }
}
