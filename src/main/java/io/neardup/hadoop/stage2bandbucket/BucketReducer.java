package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.RecordSort;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Reduce side of a sort by bucket: sorts the entries of a range that a {@link BucketMapper} sent,
 * by hash (unsigned), order (unsigned), column, and gives them bucket by bucket to its subclass.
 *
 * <pre>
 * offset  length  content of an entry
 * 0       8       hash of the band's slots; or of a set, or anchor
 * 8       8       order: the hash of all slots; or of all shingles in their order, odd for owners
 * 16      5       column
 * </pre>
 *
 * <p>Memory: {@value #SORT_BYTES} bytes; more entries are sorted on the local disk.
 */
public abstract class BucketReducer
    extends Reducer<LongWritable, BytesWritable, NullWritable, Text> {

  /** Bytes of an entry. */
  public static final int ENTRY_BYTES = 2 * Long.BYTES + GroupedKey.COLUMN_BYTES;

  private static final int ORDER = Long.BYTES;
  private static final int COLUMN = 2 * Long.BYTES;
  private static final int SORT_BYTES = 32 << 20;

  private RecordSort sort;
  private long bucket; // its hash
  private boolean isOpen; // whether there is a bucket

  static void put(byte[] bytes, int at, long hash, long order, long column) {
    BigEndian.putLong(bytes, at, hash);
    BigEndian.putLong(bytes, at + ORDER, order);
    BigEndian.put(bytes, at + COLUMN, GroupedKey.COLUMN_BYTES, column);
  }

  /** Begins a bucket. */
  protected abstract void start(int band, long hash);

  /** Takes the next column of the bucket. */
  protected abstract void add(long order, long column) throws IOException, InterruptedException;

  /** Ends the bucket. */
  protected abstract void finish() throws IOException, InterruptedException;

  @Override
  protected void setup(Context context) throws IOException {
    sort = new RecordSort(Disk.of(context), SORT_BYTES);
  }

  @Override
  protected void reduce(LongWritable range, Iterable<BytesWritable> runs, Context context)
      throws IOException, InterruptedException {
    for (BytesWritable run : runs) {
      for (int at = 0; at < run.getLength(); at += ENTRY_BYTES) {
        sort.add(run.getBytes(), at, ENTRY_BYTES);
      }
    }
    int band = BucketRanges.band(range.get());
    sort.<InterruptedException>drainTo((entry, length) -> take(band, entry));
    if (isOpen) {
      finish();
      isOpen = false;
    }
    context.progress();
  }

  private void take(int band, byte[] entry) throws IOException, InterruptedException {
    long hash = BigEndian.getLong(entry, 0);
    if (!isOpen || hash != bucket) {
      if (isOpen) {
        finish();
      }
      start(band, hash);
      bucket = hash;
      isOpen = true;
    }
    add(BigEndian.getLong(entry, ORDER), BigEndian.get(entry, COLUMN, GroupedKey.COLUMN_BYTES));
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    sort.close();
  }
}
