package io.neardup.hadoop.collection.index;

import io.neardup.config.Keys;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage2bandbucket.BandKey;
import io.neardup.hadoop.stage2bandbucket.BandPartitioner;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * The new entries of a range of hashes, with the stored ones of that range → lines {@code
 * band<TAB>hash<TAB>old/heads<TAB>columns} of the pairs that have a new column, by bucket; or of
 * those that are listed because other columns were dropped. The stored entries are not shuffled:
 * the reducer reads its ranges of the stored runs, even if there is no new entry in them.
 *
 * <p>Writes part files in folders beside the lines: {@link IndexTable#folder}, the new run, and for
 * twins {@link #OTHERS}, the columns that they decide on ({@link IndexMerge}), unless all pairs are
 * listed.
 *
 * <p>Memory: {@link IndexMerge} for each table.
 */
public final class IndexReducer extends Reducer<BandKey, NullWritable, NullWritable, Text> {

  /** The folder of the columns that are not ordinary. */
  static final String OTHERS = "others";

  private final Map<IndexTable, IndexMerge> merges = new EnumMap<>(IndexTable.class);
  private int firstBand;
  private int bandsOfSignature;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    firstBand = IndexJob.firstBand(conf);
    bandsOfSignature = HadoopSettings.of(conf).getInt(Keys.BANDS);
    int part = context.getTaskAttemptID().getTaskID().getId();
    int parts = context.getNumReduceTasks();
    long all = (long) IndexJob.bands(conf) * BandPartitioner.RANGES;
    long first = BandPartitioner.firstRange(part, all, parts);
    long end = BandPartitioner.firstRange(part + 1, all, parts);
    long twins = (long) (bandsOfSignature - firstBand) * BandPartitioner.RANGES;
    open(IndexTable.BANDS, first, Math.min(end, twins), firstBand, context);
    open(IndexTable.TWINS, Math.max(first, twins), end, firstBand - bandsOfSignature, context);
  }

  /**
   * Opens a table.
   *
   * @param from the first range of the keys in it
   * @param to the first after them
   * @param bandOfFirst the band in the table of the first band of the keys
   */
  private void open(IndexTable table, long from, long to, int bandOfFirst, Context context)
      throws IOException {
    if (from < to) {
      Configuration conf = context.getConfiguration();
      boolean decides = table == IndexTable.TWINS && !IndexJob.listsAll(conf);
      merges.put(
          table,
          new IndexMerge(
              context,
              table,
              bucket(from, bandOfFirst),
              bucket(to, bandOfFirst),
              new RunWriter(conf, file(table.folder(), context)),
              decides ? new ColumnSet.Writer(conf, file(OTHERS, context)) : null));
    }
  }

  /** Returns the first bucket that there may be in a range. */
  private IndexMerge.Bucket bucket(long range, int bandOfFirst) {
    int band = bandOfFirst + (int) (range / BandPartitioner.RANGES);
    return new IndexMerge.Bucket(band, range << BandPartitioner.RANGE_SHIFT);
  }

  private static Path file(String folder, Context context) throws IOException {
    PathOutputCommitter committer = (PathOutputCommitter) context.getOutputCommitter();
    return new Path(
        new Path(committer.getWorkPath(), folder),
        FileOutputFormat.getUniqueFile(context, "part", ""));
  }

  @Override
  protected void reduce(BandKey key, Iterable<NullWritable> columns, Context context)
      throws IOException, InterruptedException {
    int band = firstBand + key.band();
    boolean isOfTwins = band == bandsOfSignature;
    IndexMerge merge = merges.get(isOfTwins ? IndexTable.TWINS : IndexTable.BANDS);
    for (NullWritable unused : columns) { // the key changes with each value
      merge.add(isOfTwins ? 0 : band, key.hash(), key.column());
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    for (IndexMerge merge : merges.values()) {
      merge.finish();
      merge.close();
    }
  }
}
