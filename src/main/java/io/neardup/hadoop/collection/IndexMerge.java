package io.neardup.hadoop.collection;

import io.neardup.hadoop.index.MergedRuns;
import io.neardup.hadoop.index.NewlyListed;
import io.neardup.hadoop.index.RunWriter;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.lsh.BucketRule;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;
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
 * <p>Memory: {@link AddedPairs} or {@link NewlyListed}, {@link ColumnBits} of dropped columns, a
 * block of each stored run.
 */
final class IndexMerge implements Closeable {

  private static final int BUCKETS_PER_PROGRESS = 1 << 14;

  /** Takes lines of pairs. */
  interface Sink {
    void write(Text line) throws IOException, InterruptedException;

    void progress();
  }

  /**
   * A bucket of a table.
   *
   * @param band its band
   * @param hash its hash
   */
  record Bucket(int band, long hash) {

    private boolean isAfter(int otherBand, long otherHash) {
      return otherBand != band ? otherBand < band : Long.compareUnsigned(otherHash, hash) < 0;
    }
  }

  private final LineBuilder line = new LineBuilder();
  private final HexFormat hex = HexFormat.of();
  private final byte[] bytes = new byte[ColumnPairKey.COLUMN_BYTES];
  private final Sink sink;
  private final Bucket end; // the first bucket after the interval
  private final AddedPairs added;
  private final ColumnBits dropped; // null unless columns are dropped
  private final NewlyListed newly; // null unless columns are dropped
  private final MergedRuns stored;
  private final boolean listsAll;
  private final boolean readsAll; // of the interval of the stored runs
  private final int firstMerged; // stored runs from this one on are merged with the new entries
  private final long maxOrdinary; // columns of a bucket that are ordinary, at most
  private final RunWriter run;
  private final OutputStream others; // null if this is no table of twins
  private boolean inStored; // the stored runs stand at a bucket that has not been read
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

  /**
   * @param first the first bucket that there may be in the interval
   * @param end the first that there may be after it
   * @param run where the new run goes
   * @param others where the columns go that twins decide on; null for bands
   */
  IndexMerge(
      Configuration conf,
      IndexTable table,
      Bucket first,
      Bucket end,
      RunWriter run,
      OutputStream others,
      Sink sink)
      throws IOException {
    this.sink = sink;
    this.end = end;
    this.run = run;
    this.others = others;
    BucketRule rule = IndexJob.rule(conf, table);
    added = new AddedPairs(rule, this::write);
    dropped = IndexJob.dropped(conf);
    newly = dropped == null ? null : new NewlyListed(rule, this::write);
    stored = IndexJob.openRuns(conf, table);
    firstMerged = IndexJob.firstMerged(conf);
    listsAll = IndexJob.listsAll(conf);
    readsAll = listsAll || firstMerged < IndexJob.numberOfRuns(conf, table);
    maxOrdinary = table == IndexTable.TWINS ? rule.maxColumns() : Long.MAX_VALUE;
    inStored = stored.seek(first.band, first.hash);
  }

  /**
   * Adds a new entry; entries come by band, hash and column, columns larger than the stored ones.
   */
  void add(int newBand, long newHash, long newColumn) throws IOException, InterruptedException {
    received++;
    if (!isOpen || newHash != hash || newBand != band) {
      closeBucket();
      moveStoredTo(new Bucket(newBand, newHash));
      openBucket(newBand, newHash);
    }
    takeStored(newColumn);
    take(newColumn, false, true);
    write(newColumn);
  }

  /** Reads what is stored before a bucket, as far as it must be copied or listed. */
  private void moveStoredTo(Bucket bucket) throws IOException, InterruptedException {
    if (readsAll) {
      while (inStored && bucket.isAfter(stored.band(), stored.hash())) {
        openBucket(stored.band(), stored.hash());
        closeBucket();
      }
    } else if (inStored && bucket.isAfter(stored.band(), stored.hash())) {
      inStored = stored.seek(bucket.band, bucket.hash);
    }
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

  private void closeBucket() throws IOException, InterruptedException {
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
      sink.progress();
    }
  }

  /** Writes the pairs of one column. */
  private void write(long i, long[] js, int from, int to) throws IOException, InterruptedException {
    startLine().append('1').append('\t').append(i);
    for (int at = from; at < to; at++) {
      line.append(' ').append(js[at]);
    }
    sink.write(line.toText());
  }

  private LineBuilder startLine() {
    return line.clear().append(band).append('\t').append(hex.toHexDigits(hash)).append('\t');
  }

  /** Writes pairs as {@link AddedPairs} lists them. */
  private void write(int old, int heads, long[] columns, int from, int to)
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
    sink.write(line.toText());
  }

  /** Reads the rest of the interval, as far as it must be copied or listed. */
  void finish() throws IOException, InterruptedException {
    closeBucket();
    if (readsAll) {
      moveStoredTo(end);
    }
  }

  /** Adds what was counted to the counters of a task. */
  void count(TaskInputOutputContext<?, ?, ?, ?> context) {
    context.getCounter(IndexCounters.ENTRIES_RECEIVED).increment(received);
    context.getCounter(IndexCounters.ENTRIES_READ).increment(read);
    context.getCounter(IndexCounters.ENTRIES_WRITTEN).increment(written);
    context.getCounter(IndexCounters.CHANGED_ORDINARY).increment(changedOrdinary);
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
