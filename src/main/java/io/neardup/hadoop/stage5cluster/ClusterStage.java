package io.neardup.hadoop.stage5cluster;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.job.StageOutput;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.source.SourceFormat;
import io.neardup.hadoop.stage4verify.VerifyCounters;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.NamedLinesOutputFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Runs stage 5: verified pairs to clusters. */
public final class ClusterStage {

  /** The fact that says how many documents the largest cluster has. */
  public static final String LARGEST = "largestCluster";

  /** The file that says for which document each removed one is removed. */
  public static final String REMOVED_BY = "removed-by.tsv";

  /** The file that says what each source loses. */
  public static final String SOURCES = "sources.tsv";

  /** The file that says how many clusters there are of which size. */
  public static final String SIZES = "sizes.tsv";

  private static final RequestedField SOURCE =
      new RequestedField(Keys.SOURCE_FIELD, "a value", ClusterCounters.WITH_SOURCE);

  /** Bytes of a document's shuffled records, about. */
  static final long DOCUMENT_BYTES = 128;

  /** Sources that are named as those that lose most, but not all. */
  private static final int WORST = 3;

  private final StageContext context;
  private final Corpus corpus;
  private final VerifiedPairs pairs;
  private final StageMetadata verified;

  private ClusterStage(StageContext context, Path corpusPath, Path pairs) throws IOException {
    this.context = context;
    this.verified = context.inherit(pairs, Stage.VERIFY);
    this.corpus = Corpus.open(context, corpusPath, pairs, verified);
    this.pairs =
        new VerifiedPairs(
            new StageFolder(context.conf(), pairs).path(),
            verified.count(VerifyCounters.PAIRS_KEPT));
    Path columns = this.pairs.columns();
    if (columns.getFileSystem(context.conf()).globStatus(columns).length == 0) {
      throw new UsageException(this.pairs.folder() + " has no files of columns; make it again");
    }
    requireFields(context.settings(), corpus.metadata());
  }

  /** Makes the clusters of a corpus from its verified pairs and returns their metadata. */
  public static StageMetadata run(StageContext context, Path corpus, Path pairs, Path output)
      throws IOException {
    return new ClusterStage(context, corpus, pairs).cluster(output);
  }

  /**
   * Makes sure that the documents of a corpus can have what the settings ask of them.
   *
   * @throws UsageException if they have no fields, or no files, that could
   */
  public static void requireFields(Settings settings, StageMetadata corpus) {
    for (SourceFormat format : Corpus.formats(corpus)) {
      for (Key<String> key : List.of(Keys.PRIORITY_FIELD, Keys.SOURCE_FIELD)) {
        String field = settings.get(key);
        if (!field.isEmpty() && !format.hasFields()) {
          throw new UsageException(key + "=" + field + ": " + CorpusInput.withoutFields(format));
        }
      }
      if (!settings.get(Keys.PRIORITY_PREFIXES).isEmpty() && format == SourceFormat.SETS) {
        throw new UsageException(Keys.PRIORITY_PREFIXES + ": a set belongs to no file");
      }
    }
  }

  private StageMetadata cluster(Path outputPath) throws IOException {
    KeptDocuments documents = new KeptDocuments(context, corpus, pairs);
    StageOutput output = context.newOutput(outputPath, Stage.CLUSTER);
    FileSystem fs = output.path().getFileSystem(context.conf());
    Path components = output.work("components");
    new Components(context, pairs, corpus.columns()).find(components);
    Path kept = documents.find(components, output.work("documents"));
    Path decisions = output.work("decisions");
    Decisions.make(context, pairs, corpus.columns(), components, kept, decisions);
    join(decisions, output.path());
    Path columns = new Path(output.path(), Decisions.COLUMNS_FOLDER);
    if (!fs.rename(new Path(decisions, Decisions.COLUMNS_FOLDER), columns)) {
      throw new IOException("cannot make " + columns + ": rename failed");
    }
    gather(fs, output.path(), ClusterReducer.REMOVED_BY + "-", REMOVED_BY);
    gather(fs, output.path(), ClusterReducer.SOURCES + "-", SOURCES);
    writeSizes(fs, output.path());
    LargestClusters largest = new LargestClusters();
    largest.addLines(TaskNotes.read(context.conf(), output.path(), LargestClusters.NOTE));
    warn(largest.list());
    warnOfSources(worstSources(context.conf(), output.path()));
    long inLargest = largest.list().isEmpty() ? 0 : largest.list().get(0).documents();
    Map<String, String> facts = new TreeMap<>(verified.facts());
    facts.put(LARGEST, String.valueOf(inLargest));
    return context.complete(
        output,
        Stage.CLUSTER,
        corpus.identity(),
        facts,
        String.format(
            Locale.ROOT,
            "%s of %s, %,d to be removed, the largest cluster of %,d",
            Quantity.of(context.count(ClusterCounters.CLUSTERS), "cluster"),
            Quantity.of(context.count(ClusterCounters.DOCUMENTS), "document"),
            context.count(ClusterCounters.REMOVED),
            inLargest));
  }

  /**
   * Returns the folder of an output's part files {@code column<TAB>kept cluster}: of every column
   * in a pair, by column, the one that is kept for it and the smallest of its cluster.
   */
  public static Path decisions(Path clusters) {
    return new Path(clusters, Decisions.COLUMNS_FOLDER);
  }

