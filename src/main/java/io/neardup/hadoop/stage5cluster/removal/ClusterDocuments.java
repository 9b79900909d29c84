package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.config.Keys;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.RequestedField;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.NamedLinesOutputFormat;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/**
 * Writes the output of the stage. A job groups documents three times: by cluster, by kept document
 * and by source.
 */
public final class ClusterDocuments {

  /** The file that names, for each removed document, the kept one. */
  public static final String REMOVED_BY = "removed-by.tsv";

  /** The file that counts the removed documents of each source. */
  public static final String SOURCES = "sources.tsv";

  /** The file that counts the clusters by size. */
  public static final String SIZES = "sizes.tsv";

  /** The file of the least similar removals by a pair, as lines of {@link #REMOVED_BY}. */
  public static final String LEAST_SIMILAR = "_least-similar.tsv";

  private static final RequestedField SOURCE =
      new RequestedField(Keys.SOURCE_FIELD, "a value", ClusterCounters.WITH_SOURCE);

  /** Bytes of a document's shuffled records, about. */
  private static final long DOCUMENT_BYTES = 192;

  private final StageContext context;
  private final Corpus corpus;
  private final Path output;
  private final Optional<Path> others; // ids that chains to other kept documents need

  private ClusterDocuments(
      StageContext context, Corpus corpus, Path output, Optional<Path> others) {
    this.others = others;
    this.context = context;
    this.corpus = corpus;
    this.output = output;
  }

  /**
   * Writes part files, {@code removed-by.tsv}, {@code sources.tsv}, {@code sizes.tsv} and the file
   * of the least similar removals.
   *
   * @param pairs the output of stage 4
   * @param decisions the {@link io.neardup.hadoop.stage5cluster.keep.Decisions}
   * @param others if some documents are kept in any case, so that a cluster may have several kept
   *     ones whatever the linking: a folder of lines {@code column<TAB>kept column}, by column. The
   *     removals for the kept column may be by a chain through the column, which is removed for
   *     another one
   * @param output a folder that does not exist, or is empty
   * @return the least similarity of a removed document to the kept one that it makes a pair with,
   *     in millionths; empty if there is none
   * @throws io.neardup.config.UsageException if no document has the field that names its source
   */
  public static OptionalInt write(
      StageContext context,
      Corpus corpus,
      Path pairs,
      Path decisions,
      Optional<Path> others,
      Path output)
      throws IOException {
    return new ClusterDocuments(context, corpus, output, others).write(pairs, decisions);
  }

  private OptionalInt write(Path pairs, Path decisions) throws IOException {
    join(pairs, decisions);
    gather(ClusterReducer.SOURCES.toString(), SOURCES);
    gather(ClusterReducer.REMOVED_BY.toString(), REMOVED_BY);
    writeSizes();
    TopNotes<String> least = Removal.leastSimilar();
    List<String> lines = least.read(context.conf(), output);
    write(LEAST_SIMILAR, least.lines());
    delete("_" + least.name());
    return lines.stream().limit(1).map(Removal::parse).mapToInt(Removal::millionths).findFirst();
  }

  private void join(Path pairs, Path decisions) throws IOException {
    long columns = context.count(ClusterCounters.COLUMNS);
    long sent = columns * DOCUMENT_BYTES;
    StageJob.of(context, "cluster, documents", context.reducers(sent), decisions, pairs)
        .set(conf -> ColumnPartition.setColumns(conf, corpus.columns()))
        .set(conf -> ClusterMapper.configure(conf, decisions, pairs, others))
        .set(
            conf ->
                NamedLinesOutputFormat.setAlwaysWritten(conf, ClusterReducer.CLUSTERS.toString()))
        .set(conf -> SOURCE.request(context, corpus, conf))
        .set(corpus::configure)
        .set(conf -> CorpusInput.fitSortBuffer(conf, sent))
        .read(CorpusInputFormat.Catalog.class)
        .map(ClusterMapper.class, GroupedKey.class, Text.class)
        .partition(ClusterReducer.Partitioner.class)
        .group(GroupedKey.Group.class)
        .reduce(ClusterReducer.class)
        .write(NamedLinesOutputFormat.class, Text.class, Text.class, output)
        .run();
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
    boolean direct = context.settings().get(Keys.LINKING).equals("direct");
    if (others.isEmpty() && direct) {
      context.balance(
          "documents removed by linking and documents removed",
          context.count(ClusterCounters.LINKED_REMOVED),
          removed);
    }
    // The most preferred document of a cluster has none before it that could remove it.
    context.balance(
        "clusters and clusters of a kept document",
        clusters,
        others.isEmpty() && !direct ? kept : Math.min(clusters, kept));
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
  private void gather(String prefix, String name) throws IOException {
    FileSystem fs = output.getFileSystem(context.conf());
    PartFiles.concatenate(fs, output, prefix + "-", new Path(output, name));
    delete(prefix);
  }

  private void delete(String prefix) throws IOException {
    FileSystem fs = output.getFileSystem(context.conf());
    for (FileStatus part : PartFiles.named(fs, output, prefix + "-")) {
      fs.delete(part.getPath(), false);
    }
  }

  private void writeSizes() throws IOException {
    long[] counts =
        TaskNotes.readCounts(context.conf(), output, ClusterLines.SIZES, ClusterLines.SIZE_COUNTS);
    StringBuilder lines = new StringBuilder();
    for (int at = 2; at < counts.length; at += 2) {
      if (counts[at] > 0) {
        long to = 1L << (at / 2);
        lines.append(to / 2 + 1).append('\t').append(to).append('\t');
        lines.append(counts[at]).append('\t').append(counts[at + 1]).append('\n');
      }
    }
    write(SIZES, lines.toString());
  }

  private void write(String name, String lines) throws IOException {
    TaskNotes.write(context.conf(), new Path(output, name), lines);
  }
}
