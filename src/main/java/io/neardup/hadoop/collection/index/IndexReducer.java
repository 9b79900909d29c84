package io.neardup.hadoop.collection.index;

import io.neardup.config.Keys;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage2bandbucket.BucketRanges;
import io.neardup.hadoop.stage2bandbucket.BucketReducer;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * The new entries of a range of hashes, with the stored ones of that range → lines {@code
 * band<TAB>hash<TAB>old/heads<TAB>columns} of the pairs that have a new column, by bucket; or of
 * those that are listed because other columns were dropped. The stored entries are not shuffled:
 * the reducer reads its ranges of the stored runs, even if there is no new entry in them.
 *
 * <p>Writes part files in folders beside the lines: {@link IndexJob.Table#folder}, the new run, and
 * for twins {@link #OTHERS}, the columns that they decide on ({@link IndexMerge}).
 *
 * <p>Memory: {@link IndexMerge} for each table.
 */
public final class IndexReducer extends BucketReducer {

  /** The folder of the columns that are not ordinary. */
  static final String OTHERS = "_others";

  private final Map<IndexJob.Table, IndexMerge> merges = new EnumMap<>(IndexJob.Table.class);
  private IndexJob.Task task;
  private int bandsOfSignature;
  private IndexMerge merge; // of the bucket's table
  private int band; // of the bucket, in its table
  private long hash;

  @Override
  protected void setup(Context context) throws IOException {
    super.setup(context);
    Configuration conf = context.getConfiguration();
    task = IndexJob.Task.of(conf);
    bandsOfSignature = HadoopSettings.of(conf).getInt(Keys.BANDS);
    int part = context.getTaskAttemptID().getTaskID().getId();
    int parts = context.getNumReduceTasks();
    int firstBand = task.firstBand();
    long all = (long) task.bands() * BucketRanges.RANGES;
    long first = BucketRanges.firstRange(part, all, parts);
    long end = BucketRanges.firstRange(part + 1, all, parts);
    long twins = (long) (bandsOfSignature - firstBand) * BucketRanges.RANGES;
    open(IndexJob.Table.BANDS, first, Math.min(end, twins), firstBand, context);
    open(IndexJob.Table.TWINS, Math.max(first, twins), end, firstBand - bandsOfSignature, context);
  }

  /**
   * Opens a table.
   *
   * @param from the first range of the keys in it
   * @param to the first after them
   * @param bandOfFirst the band in the table of the first band of the keys
   */
  private void open(IndexJob.Table table, long from, long to, int bandOfFirst, Context context)
      throws IOException {
    if (from < to) {
      Configuration conf = context.getConfiguration();
      merges.put(
          table,
          new IndexMerge(
              context,
              task,
              table,
              bucket(from, bandOfFirst),
              bucket(to, bandOfFirst),
              new RunWriter(conf, file(table.folder(), context)),
              table == IndexJob.Table.TWINS
                  ? new ColumnSet.Writer(conf, file(OTHERS, context))
                  : null));
    }
  }

  /** Returns the first bucket that there may be in a range. */
  private IndexMerge.Bucket bucket(long range, int bandOfFirst) {
    int inTable = bandOfFirst + BucketRanges.band(range);
    return new IndexMerge.Bucket(inTable, BucketRanges.leastHash(range));
  }

  private static Path file(String folder, Context context) throws IOException {
    PathOutputCommitter committer = (PathOutputCommitter) context.getOutputCommitter();
    return new Path(
        new Path(committer.getWorkPath(), folder),
        FileOutputFormat.getUniqueFile(context, "part", ""));
  }

  @Override
  protected void start(int bandOfKeys, long newHash) {
    int ofSignature = task.firstBand() + bandOfKeys;
    boolean isOfTwins = ofSignature == bandsOfSignature;
    merge = merges.get(isOfTwins ? IndexJob.Table.TWINS : IndexJob.Table.BANDS);
    band = isOfTwins ? 0 : ofSignature;
    hash = newHash;
  }

  @Override
  protected void add(long order, long column) throws IOException, InterruptedException {
    merge.add(band, hash, column);
  }

  @Override
  protected void finish() {}

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    super.cleanup(context);
    for (IndexMerge each : merges.values()) {
      each.finish();
      each.close();
    }
  }
}
