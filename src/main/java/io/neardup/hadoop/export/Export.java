package io.neardup.hadoop.export;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Results;
import io.neardup.hadoop.stage4verify.compare.VerifyCounters;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage6dedup.DedupCounters;
import io.neardup.hadoop.stage6dedup.DedupStage;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.PairsInputFormat;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

/**
 * Writes the pairs, clusters and removals of a pipeline as tables: a folder for each, with a file
 * per part file or per 128 MiB of the text. The same results give the same bytes, whatever the
 * number of tasks.
 */
public final class Export {

  /** The verb. */
  public static final String VERB = "export";

  private final StageContext context;
  private final TableFormat format;
  private final Path pairs;
  private final Path clusters;
  private final Path removedBy;
  private final StageMetadata verified;
  private final StageMetadata clustered;
  private final long removed;

  private Export(StageContext context, TableFormat format, Path results) throws IOException {
    this.context = context;
    this.format = format;
    Configuration conf = context.conf();
    FileSystem fs = results.getFileSystem(conf);
    Results opened = new Results(conf, results);
    opened.requireOfPipeline();
    UsageException.require(fs.exists(results), "%s does not exist", fs.makeQualified(results));
    this.pairs = opened.of(Stage.VERIFY);
    this.clusters = opened.of(Stage.CLUSTER);
    this.verified = opened.inherit(context, Stage.VERIFY);
    this.clustered = opened.inherit(context, Stage.CLUSTER);
    StageFolder collection = new StageFolder(conf, opened.of(Stage.DEDUP));
    long withoutShingles = 0;
    if (collection.exists()) { // users may change its files
      StageMetadata divided = opened.open(Stage.DEDUP);
      StageFolder.inherit(conf, collection.path(), divided);
      context.reads(output -> output.requireApart(collection.path()));
      withoutShingles = divided.count(DedupCounters.REMOVED_WITHOUT_SHINGLES);
    }
    this.removed = clustered.count(ClusterCounters.REMOVED) + withoutShingles;
    this.removedBy =
        new Path(collection.exists() ? collection.path() : clusters, DedupStage.REMOVED_BY);
  }

  /**
   * Writes the tables.
   *
   * @param results the output of a pipeline, at least with stages 4 and 5. The removals are those
   *     of stage 6 if it is there, else those of stage 5
   * @param output the folder of the tables
   * @throws UsageException if the results are not complete or have changed, or if the output may
   *     not be written
   */
  public static void write(StageContext context, TableFormat format, Path results, Path output)
      throws IOException {
    new Export(context, format, results).write(output);
  }

  private void write(Path path) throws IOException {
    OwnedFolder output = context.newOutput(path, VERB);
    writePairs(folderOf(output, Table.PAIRS));
    writeClusters(folderOf(output, Table.CLUSTERS));
    writeRemovals(folderOf(output, Table.REMOVALS));
    balance(Table.PAIRS, verified.count(VerifyCounters.PAIRS_KEPT));
    balance(Table.CLUSTERS, clustered.count(ClusterCounters.DOCUMENTS));
    balance(Table.REMOVALS, removed);
    output.publishComplete();
    context.progress(
        "%s, %s in clusters and %s, in %s",
        Quantity.of(context.count(Table.PAIRS), "pair"),
        Quantity.of(context.count(Table.CLUSTERS), "document"),
        Quantity.of(context.count(Table.REMOVALS), "removal"),
        path);
    output.close();
  }

  private static Path folderOf(OwnedFolder output, Table table) {
    return new Path(output.result(), table.folder());
  }

  private void balance(Table table, long expected) throws IOException {
    context.balance(
        "rows of " + table.folder() + " and what the stages counted",
        context.count(table),
        expected);
  }

  private void writePairs(Path folder) throws IOException {
    StageJob.of(context, "export, pairs", 0, pairs)
        .set(conf -> TableFile.configure(conf, format, Table.PAIRS))
        .readFiles(
            PairsInputFormat.class,
            PartFiles.bytes(context.conf(), pairs),
            PairsInputFormat.parts(pairs))
        .mapToFiles(TableMapper.class, folder)
        .run();
  }

  private void writeClusters(Path folder) throws IOException {
    FileSystem fs = clusters.getFileSystem(context.conf());
    int parts = PartFiles.named(fs, clusters, PartFiles.PREFIX).length;
    Path decisions = ClusterStage.decisions(clusters);
    StageJob.of(context, "export, clusters", parts)
        .readBeside(ClusterRowReducer.CLUSTERS, clusters)
        .set(conf -> TableFile.configure(conf, format, Table.CLUSTERS))
        .set(conf -> ColumnPartition.setColumns(conf, clustered.columns()))
        .readLines(PartFiles.bytes(context.conf(), decisions), PartFiles.asInput(decisions))
        .map(ClusterColumnMapper.class, GroupedKey.class, LongWritable.class)
        .partition(FirstColumnPartitioner.class)
        .reduceToFiles(ClusterRowReducer.class, folder)
        .run();
  }

  private void writeRemovals(Path folder) throws IOException {
    FileSystem fs = removedBy.getFileSystem(context.conf());
    StageJob.of(context, "export, removals", 0, removedBy)
        .set(conf -> TableFile.configure(conf, format, Table.REMOVALS))
        .readFiles(
            TextInputFormat.class,
            fs.getFileStatus(removedBy).getLen(),
            PartFiles.asInput(removedBy))
        .set(conf -> conf.setLong(FileInputFormat.SPLIT_MINSIZE, TableMapper.SPLIT_BYTES))
        .set(conf -> conf.setLong(FileInputFormat.SPLIT_MAXSIZE, TableMapper.SPLIT_BYTES))
        .mapToFiles(TableMapper.class, folder)
        .run();
  }
}
