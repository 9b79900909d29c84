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
import io.neardup.hadoop.stage5cluster.keep.DecisionWriter;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.NamedLinesOutputFormat;
import io.neardup.hadoop.table.RecordSort;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/**
 * Writes the output of the stage. A job groups documents three times: by cluster, by kept document
 * and by source.
 *
 * @param keptInAnyCase whether some documents are, so that a cluster may have several kept ones
 *     whatever the linking
 * @param output a folder with nothing but the {@linkplain DecisionWriter decisions}
 */
public record ClusterDocuments(
    StageContext context, Corpus corpus, boolean keptInAnyCase, Path output) {

  /** The file that names, for each removed document, the kept one. */
  public static final String REMOVED_BY = "removed-by.tsv";

  /** The file that counts the removed documents of each source. */
  public static final String SOURCES = "sources.tsv";

  /** The file of the {@link SourceOverlap}s of the sources with most documents in clusters. */
  public static final String SOURCE_OVERLAPS = "source-overlaps.tsv";

  /** The file that counts the clusters by size. */
  public static final String SIZES = "sizes.tsv";

  /** The file of the least similar removals by a pair, as lines of {@link #REMOVED_BY}. */
  public static final String LEAST_SIMILAR = "_least-similar.tsv";

  /** The field that names the source of a document. */
  public static final RequestedField SOURCE =
      new RequestedField(Keys.SOURCE_FIELD, "a value", ClusterCounters.WITH_SOURCE);

  /** Bytes of a document's shuffled records, about. */
  private static final long DOCUMENT_BYTES = 192;

  private static final int BYTES_IN_MEMORY = 32 << 20; // of links

  /**
   * Writes part files, {@code removed-by.tsv}, {@code sources.tsv}, {@code source-overlaps.tsv},
   * {@code sizes.tsv} and the file of the least similar removals. Of the decisions, those for the
   * next stage stay.
   *
   * <p>Memory: {@value #BYTES_IN_MEMORY} bytes, the rest on the local disk.
   *
   * @param pairs the output of stage 4
   * @return the least similarity of a removed document to the kept one that it makes a pair with,
   *     in millionths; empty if there is none
   * @throws io.neardup.config.UsageException if no document has the field that names its source
   */
  public OptionalInt write(Path pairs) throws IOException {
    join(pairs);
    gather(ClusterReducer.SOURCES.toString(), SOURCES);
    gather(ClusterReducer.REMOVED_BY.toString(), REMOVED_BY);
    writeOverlaps();
    writeSizes();
    TopNotes<String> least = Removal.leastSimilar();
    List<String> lines = least.read(context.conf(), output);
    write(LEAST_SIMILAR, least.lines());
    delete("_" + least.name());
    return lines.stream().limit(1).map(Removal::parse).mapToInt(Removal::millionths).findFirst();
  }

  private void join(Path pairs) throws IOException {
    Path decisions = new Path(output, DecisionWriter.DECISIONS_FOLDER);
    Path links = new Path(output, DecisionWriter.LINKS_FOLDER);
    Path sorted = new Path(decisions, "links");
    FileSystem fs = output.getFileSystem(context.conf());
    fs.mkdirs(decisions); // there may be none
    long sent = context.count(ClusterCounters.COLUMNS) * DOCUMENT_BYTES;
    SOURCE.requireIngested(context, corpus);
    StageJob<?, ?> job =
        StageJob.of(context, "cluster, documents", context.reducers(sent))
            .readBeside(ClusterMapper.DECISIONS, decisions)
            .readBeside(ClusterMapper.PAIRS, pairs);
    if (fs.exists(links)) {
      sort(links, sorted);
      job.readBeside(ClusterMapper.LINKS, sorted);
    }
    job.set(conf -> ColumnPartition.setColumns(conf, corpus.columns()))
        .set(corpus::configureCatalog)
        .set(conf -> CorpusInput.fitSortBuffer(conf, sent))
        .read(CorpusInputFormat.Catalog.class)
        .map(ClusterMapper.class, GroupedKey.class, Text.class)
        .partition(ClusterReducer.Partitioner.class)
        .group(GroupedKey.Group.class)
        .reduce(ClusterReducer.class);
    NamedLinesOutputFormat.writeTo(job, ClusterReducer.CLUSTERS, output).run();
    fs.delete(links, true);
    fs.delete(decisions, true);
    SOURCE.requireFound(context, corpus);
    balance();
  }

  /** Sorts links by their first column. */
  private void sort(Path links, Path sorted) throws IOException {
    LineBuilder line = new LineBuilder();
    try (ColumnLines link = new ColumnLines(context.conf(), links);
        RecordSort records = new RecordSort(Disk.ofClient(context.conf()), BYTES_IN_MEMORY);
        OutputStream out = PartFiles.createOnly(context.conf(), sorted)) {
      while (link.next()) {
        records.add(BigEndian.record(link.column(), link.readNumber(), link.readFurtherNumber()));
      }
      records.drainTo(
          (record, length) -> {
            line.clear().append(BigEndian.number(record, 0)).append('\t');
            line.append(BigEndian.number(record, 1)).append(' ');
            line.append(BigEndian.number(record, 2)).writeTo(out);
          });
    }
  }

  private void balance() throws IOException {
    context.balance(
        "columns of pairs and documents in clusters",
        ClusterCounters.COLUMNS,
        ClusterCounters.DOCUMENTS);
    context.balance(
        "documents in clusters and documents kept or removed",
        ClusterCounters.DOCUMENTS,
        ClusterCounters.KEPT,
        ClusterCounters.REMOVED);
    context.balance(
        "components and clusters", ClusterCounters.COMPONENTS, ClusterCounters.CLUSTERS);
    boolean direct = context.settings().get(Keys.LINKING).equals("direct");
    if (direct && !keptInAnyCase) {
      context.balance(
          "documents removed by linking and documents removed",
          ClusterCounters.LINKED_REMOVED,
          ClusterCounters.REMOVED);
    }
    // The most preferred document of a cluster has none before it that could remove it.
    long clusters = context.count(ClusterCounters.CLUSTERS);
    long kept = context.count(ClusterCounters.KEPT);
    context.balance(
        "clusters and clusters of a kept document",
        clusters,
        !direct && !keptInAnyCase ? kept : Math.min(clusters, kept));
    context.balance(
        "documents removed and those they are removed for",
        ClusterCounters.REMOVED,
        ClusterCounters.REMOVED_BY);
    if (!corpus.isPartial()) {
      context.balance(
          "documents of the corpus and of sources",
          corpus.documents(),
          ClusterCounters.SOURCE_DOCUMENTS);
    }
    context.balance(
        "documents removed and those removed of sources",
        ClusterCounters.REMOVED,
        ClusterCounters.SOURCE_REMOVED);
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

  private void writeOverlaps() throws IOException {
    FileSystem fs = output.getFileSystem(context.conf());
    String prefix = ClusterSources.LINES.toString();
    List<Path> files =
        Arrays.stream(PartFiles.named(fs, output, prefix + "-")).map(FileStatus::getPath).toList();
    StringBuilder lines = new StringBuilder();
    List<ClusteredSource> sources = ClusteredSource.largest().read(context.conf(), output);
    for (SourceOverlap overlap : SourceOverlap.of(context.conf(), sources, files)) {
      lines.append(overlap.line()).append('\n');
    }
    write(SOURCE_OVERLAPS, lines.toString());
    delete(prefix);
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
