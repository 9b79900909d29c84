package io.neardup.hadoop.stage5cluster;

import io.neardup.config.Keys;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.io.ColumnPartition;
import io.neardup.hadoop.io.CorpusInputFormat;
import io.neardup.hadoop.io.PairsOutputFormat;
import io.neardup.hadoop.io.TaskNotes;
import io.neardup.hadoop.stage.Corpus;
import io.neardup.hadoop.stage.StageContext;
import io.neardup.hadoop.stage.StageFolder;
import io.neardup.hadoop.stage.StageMetadata;
import io.neardup.hadoop.stage4verify.VerifyCounters;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/** Runs stage 5: verified pairs to clusters. */
public final class ClusterStage {

  /** The fact that says how many documents the largest cluster has. */
  public static final String LARGEST = "largestCluster";

  /** Bytes of a shuffled record, about. */
  private static final long RECORD_BYTES = 64;

  private final StageContext context;
  private final Corpus corpus;
  private final Path pairs;
  private final StageMetadata verified;

  private ClusterStage(StageContext context, Path corpusPath, Path pairs) throws IOException {
    this.context = context;
    this.verified = context.inherit(pairs, Stage.VERIFY);
    this.corpus = Corpus.open(context, corpusPath, pairs, verified);
    this.pairs = new StageFolder(context.conf(), pairs).path();
    Path columns = PairsOutputFormat.columns(this.pairs);
    if (columns.getFileSystem(context.conf()).globStatus(columns).length == 0) {
      throw new UsageException(this.pairs + " has no files of columns; make it again");
    }
  }

  /** Makes the clusters of a corpus from its verified pairs and returns their metadata. */
  public static StageMetadata run(StageContext context, Path corpus, Path pairs, Path output)
      throws IOException {
    return new ClusterStage(context, corpus, pairs).cluster(output);
  }

  private StageMetadata cluster(Path outputPath) throws IOException {
    StageFolder output = context.newOutput(outputPath);
    FileSystem fs = output.path().getFileSystem(context.conf());
    Path temporary =
        new Path(
            output.path().getParent(),
            "_components-" + output.path().getName() + "-" + UUID.randomUUID());
    try {
      long numberOfPairs = verified.count(VerifyCounters.PAIRS_KEPT);
      new Components(context, pairs, numberOfPairs, corpus.columns()).find(temporary);
      join(temporary, output.path());
    } finally {
      fs.delete(temporary, true);
    }
    LargestClusters largest = new LargestClusters();
    largest.addLines(TaskNotes.read(context.conf(), output.path(), LargestClusters.NOTE));
    warn(largest.list());
    long documents = largest.list().isEmpty() ? 0 : largest.list().get(0).documents();
    Map<String, String> facts = new TreeMap<>(verified.facts());
    facts.put(LARGEST, String.valueOf(documents));
    return context.complete(
        output,
        Stage.CLUSTER,
        corpus.identity(),
        facts,
        String.format(
            Locale.ROOT,
            "%,d clusters of %,d documents, %,d to be removed, the largest cluster of %,d",
            context.count(ClusterCounters.CLUSTERS),
            context.count(ClusterCounters.DOCUMENTS),
            context.count(ClusterCounters.REMOVED),
            documents));
  }

  /** Brings together the documents of each cluster. */
  private void join(Path components, Path output) throws IOException {
    long columns = context.count(ClusterCounters.COLUMNS);
    Job job = context.newJob("cluster, documents", context.reducers(columns * RECORD_BYTES), pairs);
    ColumnPartition.setColumns(job.getConfiguration(), corpus.columns());
    ClusterMapper.setComponents(job.getConfiguration(), components);
    corpus.configure(job);
    job.setInputFormatClass(CorpusInputFormat.class);
    job.setMapperClass(ClusterMapper.class);
    job.setMapOutputKeyClass(ClusterKey.class);
    job.setMapOutputValueClass(Text.class);
    job.setPartitionerClass(ClusterPartitioner.class);
    job.setGroupingComparatorClass(ClusterKey.Cluster.class);
    job.setReducerClass(ClusterReducer.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    context.run(job);
    context.balance(
        "columns of pairs and documents in clusters",
        columns,
        context.count(ClusterCounters.DOCUMENTS));
    context.balance(
        "documents in clusters and documents kept or removed",
        columns,
        context.count(ClusterCounters.KEPT) + context.count(ClusterCounters.REMOVED));
    context.balance(
        "components and clusters",
        context.count(ClusterCounters.COMPONENTS),
        context.count(ClusterCounters.CLUSTERS));
    context.balance(
        "clusters and documents kept",
        context.count(ClusterCounters.CLUSTERS),
        context.count(ClusterCounters.KEPT));
  }

  /** Names the clusters that are larger than expected, as far as they are noted. */
  private void warn(List<LargestClusters.Cluster> largest) {
    long max = context.settings().get(Keys.MAX_CLUSTER_DOCUMENTS);
    long large = context.count(ClusterCounters.LARGE_CLUSTERS);
    if (large == 0) {
      return;
    }
    context.progress(
        String.format(
            Locale.ROOT,
            "warning: %,d clusters of more than %s=%d documents",
            large,
            Keys.MAX_CLUSTER_DOCUMENTS,
            max));
    for (LargestClusters.Cluster cluster : largest) {
      if (cluster.documents() > max) {
        context.progress(
            String.format(
                Locale.ROOT, "  %,d documents in %s", cluster.documents(), cluster.name()));
      }
    }
    if (large > largest.size()) {
      context.progress("  and others");
    }
  }
}
