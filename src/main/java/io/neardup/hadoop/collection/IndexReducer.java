package io.neardup.hadoop.collection;

import io.neardup.hadoop.index.RunWriter;
import io.neardup.hadoop.stage2bandbucket.BandMembers;
import io.neardup.hadoop.stage2bandbucket.BandRunKey;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.HashRanges;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * The new entries of a range of hashes, with the stored ones of that range → lines {@code
 * band<TAB>hash<TAB>old/heads<TAB>columns} of the pairs that have a new column, by bucket; or of
 * those that are listed because other columns were dropped. The stored entries are not shuffled:
 * the reducer reads its ranges of the stored runs.
 *
 * <p>Writes files beside the part file: {@link IndexTable#runFiles}, the new run, and for twins
 * {@code others-…}, the columns that they decide on ({@link IndexMerge}), unless all pairs are
 * listed.
 *
 * <p>Memory: {@link BandMembers}, {@link IndexMerge} for each table.
 */
public final class IndexReducer extends Reducer<BandRunKey, BytesWritable, NullWritable, Text> {

  /** The prefix of the names of the files of columns that are not ordinary. */
  static final String OTHERS = "others";

  private static final int BUFFER = 1 << 16;

  private final Map<IndexTable, IndexMerge> merges = new EnumMap<>(IndexTable.class);
  private IndexTables tables;
  private HashRanges ranges;
  private BandMembers members;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    tables = IndexTables.of(conf);
    ranges = HashRanges.of(conf);
    members = new BandMembers(Disk.of(context), BandMembers.IN_MEMORY);
    int part = context.getTaskAttemptID().getTaskID().getId();
    int parts = context.getNumReduceTasks();
    long first = IndexPartitioner.firstRange(conf, part, parts);
    long end = IndexPartitioner.firstRange(conf, part + 1, parts);
    for (IndexTable table : IndexTable.values()) {
      long start = (long) tables.first(table) * ranges.count();
      long from = Math.max(first, start);
      long to = Math.min(end, start + (long) tables.size(table) * ranges.count());
      if (from < to) {
        merges.put(table, merge(table, bucket(from - start), bucket(to - start), context));
      }
    }
  }

  /** Returns the first bucket that there may be in a range of a table. */
  private IndexMerge.Bucket bucket(long range) {
    int band = (int) (range / ranges.count());
    long hash = ranges.bits() == 0 ? 0 : (range % ranges.count()) << (Long.SIZE - ranges.bits());
    return new IndexMerge.Bucket(band, hash);
  }

  private static IndexMerge merge(
      IndexTable table, IndexMerge.Bucket first, IndexMerge.Bucket end, Context context)
      throws IOException {
    IndexMerge.Sink lines =
        new IndexMerge.Sink() {
          @Override
          public void write(Text line) throws IOException, InterruptedException {
            context.write(NullWritable.get(), line);
          }

          @Override
          public void progress() {
            context.progress();
          }
        };
    Configuration conf = context.getConfiguration();
    boolean decides = table == IndexTable.TWINS && !IndexJob.listsAll(conf);
    return new IndexMerge(
        conf,
        table,
        first,
        end,
        new RunWriter(create(table.runFiles(), context)),
        decides ? create(OTHERS, context) : null,
        lines);
  }

  private static OutputStream create(String name, Context context) throws IOException {
    PathOutputCommitter committer = (PathOutputCommitter) context.getOutputCommitter();
    Path file =
        new Path(committer.getWorkPath(), FileOutputFormat.getUniqueFile(context, name, ""));
    return new BufferedOutputStream(
        file.getFileSystem(context.getConfiguration()).create(file, false), BUFFER);
  }

  @Override
  protected void reduce(BandRunKey key, Iterable<BytesWritable> entries, Context context)
      throws IOException, InterruptedException {
    IndexTable table = tables.table(key.band());
    int band = key.band() - tables.first(table);
    for (BytesWritable some : entries) { // the key changes with each value
      members.addRun(some.getBytes(), some.getLength(), key.firstColumn());
    }
    IndexMerge merge = merges.get(table);
    members.drain((hash, unused, column) -> merge.add(band, hash, column));
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    for (IndexMerge merge : merges.values()) {
      merge.finish();
      merge.close();
      merge.count(context);
    }
    members.close();
  }
}
