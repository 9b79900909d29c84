package io.neardup.hadoop.stopshingles;

import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.sort.HashSort;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The shingles of a range → lines {@code hash<TAB>documents} of those that many sampled documents
 * of some source have, ascending; the number is the largest of all sources.
 *
 * <p>Memory: 16 bytes for each pair of a document and a shingle of the range. Hashes are spread
 * evenly, so the number of ranges bounds it.
 */
public final class SharedShingleReducer
    extends Reducer<IntWritable, BytesWritable, NullWritable, Text> {

  private final LongArrayList hashes = new LongArrayList(); // those of a value stand together
  private final LongArrayList sources = new LongArrayList(); // of the values
  private final IntArrayList ends = new IntArrayList(); // where the hashes of the values end
  private final LongArrayList sorted = new LongArrayList();
  private final LongOpenHashSet shared = new LongOpenHashSet();
  private final HashSort sort = new HashSort();
  private final HexFormat hex = HexFormat.of();
  private final LineBuilder line = new LineBuilder();
  private ShingleSample sample;

  @Override
  protected void setup(Context context) throws IOException {
    sample = ShingleSample.of(context.getConfiguration());
  }

  @Override
  protected void reduce(IntWritable range, Iterable<BytesWritable> values, Context context)
      throws IOException, InterruptedException {
    hashes.clear();
    sources.clear();
    ends.clear();
    long least = Long.MAX_VALUE;
    for (BytesWritable value : values) {
      long source = BigEndian.getLong(value.getBytes(), 0);
      least = Math.min(least, sample.minDocuments(source));
      for (int at = Long.BYTES; at < value.getLength(); at += Long.BYTES) {
        // Sorted as signed numbers, these are in the order of unsigned hashes.
        hashes.add(BigEndian.getLong(value.getBytes(), at) ^ Long.MIN_VALUE);
      }
      sources.add(source);
      ends.add(hashes.size());
    }
    context.getCounter(StopShingleCounters.SAMPLED_PAIRS_RECEIVED).increment(hashes.size());
    findShared(least);
    countInSources(context);
  }

  /** Finds the hashes that so many documents have, in whatever sources. */
  private void findShared(long least) {
    shared.clear();
    sorted.clear();
    sorted.addElements(0, hashes.elements(), 0, hashes.size());
    long[] all = sorted.elements();
    sort.sort(all, 0, sorted.size());
    for (int from = 0, to; from < sorted.size(); from = to) {
      to = endOfRun(all, from, sorted.size());
      if (to - from >= least) {
        shared.add(all[from]);
      }
    }
  }

  private static int endOfRun(long[] all, int from, int size) {
    int to = from + 1;
    while (to < size && all[to] == all[from]) {
      to++;
    }
    return to;
  }

  /** Counts the documents of each source that have these hashes. */
  private void countInSources(Context context) throws IOException, InterruptedException {
    LongArrayList of = new LongArrayList();
    sorted.clear();
    int value = 0;
    for (int i = 0; i < hashes.size(); i++) {
      while (i == ends.getInt(value)) {
        value++;
      }
      if (shared.contains(hashes.getLong(i))) {
        sorted.add(hashes.getLong(i));
        of.add(sources.getLong(value));
      }
    }
    long[] all = sorted.elements();
    int size = sorted.size();
    LongArrays.radixSort(all, of.elements(), 0, size);
    for (int from = 0, end; from < size; from = end) {
      end = endOfRun(all, from, size);
      int most = 0;
      for (int first = from, next; first < end; first = next) {
        next = endOfRun(of.elements(), first, end);
        if (next - first >= sample.minDocuments(of.getLong(first))) {
          most = Math.max(most, next - first);
        }
      }
      if (most > 0) {
        line.clear().append(hex.toHexDigits(all[from] ^ Long.MIN_VALUE)).append('\t');
        context.write(NullWritable.get(), line.append(most).toText());
      }
    }
  }
}