  /** Brings together the documents of each cluster, those of each kept one, and the sources. */
  private void join(Path decisions, Path output) throws IOException {
    long columns = context.count(ClusterCounters.COLUMNS);
    Job job =
        context.newJob(
            "cluster, documents", context.reducers(columns * DOCUMENT_BYTES), pairs.folder());
    ColumnPartition.setColumns(job.getConfiguration(), corpus.columns());
    ClusterMapper.setDecisions(job.getConfiguration(), decisions);
    corpus.configure(job);
    SOURCE.request(context, corpus, job);
    job.setInputFormatClass(CorpusInputFormat.class);
    job.setMapperClass(ClusterMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(Text.class);
    job.setPartitionerClass(ClusterPartitioner.class);
    job.setGroupingComparatorClass(ClusterKey.Group.class);
    job.setReducerClass(ClusterReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(NamedLinesOutputFormat.class);
    NamedLinesOutputFormat.setAlwaysWritten(
        job.getConfiguration(), ClusterReducer.CLUSTERS.toString());
    FileOutputFormat.setOutputPath(job, output);
    context.run(job);
    SOURCE.requireFound(context, corpus);
    balance(columns);
  }

  private void balance(long columns) throws IOException {
    long clusters = context.count(ClusterCounters.CLUSTERS);
    long kept = context.count(ClusterCounters.KEPT);
    long removed = context.count(ClusterCounters.REMOVED);
    context.balance(
        "columns of pairs and documents in clusters",
        columns,
        context.count(ClusterCounters.DOCUMENTS));
    context.balance("documents in clusters and documents kept or removed", columns, kept + removed);
    context.balance("components and clusters", context.count(ClusterCounters.COMPONENTS), clusters);
    if (context.settings().get(Keys.LINKING).equals("direct")) {
      context.balance(
          "documents removed by linking and documents removed",
          context.count(ClusterCounters.LINKED_REMOVED),
          removed);
      // The first of a cluster has none before it that could remove it.
      context.balance(
          "clusters and clusters of a kept document", clusters, Math.min(clusters, kept));
    } else {
      context.balance("clusters and documents kept", clusters, kept);
    }
    context.balance(
        "documents removed and those they are removed for",
        removed,
        context.count(ClusterCounters.REMOVED_BY));
    context.balance(
        "documents of the corpus and of sources",
        corpus.columns(),
        context.count(ClusterCounters.SOURCE_DOCUMENTS));
    context.balance(
        "documents removed and those removed of sources",
        removed,
        context.count(ClusterCounters.SOURCE_REMOVED));
  }

  /** Makes one file of what the tasks wrote each. */
  private static void gather(FileSystem fs, Path output, String prefix, String name)
      throws IOException {
    PartFiles.concatenate(fs, output, prefix, new Path(output, name));
    for (FileStatus part : PartFiles.named(fs, output, prefix)) {
      fs.delete(part.getPath(), false);
    }
  }

  private void writeSizes(FileSystem fs, Path output) throws IOException {
    ClusterSizes sizes = new ClusterSizes();
    sizes.addLines(TaskNotes.read(context.conf(), output, ClusterSizes.NOTE));
    try (OutputStream out = fs.create(new Path(output, SIZES), true)) {
      for (String line : sizes.lines()) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /**
   * Returns the lines of {@code sizes.tsv} of an output, {@code
   * from<TAB>to<TAB>clusters<TAB>documents}, from small to large.
   */
  public static List<String> sizes(Configuration conf, Path output) throws IOException {
    Path file = new Path(output, SIZES);
    try (InputStream in = file.getFileSystem(conf).open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  /**
   * Returns the sources of an output that lose the greatest share of their documents, ten at most,
   * the worst first.
   */
  public static List<SourceShare> worstSources(Configuration conf, Path output) throws IOException {
    WorstSources worst = new WorstSources();
    worst.addLines(TaskNotes.read(conf, output, WorstSources.NOTE));
    return worst.list();
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
            "warning: %s of more than %s=%d documents",
            Quantity.of(large, "cluster"),
            Keys.MAX_CLUSTER_DOCUMENTS,
            max));
    for (LargestClusters.Cluster cluster : largest) {
      if (cluster.documents() > max) {
        context.progress(
            "  " + Quantity.of(cluster.documents(), "document") + " in " + cluster.name());
      }
    }
    if (large > largest.size()) {
      context.progress("  and others");
    }
  }

  /** Says which sources lose all, and which others lose most. */
  private void warnOfSources(List<SourceShare> worst) {
    List<SourceShare> wipedOut = worst.stream().filter(SourceShare::isWipedOut).toList();
    for (SourceShare source : wipedOut) {
      context.progress(
          String.format(
              Locale.ROOT,
              "warning: nothing is left of source %s (%s)",
              source.name(),
              Quantity.of(source.documents(), "document")));
    }
    if (context.count(ClusterCounters.SOURCES_WIPED_OUT) > wipedOut.size()) {
      context.progress("  and others");
    }
    if (context.count(ClusterCounters.SOURCES) > 1) {
      worst.stream()
          .filter(source -> !source.isWipedOut())
          .limit(WORST)
          .forEach(source -> context.progress("loses most: " + source.inWords()));
    }
  }
}
