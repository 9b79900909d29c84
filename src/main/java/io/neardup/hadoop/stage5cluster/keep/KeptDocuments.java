package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.RequestedField;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.components.VerifiedPairs;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/**
 * Finds which documents are kept and for which ones they are kept: of each component the best one,
 * or, with direct linking, those that make no pair with a better one that is kept.
 */
public final class KeptDocuments {

  private static final RequestedField PRIORITY =
      new RequestedField(Keys.PRIORITY_FIELD, "a number", ClusterCounters.WITH_PRIORITY);

  /** Bytes of a shuffled pair, about. */
  private static final long PAIR_BYTES = 32;

  /** Bytes of a shuffled rank, about. */
  private static final long RANK_BYTES = 20;

  private final StageContext context;
  private final Corpus corpus;
  private final VerifiedPairs pairs;
  private final KeepPolicy policy;
  private final boolean direct;

  /**
   * @throws UsageException if the corpus does not have what the settings ask of it
   */
  public KeptDocuments(StageContext context, Corpus corpus, VerifiedPairs pairs) {
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

  /**
   * Finds them.
   *
   * @param components lines {@code column<TAB>smallest column}, by column
   * @param folder for what is written
   * @return a folder of lines {@code column<TAB>kept column} in any order: one for every column
   *     that is removed, and perhaps such ones as are kept
   */
  public Path find(Path components, Path folder) throws IOException {
    if (!direct) {
      return policy.ranks() ? best(components, new Path(folder, "kept")) : components;
    }
    Path kept = new Path(folder, "kept");
    if (policy.ranks()) {
      Path ranks = new Path(folder, "ranks");
      Path links = new Path(folder, "links");
      ranks(components, ranks);
      rankLinks(ranks, links);
      Job job = linkJob(kept);
      job.setInputFormatClass(SequenceFileInputFormat.class);
      FileInputFormat.setInputPaths(job, PartFiles.asInput(links));
      job.setMapperClass(Mapper.class); // they are what is sorted already
      link(job);
    } else {
      Job job = linkJob(kept);
      pairs.setInput(job);
      job.setMapperClass(LinkMapper.class);
      link(job);
    }
    return kept;
  }

  private Path best(Path components, Path output) throws IOException {
    Job job = rankJob("best", components, true, output);
    job.setGroupingComparatorClass(RankKey.Group.class);
    job.setReducerClass(BestReducer.class);
    rank(job);
    return output;
  }

  private void ranks(Path components, Path output) throws IOException {
    Job job = rankJob("ranks", components, false, output);
    job.setReducerClass(RankReducer.class);
    rank(job);
  }

  private Job rankJob(String name, Path components, boolean byCluster, Path output)
      throws IOException {
    long columns = context.count(ClusterCounters.COLUMNS);
    Job job =
        context.newJob("cluster, " + name, context.reducers(columns * RANK_BYTES), pairs.folder());
    ColumnPartition.setColumns(job.getConfiguration(), corpus.columns());
    RankMapper.configure(job.getConfiguration(), components, byCluster);
    corpus.configure(job);
    PRIORITY.request(context, corpus, job);
    job.setInputFormatClass(CorpusInputFormat.class);
    job.setMapperClass(RankMapper.class);
    job.setMapOutputKeyClass(RankKey.class);
    job.setMapOutputValueClass(NullWritable.class);
    job.setPartitionerClass(FirstColumnPartitioner.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    return job;
  }

  private void rank(Job job) throws IOException {
    context.run(job);
    PRIORITY.requireFound(context, corpus);
    context.balance(
        "columns of pairs and documents ranked",
        context.count(ClusterCounters.COLUMNS),
        context.count(ClusterCounters.RANKED));
  }

  /** Brings the pairs together with the ranks of both documents. */
  private void rankLinks(Path ranks, Path output) throws IOException {
    Job job =
        context.newJob(
            "cluster, ranks of pairs",
            context.reducers(pairs.number() * PAIR_BYTES),
            pairs.folder());
    ColumnPartition.setColumns(job.getConfiguration(), corpus.columns());
    Ranks.configure(job.getConfiguration(), ranks);
    pairs.setInput(job);
    job.setMapperClass(RankedLinkMapper.class);
    job.setMapOutputKeyClass(ColumnPairKey.class);
    job.setMapOutputValueClass(RankedLink.class);
    job.setPartitionerClass(FirstColumnPartitioner.class);
    job.setGroupingComparatorClass(ColumnPairKey.First.class);
    job.setReducerClass(RankedLinkReducer.class);
    job.setOutputKeyClass(LinkKey.class);
    job.setOutputValueClass(IntWritable.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    context.run(job);
    pairs.balance(context, "ranked", ClusterCounters.PAIRS_RANKED);
  }

  private Job linkJob(Path output) throws IOException {
    Job job = context.newJob("cluster, direct linking", 1, pairs.folder());
    ColumnPartition.setColumns(job.getConfiguration(), corpus.columns());
    job.setMapOutputKeyClass(LinkKey.class);
    job.setMapOutputValueClass(IntWritable.class);
    job.setGroupingComparatorClass(LinkKey.Later.class);
    job.setReducerClass(LinkReducer.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    return job;
  }

  private void link(Job job) throws IOException {
    context.run(job);
    pairs.balance(context, "linked", ClusterCounters.PAIRS_LINKED);
  }
}
