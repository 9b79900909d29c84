package io.neardup.hadoop.collection;

import io.neardup.hadoop.index.MergedRuns;
import io.neardup.hadoop.index.RunWriter;
import io.neardup.hadoop.stage2bandbucket.BandMembers;
import io.neardup.hadoop.stage2bandbucket.BandRunKey;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.HashRanges;
import io.neardup.hadoop.table.LineBuilder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HexFormat;
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
 * band<TAB>hash<TAB>old/heads<TAB>columns} of the pairs that have a new column, by bucket. The
 * stored entries are not shuffled: the reducer reads its ranges of the stored runs, which are
 * sorted as its keys are, and merges the new entries with them.
 *
 * <p>Writes two files beside the part file: {@code run-…}, the new entries and those of the stored
 * runs that are to be merged with them, as a run; and for twins {@code others-…}, the new columns
 * that are not ordinary, in any order.
 *
 * <p>Memory: {@link BandMembers}, {@link AddedPairs}, a block of each stored run.
 */
public final class IndexReducer extends Reducer<BandRunKey, BytesWritable, NullWritable, Text> {

  /** The prefix of the names of the files of the new run. */
  static final String RUN = "run";

  /** The prefix of the names of the files of columns that are not ordinary. */
  static final String OTHERS = "others";

  private static final int BUCKETS_PER_PROGRESS = 1 << 14;
  private static final int BUFFER = 1 << 16;

