package io.neardup.hadoop.stopshingles;

import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.sort.HashSort;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The shingles of a range → lines {@code hash<TAB>documents} of those that many sampled documents
 * have, ascending.
 *
 * <p>Memory: 8 bytes for each pair of a document and a shingle of the range. Hashes are spread
 * evenly, so the number of ranges bounds it.
 */
public final class SharedShingleReducer
    extends Reducer<IntWritable, BytesWritable, NullWritable, Text> {

  private static final String MIN_DOCUMENTS = "neardup-internal.min-sampled-documents";

  private final LongArrayList hashes = new LongArrayList();
  private final HashSort sort = new HashSort();
  private final HexFormat hex = HexFormat.of();
  private final LineBuilder line = new LineBuilder();
  private long minDocuments;

  /** Sets how many sampled documents a shingle has at least. */
  static void setMinDocuments(Configuration conf, long documents) {
    conf.setLong(MIN_DOCUMENTS, documents);
  }

  @Override
  protected void setup(Context context) {
    minDocuments = context.getConfiguration().getLong(MIN_DOCUMENTS, 1);
  }

  @Override
  protected void reduce(IntWritable range, Iterable<BytesWritable> values, Context context)
      throws IOException, InterruptedException {
    hashes.clear();
    for (BytesWritable value : values) {
      for (int at = 0; at < value.getLength(); at += Long.BYTES) {
        // Sorted as signed numbers, these are in the order of unsigned hashes.
        hashes.add(BigEndian.getLong(value.getBytes(), at) ^ Long.MIN_VALUE);
      }
    }
    context.getCounter(StopShingleCounters.SAMPLED_PAIRS_RECEIVED).increment(hashes.size());
    long[] all = hashes.elements();
    int size = hashes.size();
    sort.sort(all, 0, size);
    for (int from = 0; from < size; ) {
      int to = from + 1;
      while (to < size && all[to] == all[from]) {
        to++;
      }
      if (to - from >= minDocuments) {
        line.clear().append(hex.toHexDigits(all[from] ^ Long.MIN_VALUE)).append('\t');
        context.write(NullWritable.get(), line.append(to - from).toText());
      }
      from = to;
    }
  }
}
