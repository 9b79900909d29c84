package io.neardup.hadoop.collection.index;

import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage2bandbucket.BucketLines;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnSet;
import io.neardup.lsh.BucketRule;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * Merges new entries of a table with the stored ones of an interval of hashes, bucket by bucket,
 * and lists the pairs that have a new column; or those that are listed because other columns were
 * dropped. It reads the interval of the stored runs, which are sorted as the new entries are.
 * Writes the new entries, and those of the stored runs that are to be merged with them, as a run;
 * and for twins, in any order, the new columns that are not ordinary, or the old ones that have
 * become so.
 *
 * <p>Memory: {@link BucketPairs}, {@link ColumnBits} of dropped columns, a page of each stored run.
 */
final class IndexMerge implements Closeable {

  private static final int BUCKETS_PER_PROGRESS = 1 << 14;

  record Bucket(int band, long hash) {}

  private final TaskInputOutputContext<?, ?, NullWritable, Text> context;
  private final BucketLines lines;
  private final Bucket end; // the first bucket after the interval
  private final BucketPairs pairs;
  private final ColumnBits dropped; // null unless columns are dropped
  private final MergedRuns stored; // the open bucket or the next one
  private final boolean readsAll; // of the interval of the stored runs
  private final int firstMerged; // stored runs from this one on are merged with the new entries
  private final long maxOrdinary; // columns of a bucket that are ordinary, at most
  private final RunWriter run;
  private final ColumnSet.Writer others; // null if this is no table of twins
  private int band; // of the open bucket, as the next
  private long hash;
  private boolean isOpen;
  private long before; // columns of it that were there
  private long after; // columns of it that are there now
  private long received;
  private long read;
  private long written;
  private long buckets;

  /**
   * @param first the first bucket that there may be in the interval
   * @param end the first that there may be after it
   * @param run where the new run goes
   * @param others where the columns go that twins decide on; null for bands
   */
  IndexMerge(
      TaskInputOutputContext<?, ?, NullWritable, Text> context,
      IndexJob.Task task,
      IndexJob.Table table,
      Bucket first,
      Bucket end,
      RunWriter run,
      ColumnSet.Writer others)
      throws IOException {
    this.context = context;
    this.lines = new BucketLines(context);
    this.end = end;
    this.run = run;
    this.others = others;
    Configuration conf = context.getConfiguration();
    BucketRule rule = table.rule(HadoopSettings.of(conf));
    dropped = task.dropped() == null ? null : ColumnBits.read(conf, new Path(task.dropped()));
    pairs =
        dropped == null
            ? new BucketPairs.Added(rule, lines)
            : new BucketPairs.NewlyListed(rule, lines);
    stored = task.openRuns(conf, table);
    firstMerged = task.firstMerged();
    readsAll = firstMerged < task.runs().get(table).size();
    maxOrdinary = table == IndexJob.Table.TWINS ? rule.maxColumns() : Long.MAX_VALUE;
    stored.seek(first.band, first.hash);
  }

  /**
   * Adds a new entry; entries come by band, hash and column, columns larger than the stored ones
   * unless columns are dropped.
   */
  void add(int newBand, long newHash, long newColumn) throws IOException, InterruptedException {
    received++;
    if (!isOpen || newHash != hash || newBand != band) {
      closeBucket();
      moveStoredTo(newBand, newHash);
      openBucket(newBand, newHash);
    }
    takeStored(newColumn);
    take(newColumn, false, true, true);
  }

  /** Reads what is stored before a bucket, as far as it must be copied. */
  private void moveStoredTo(int newBand, long newHash) throws IOException, InterruptedException {
    if (!readsAll && stored.isBefore(newBand, newHash)) {
      stored.seek(newBand, newHash);
    }
    while (stored.isBefore(newBand, newHash)) {
      openBucket(stored.band(), stored.hash());
      closeBucket();
    }
  }

  private void openBucket(int newBand, long newHash) {
    band = newBand;
    hash = newHash;
    isOpen = true;
    before = 0;
    after = 0;
    lines.start(newBand, newHash);
    pairs.start();
  }

  /** Takes the stored columns of the bucket that are smaller than a column. */
  private void takeStored(long end) throws IOException, InterruptedException {
    while (stored.isAt(band, hash) && stored.column() < end) {
      read++;
      long old = stored.column();
      boolean is = dropped == null || !dropped.contains(old);
      take(old, true, is, is && stored.run() >= firstMerged);
      stored.nextColumn();
    }
  }

  /**
   * Takes a column of the bucket.
   *
   * @param was whether its pairs have been listed before
   * @param is whether they are to be listed now
   * @param isWritten whether its entry is one of the new run
   */
  private void take(long column, boolean was, boolean is, boolean isWritten)
      throws IOException, InterruptedException {
    boolean wasOrdinary = was && before < maxOrdinary;
    boolean isOrdinary = is && after < maxOrdinary;
    if (others != null && (was ? is && !wasOrdinary && isOrdinary : !isOrdinary)) {
      others.add(column);
    }
    before += was ? 1 : 0;
    after += is ? 1 : 0;
    pairs.add(column, was, is);
    if (isWritten) {
      run.add(band, hash, column);
      written++;
    }
  }

  private void closeBucket() throws IOException, InterruptedException {
    if (!isOpen) {
      return;
    }
    takeStored(MergedRuns.NONE);
    pairs.finish();
    isOpen = false;
    if (stored.isAt(band, hash)) {
      stored.nextBucket();
    }
    if (++buckets % BUCKETS_PER_PROGRESS == 0) {
      context.progress();
    }
  }

  /** Reads the rest of the interval as far as it must be copied, and counts. */
  void finish() throws IOException, InterruptedException {
    closeBucket();
    if (readsAll) {
      moveStoredTo(end.band, end.hash);
    }
    context.getCounter(IndexCounters.ENTRIES_RECEIVED).increment(received);
    context.getCounter(IndexCounters.ENTRIES_READ).increment(read);
    context.getCounter(IndexCounters.ENTRIES_WRITTEN).increment(written);
  }

  @Override
  public void close() throws IOException {
    run.close();
    stored.close();
    if (others != null) {
      others.close();
    }
  }
}