  private final LineBuilder line = new LineBuilder();
  private final HexFormat hex = HexFormat.of();
  private final byte[] column = new byte[ColumnPairKey.COLUMN_BYTES];
  private HashRanges ranges;
  private long endRange; // the first range of the next part
  private BandMembers members;
  private AddedPairs pairs;
  private MergedRuns stored;
  private boolean inStored; // the stored runs stand at a bucket that has not been read
  private boolean listsAll;
  private int firstMerged; // stored runs from this one on are merged with the new entries
  private int runs;
  private long maxOrdinary; // columns of a bucket that are ordinary, at most
  private RunWriter run;
  private OutputStream others; // null if this is no index of twins
  private int band; // of the open bucket, as the next
  private long hash;
  private boolean isOpen;
  private long received;
  private long read;
  private long written;
  private long notOrdinary;
  private long buckets;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    ranges = HashRanges.of(conf);
    int part = context.getTaskAttemptID().getTaskID().getId();
    int parts = context.getNumReduceTasks();
    endRange = IndexPartitioner.firstRange(conf, part + 1, parts);
    members = new BandMembers(Disk.of(context), BandMembers.IN_MEMORY);
    pairs =
        new AddedPairs(
            IndexJob.maxColumns(conf),
            IndexJob.heads(conf),
            (old, heads, columns, from, to) -> write(old, heads, columns, from, to, context));
    stored = IndexJob.openRuns(conf);
    runs = IndexJob.numberOfRuns(conf);
    firstMerged = IndexJob.firstMerged(conf);
    listsAll = IndexJob.listsAll(conf);
    maxOrdinary = IndexJob.isOfTwins(conf) ? IndexJob.maxColumns(conf) : Long.MAX_VALUE;
    run = new RunWriter(create(RUN, context));
    others = IndexJob.isOfTwins(conf) ? create(OTHERS, context) : null;
    long first = IndexPartitioner.firstRange(conf, part, parts);
    inStored = first < endRange && stored.seek(bandOf(first), firstHash(first));
  }

  private static OutputStream create(String name, Context context) throws IOException {
    PathOutputCommitter committer = (PathOutputCommitter) context.getOutputCommitter();
    Path file =
        new Path(committer.getWorkPath(), FileOutputFormat.getUniqueFile(context, name, ""));
    return new BufferedOutputStream(
        file.getFileSystem(context.getConfiguration()).create(file, false), BUFFER);
  }

  private int bandOf(long range) {
    return (int) (range / ranges.count());
  }

  private long firstHash(long range) {
    return ranges.bits() == 0 ? 0 : (range % ranges.count()) << (Long.SIZE - ranges.bits());
  }

  @Override
  protected void reduce(BandRunKey key, Iterable<BytesWritable> entries, Context context)
      throws IOException, InterruptedException {
    int newBand = key.band();
    for (BytesWritable some : entries) { // the key changes with each value
      members.addRun(some.getBytes(), some.getLength(), key.firstColumn());
    }
    members.drain(
        (newHash, unused, newColumn) -> {
          received++;
          if (!isOpen || newHash != hash || newBand != band) {
            closeBucket(context);
            moveStoredTo(newBand, newHash, context);
            openBucket(newBand, newHash);
          }
          add(newColumn, true);
          write(newColumn);
        });
    closeBucket(context);
  }

  /** Reads what is stored before a bucket, as far as it must be copied or listed. */
  private void moveStoredTo(int newBand, long newHash, Context context)
      throws IOException, InterruptedException {
    if (inStored && isStoredBefore(newBand, newHash)) {
      if (readsAll()) {
        while (inStored && isStoredBefore(newBand, newHash)) {
          openBucket(stored.band(), stored.hash());
          closeBucket(context);
        }
      } else {
        inStored = stored.seek(newBand, newHash);
      }
    }
  }

  private boolean readsAll() {
    return listsAll || firstMerged < runs;
  }

  private boolean isStoredBefore(int newBand, long newHash) {
    return stored.band() != newBand
        ? stored.band() < newBand
        : Long.compareUnsigned(stored.hash(), newHash) < 0;
  }

  /** Begins a bucket with the columns that are stored of it. */
  private void openBucket(int newBand, long newHash) throws IOException, InterruptedException {
    band = newBand;
    hash = newHash;
    isOpen = true;
    pairs.start();
    if (inStored && stored.band() == band && stored.hash() == hash) {
      while (stored.nextColumn()) {
        read++;
        add(stored.column(), listsAll);
        if (stored.run() >= firstMerged) {
          write(stored.column());
        }
      }
      inStored = stored.nextBucket();
    }
  }

  private void add(long newColumn, boolean isNew) throws IOException, InterruptedException {
    if (isNew && pairs.size() >= maxOrdinary) {
      notOrdinary++;
      BigEndian.put(column, 0, column.length, newColumn);
      others.write(column);
    }
    pairs.add(newColumn, isNew);
  }

  private void write(long entry) throws IOException {
    run.add(band, hash, entry);
    written++;
  }

  private void closeBucket(Context context) throws IOException, InterruptedException {
    if (isOpen) {
      pairs.finish();
      isOpen = false;
      if (++buckets % BUCKETS_PER_PROGRESS == 0) {
        context.progress();
      }
    }
  }

  private void write(int old, int heads, long[] columns, int from, int to, Context context)
      throws IOException, InterruptedException {
    line.clear().append(band).append('\t').append(hex.toHexDigits(hash)).append('\t');
    if (old > 0) {
      line.append(old).append('/');
    }
    line.append(heads).append('\t');
    for (int at = from; at < to; at++) {
      if (at > from) {
        line.append(' ');
      }
      line.append(columns[at]);
    }
    context.write(NullWritable.get(), line.toText());
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    if (readsAll()) {
      while (inStored && isStoredBefore(bandOf(endRange), firstHash(endRange))) {
        openBucket(stored.band(), stored.hash());
        closeBucket(context);
      }
    }
    run.close();
    stored.close();
    members.close();
    if (others != null) {
      others.close();
    }
    context.getCounter(IndexCounters.ENTRIES_RECEIVED).increment(received);
    context.getCounter(IndexCounters.ENTRIES_READ).increment(read);
    context.getCounter(IndexCounters.ENTRIES_WRITTEN).increment(written);
    context.getCounter(IndexCounters.NOT_ORDINARY).increment(notOrdinary);
  }
}
