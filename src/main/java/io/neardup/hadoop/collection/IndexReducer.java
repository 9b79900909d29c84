package io.neardup.hadoop.collection;

import io.neardup.hadoop.index.MergedRuns;
import io.neardup.hadoop.index.NewlyListed;
import io.neardup.hadoop.index.RunWriter;
import io.neardup.hadoop.stage2bandbucket.BandMembers;
import io.neardup.hadoop.stage2bandbucket.BandRunKey;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.HashRanges;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.lsh.BucketRule;
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
 * band<TAB>hash<TAB>old/heads<TAB>columns} of the pairs that have a new column, by bucket; or of
 * those that are listed because other columns were dropped. The stored entries are not shuffled:
 * the reducer reads its ranges of the stored runs, which are sorted as its keys are, and merges the
 * new entries with them.
 *
 * <p>Writes two files beside the part file: {@code run-…}, the new entries and those of the stored
 * runs that are to be merged with them, as a run; and for twins {@code others-…}, in any order, the
 * new columns that are not ordinary, or the old ones that have become so.
 *
 * <p>Memory: {@link BandMembers}, {@link AddedPairs} or {@link NewlyListed}, {@link ColumnBits} of
 * dropped columns, a block of each stored run.
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
  private final byte[] bytes = new byte[ColumnPairKey.COLUMN_BYTES];
  private HashRanges ranges;
  private long endRange; // the first range of the next part
  private BandMembers members;
  private AddedPairs added;
  private NewlyListed newly; // null unless columns are dropped
  private ColumnBits dropped; // null unless columns are dropped
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
  private boolean isAtStored; // there are stored columns of it
  private boolean inBucket; // the stored runs stand at a column of it
  private long before; // columns of it that were there
  private long after; // columns of it that are there now
  private long received;
  private long read;
  private long written;
  private long changedOrdinary;
  private long buckets;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    ranges = HashRanges.of(conf);
    int part = context.getTaskAttemptID().getTaskID().getId();
    int parts = context.getNumReduceTasks();
    endRange = IndexPartitioner.firstRange(conf, part + 1, parts);
    members = new BandMembers(Disk.of(context), BandMembers.IN_MEMORY);
    BucketRule rule = IndexJob.rule(conf);
    added =
        new AddedPairs(
            rule, (old, heads, columns, from, to) -> write(old, heads, columns, from, to, context));
    dropped = IndexJob.dropped(conf);
    if (dropped != null) {
      newly = new NewlyListed(rule, (i, js, from, to) -> write(i, js, from, to, context));
    }
    stored = IndexJob.openRuns(conf);
    runs = IndexJob.numberOfRuns(conf);
    firstMerged = IndexJob.firstMerged(conf);
    listsAll = IndexJob.listsAll(conf);
    maxOrdinary = IndexJob.isOfTwins(conf) ? rule.maxColumns() : Long.MAX_VALUE;
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
          takeStored(newColumn);
          take(newColumn, false, true);
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

  private void openBucket(int newBand, long newHash) throws IOException {
    band = newBand;
    hash = newHash;
    isOpen = true;
    before = 0;
    after = 0;
    added.start();
    if (newly != null) {
      newly.start();
    }
    isAtStored = inStored && stored.band() == band && stored.hash() == hash;
    inBucket = isAtStored && stored.nextColumn();
  }

  /** Takes the stored columns of the bucket that are smaller than a column. */
  private void takeStored(long end) throws IOException, InterruptedException {
    while (inBucket && stored.column() < end) {
      read++;
      long old = stored.column();
      boolean is = dropped == null || !dropped.contains(old);
      take(old, !listsAll, is);
      if (is && stored.run() >= firstMerged) {
        write(old);
      }
      inBucket = stored.nextColumn();
    }
  }

  /**
   * Takes a column of the bucket.
   *
   * @param was whether its pairs have been listed before
   * @param is whether they are to be listed now
   */
  private void take(long column, boolean was, boolean is) throws IOException, InterruptedException {
    boolean wasOrdinary = was && before < maxOrdinary;
    boolean isOrdinary = is && after < maxOrdinary;
    if (others != null && (was ? is && !wasOrdinary && isOrdinary : !isOrdinary)) {
      changedOrdinary++;
      BigEndian.put(bytes, 0, bytes.length, column);
      others.write(bytes);
    }
    before += was ? 1 : 0;
    after += is ? 1 : 0;
    if (newly != null) {
      newly.add(column, was, is);
    } else {
      added.add(column, !was);
    }
  }

  private void write(long entry) throws IOException {
    run.add(band, hash, entry);
    written++;
  }

  private void closeBucket(Context context) throws IOException, InterruptedException {
    if (!isOpen) {
      return;
    }
    takeStored(Long.MAX_VALUE);
    if (newly != null) {
      newly.finish();
    } else {
      added.finish();
    }
    isOpen = false;
    if (isAtStored) {
      inStored = stored.nextBucket();
    }
    if (++buckets % BUCKETS_PER_PROGRESS == 0) {
      context.progress();
    }
  }

  private void write(long i, long[] js, int from, int to, Context context)
      throws IOException, InterruptedException {
    startLine().append('1').append('\t').append(i);
    for (int at = from; at < to; at++) {
      line.append(' ').append(js[at]);
    }
    context.write(NullWritable.get(), line.toText());
  }

  private LineBuilder startLine() {
    return line.clear().append(band).append('\t').append(hex.toHexDigits(hash)).append('\t');
  }

  private void write(int old, int heads, long[] columns, int from, int to, Context context)
      throws IOException, InterruptedException {
    startLine();
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
    context.getCounter(IndexCounters.CHANGED_ORDINARY).increment(changedOrdinary);
  }
}
