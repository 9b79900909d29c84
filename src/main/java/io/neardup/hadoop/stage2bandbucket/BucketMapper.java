package io.neardup.hadoop.stage2bandbucket;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Map side of a sort by bucket. Sends columns in buckets, many at once: (range of hashes, its
 * entries), so that Hadoop sorts one record for many of them; {@link BucketReducer} sorts the
 * entries.
 *
 * <p>Memory: {@value #MAX_BYTES} bytes of entries in arrays of up to twice their size.
 *
 * @param <V> the values that are read
 */
public abstract class BucketMapper<V> extends Mapper<LongWritable, V, LongWritable, BytesWritable> {

  private static final int MAX_BYTES = 8 << 20;
  private static final int FEW = 8; // entries an array has room for at first

  private final LongWritable range = new LongWritable();
  private final BytesWritable entries = new BytesWritable();
  private byte[][] bytes = {}; // by range
  private int[] lengths = {};
  private int length; // of all

  /**
   * Sends a column in a bucket.
   *
   * @param hash of the bucket; those of a band are spread evenly
   * @param order a number that orders the columns of a bucket (unsigned)
   */
  protected final void send(int band, long hash, long order, long column, Context context)
      throws IOException, InterruptedException {
    int in = Math.toIntExact(BucketRanges.range(band, hash));
    if (in >= bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max((band + 1) * BucketRanges.RANGES, 2 * bytes.length));
      lengths = Arrays.copyOf(lengths, bytes.length);
    }
    int at = lengths[in];
    if (bytes[in] == null) {
      bytes[in] = new byte[FEW * BucketReducer.ENTRY_BYTES];
    } else if (at == bytes[in].length) {
      bytes[in] = Arrays.copyOf(bytes[in], 2 * at);
    }
    BucketReducer.put(bytes[in], at, hash, order, column);
    lengths[in] += BucketReducer.ENTRY_BYTES;
    length += BucketReducer.ENTRY_BYTES;
    if (length >= MAX_BYTES) {
      sendAll(context);
    }
  }

  private void sendAll(Context context) throws IOException, InterruptedException {
    for (int in = 0; in < bytes.length; in++) {
      if (lengths[in] > 0) {
        range.set(in);
        entries.set(bytes[in], 0, lengths[in]);
        context.write(range, entries);
        bytes[in] = null;
        lengths[in] = 0;
      }
    }
    length = 0;
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    sendAll(context);
  }
}
