package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.config.Keys;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.RequestedField;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.components.VerifiedPairs;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.NamedLinesOutputFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/**
 * Writes the output of the stage. A job groups documents three times: by cluster, by kept document
 * and by source. {@link RemovedByFile} follows it.
 */
public final class ClusterDocuments {

  /** The file that names, for each removed document, the kept one. */
  public static final String REMOVED_BY = "removed-by.tsv";

  /** The file that counts the removed documents of each source. */
  public static final String SOURCES = "sources.tsv";

  /** The file that counts the clusters by size. */
  public static final String SIZES = "sizes.tsv";

  private static final RequestedField SOURCE =
      new RequestedField(Keys.SOURCE_FIELD, "a value", ClusterCounters.WITH_SOURCE);

  /** Bytes of a document's shuffled records, about. */
  public static final long DOCUMENT_BYTES = 192;

  /** Most bytes of texts that are sent, about. */
  private static final long TEXT_BYTES = 16L << 20;

  /** Another number of bytes, for tests. */
  public static final String MAX_TEXT_BYTES = "neardup-internal.max-text-bytes-of-clusters";

  private final StageContext context;
  private final Corpus corpus;
  private final Path output;
  private final Path others; // null if there is one kept document at most that a chain leads to

  private ClusterDocuments(StageContext context, Corpus corpus, Path output, Path others) {
    this.others = others;
    this.context = context;
    this.corpus = corpus;
    this.output = output;
  }

  /**
   * Writes part files, {@code removed-by.tsv}, {@code sources.tsv}, {@code sizes.tsv} and the file
   * of {@link LeastSimilar}.
   *
   * @param decisions what {@link DecisionJob} wrote; or, if the first column of each component is
   *     kept, lines {@code column<TAB>kept cluster} without reasons
   * @param pairs where to find the reasons, if the decisions have none; otherwise null
   * @param output a folder that does not exist, or is empty
   * @param work a temporary folder that does not exist
   * @return the least similarities of removed documents to those kept in their place
   * @throws io.neardup.config.UsageException if no document has the field that names its source
   */
  public static LeastSimilarities write(
      StageContext context,
      Corpus corpus,
      Path decisions,
      VerifiedPairs pairs,
      Path output,
      Path work)
      throws IOException {
    return new ClusterDocuments(context, corpus, output, null).write(decisions, pairs, work);
  }

  /**
   * Writes the same files where some documents are kept in any case, so that a cluster may have
   * several kept documents, whatever the linking.
   *
   * @param decisions what {@link DecisionJob} wrote
   * @param others a folder of lines {@code column<TAB>kept column}, by column: the removals for the
   *     kept column may be by a chain through the column, which is removed for another one
   * @param output a folder that does not exist, or is empty
   * @param work a temporary folder that does not exist
   * @return the least similarities of removed documents to those kept in their place
   */
  public static LeastSimilarities writeAgainst(
      StageContext context, Corpus corpus, Path decisions, Path others, Path output, Path work)
      throws IOException {
    return new ClusterDocuments(context, corpus, output, others).write(decisions, null, work);
  }

  private LeastSimilarities write(Path decisions, VerifiedPairs pairs, Path work)
      throws IOException {
    join(decisions, pairs);
    gather(ClusterReducer.SOURCES, SOURCES);
    writeSizes();
    return new RemovedByFile(context, output).write(corpus, work);
  }

  private void join(Path decisions, VerifiedPairs pairs) throws IOException {
    long columns = context.count(ClusterCounters.COLUMNS);
    int reducers = context.reducers(columns * DOCUMENT_BYTES);
    Path[] alsoRead =
        pairs == null ? new Path[] {decisions} : new Path[] {decisions, pairs.folder()};
    StageJob<?, ?> job = StageJob.of(context, "cluster, documents", reducers, alsoRead);
    if (pairs != null) {
      ClusterMapper.setPairs(job.conf(), pairs.folder());
    }
    double share = (double) columns / Math.max(1, corpus.columns());
    double textBytes = share * corpus.bytes();
    boolean texts = sendsTexts(context, textBytes);
    long sent = columns * DOCUMENT_BYTES + (texts ? (long) textBytes : 0);
    if (others != null) {
      ClusterMapper.setOthers(job.conf(), others);
    }
    job.set(conf -> ClusterMapper.setSendsTexts(conf, texts))
        .set(conf -> ColumnPartition.setColumns(conf, corpus.columns()))
        .set(conf -> ClusterMapper.setDecisions(conf, decisions))
        .set(
            conf ->
                NamedLinesOutputFormat.setAlwaysWritten(conf, ClusterReducer.CLUSTERS.toString()))
        .set(conf -> SOURCE.request(context, corpus, conf))
        .set(corpus::configure)
        .set(conf -> CorpusInput.fitSortBuffer(conf, sent))
        .read(texts ? CorpusInputFormat.class : CorpusInputFormat.Catalog.class)
        .map(ClusterMapper.class, BytesWritable.class, Text.class)
        .partition(ClusterPartitioner.class)
        .group(ClusterKey.Group.class)
        .reduce(ClusterReducer.class)
        .write(NamedLinesOutputFormat.class, Text.class, Text.class, output)
        .run();
    SOURCE.requireFound(context, corpus);
    if (pairs != null) {
      pairs.balance(context, "decided on", ClusterCounters.PAIRS_DECIDED);
    }
    balance(columns);
  }

  /**
   * Returns whether the texts of the documents in clusters are so short that sending all of them,
   * lest some are removed by a chain, costs less than another job.
   *
   * @param bytes of those documents as they are stored, about
   */
  public static boolean sendsTexts(StageContext context, double bytes) {
    return context.settings().get(Keys.CHAIN_SIMILARITY)
        && !context.settings().get(Keys.LINKING).equals("direct")
        && bytes <= context.conf().getLong(MAX_TEXT_BYTES, TEXT_BYTES);
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
    if (others != null) {
      context.balance(
          "clusters and clusters of a kept document", clusters, Math.min(clusters, kept));
    } else if (context.settings().get(Keys.LINKING).equals("direct")) {
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
    if (!corpus.isPartial()) {
      context.balance(
          "documents of the corpus and of sources",
          corpus.documents(),
          context.count(ClusterCounters.SOURCE_DOCUMENTS));
    }
    context.balance(
        "documents removed and those removed of sources",
        removed,
        context.count(ClusterCounters.SOURCE_REMOVED));
  }

  /** Makes one file of what the tasks wrote each. */
  private void gather(Text prefix, String name) throws IOException {
    FileSystem fs = output.getFileSystem(context.conf());
    PartFiles.concatenate(fs, output, prefix + "-", new Path(output, name));
    for (FileStatus part : PartFiles.named(fs, output, prefix + "-")) {
      fs.delete(part.getPath(), false);
    }
  }

  private void writeSizes() throws IOException {
    ClusterSizes sizes = new ClusterSizes();
    sizes.addLines(TaskNotes.read(context.conf(), output, ClusterSizes.NOTE));
    Path file = new Path(output, SIZES);
    try (OutputStream out = file.getFileSystem(context.conf()).create(file, true)) {
      for (String line : sizes.lines()) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
