package io.neardup.hadoop.stopshingles;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.sort.HashSort;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * (column, document) → the distinct shingles of the documents of a {@link ShingleSample}. It sends
 * many at once: (range of hashes, 8 bytes for the source and for each hash).
 *
 * <p>Memory: 8 bytes for each of {@value #MAX_HASHES} hashes, and the shingles of a document.
 */
public final class SampledShingleMapper
    extends Mapper<LongWritable, DocumentWritable, LongWritable, BytesWritable> {

  private static final int MAX_HASHES = 1 << 20;
  private static final int MAX_SENT = 1 << 13; // hashes of a value
  private static final String RANGE_BITS = "neardup-internal.hash-range-bits";
  private static final int MAX_RANGE_BITS = 16;
  private static final long MAX_IN_RANGE = 1 << 17; // hashes, about

  private final LongWritable key = new LongWritable();
  private final BytesWritable value = new BytesWritable();
  private final HashSort sort = new HashSort();
  private final LongArrayList hashes = new LongArrayList();
  private final byte[] bytes = new byte[Long.BYTES * (1 + MAX_SENT)];
  private ShingleSample sample;
  private long source = ShingleSample.NO_SOURCE; // of the hashes
  private DocumentShingler shingler;
  private int rangeBits;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    sample = new ShingleSample(conf);
    shingler = Shinglers.ofOccurrences(conf, HadoopSettings.of(conf));
    rangeBits = conf.getInt(RANGE_BITS, 0);
  }

  /**
   * Returns the number of high bits of a hash that give its range, 0 to 16: the fewest that will
   * do. Hashes are spread evenly, so each range receives about the same number.
   *
   * @param hashes how many there are
   * @param minRanges how many ranges there are at least
   */
  static int rangeBits(long hashes, long minRanges) {
    int bits = 0;
    while (bits < MAX_RANGE_BITS && (hashes >> bits > MAX_IN_RANGE || 1L << bits < minRanges)) {
      bits++;
    }
    return bits;
  }

  static void setRangeBits(Configuration conf, int bits) {
    conf.setInt(RANGE_BITS, bits);
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    long in = sample.source(column.get(), document);
    if (in == ShingleSample.NO_SOURCE) {
      return;
    }
    if (in != source) {
      send(context);
      source = in;
      BigEndian.putLong(bytes, 0, source);
    }
    context.getCounter(StopShingleCounters.DOCUMENTS_SAMPLED).increment(1);
    LongArrayList shingles =
        shingler.elements(document.textBytes(), document.textOffset(), document.textLength());
    sort.sort(shingles.elements(), 0, shingles.size());
    for (int i = 0; i < shingles.size(); i++) {
      if (i == 0 || shingles.getLong(i) != shingles.getLong(i - 1)) {
        if (hashes.size() == MAX_HASHES) {
          send(context);
        }
        hashes.add(shingles.getLong(i));
      }
    }
  }

  private void send(Context context) throws IOException, InterruptedException {
    context.getCounter(StopShingleCounters.SAMPLED_PAIRS_SENT).increment(hashes.size());
    sort.sort(hashes.elements(), 0, hashes.size()); // so that those of a range stand together
    int length = Long.BYTES;
    for (int i = 0; i < hashes.size(); i++) {
      long hash = hashes.getLong(i);
      long range = rangeBits == 0 ? 0 : hash >>> (Long.SIZE - rangeBits);
      if (length > Long.BYTES && (range != key.get() || length == bytes.length)) {
        send(length, context);
        length = Long.BYTES;
      }
      key.set(range);
      BigEndian.putLong(bytes, length, hash);
      length += Long.BYTES;
    }
    if (length > Long.BYTES) {
      send(length, context);
    }
    hashes.clear();
  }

  private void send(int length, Context context) throws IOException, InterruptedException {
    value.set(bytes, 0, length);
    context.write(key, value);
    context.progress();
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    send(context);
  }
}
