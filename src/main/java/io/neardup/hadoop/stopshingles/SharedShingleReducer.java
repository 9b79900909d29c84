package io.neardup.hadoop.stopshingles;

import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.sort.HashSort;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The shingles of a range → lines {@code hash<TAB>documents} of those that many sampled documents
 * of some source have, ascending; the number is the largest of all sources.
 *
 * <p>Memory: 8 to 16 bytes for each pair of a document and a shingle of the range, and about 100
 * for each source. Hashes are spread evenly, so the number of ranges bounds it.
 */
public final class SharedShingleReducer
    extends Reducer<LongWritable, BytesWritable, NullWritable, Text> {

  private final HashSort sort = new HashSort();
  private final HexFormat hex = HexFormat.of();
  private final LineBuilder line = new LineBuilder();
  private ShingleSample sample;

  @Override
  protected void setup(Context context) throws IOException {
    sample = new ShingleSample(context.getConfiguration());
  }

  @Override
  protected void reduce(LongWritable range, Iterable<BytesWritable> values, Context context)
      throws IOException, InterruptedException {
    Long2ObjectOpenHashMap<LongArrayList> bySource = new Long2ObjectOpenHashMap<>();
    for (BytesWritable value : values) {
      LongArrayList shingles =
          bySource.computeIfAbsent(
              BigEndian.getLong(value.getBytes(), 0), source -> new LongArrayList());
      for (int at = Long.BYTES; at < value.getLength(); at += Long.BYTES) {
        // Sorted as signed numbers, these are in the order of unsigned hashes.
        shingles.add(BigEndian.getLong(value.getBytes(), at) ^ Long.MIN_VALUE);
      }
    }
    Long2IntOpenHashMap shared = new Long2IntOpenHashMap();
    bySource.forEach((source, shingles) -> count(source, shingles, shared));
    bySource
        .values()
        .forEach(
            shingles ->
                context
                    .getCounter(StopShingleCounters.SAMPLED_PAIRS_RECEIVED)
                    .increment(shingles.size()));
    for (long shingle : shared.keySet().longStream().sorted().toArray()) {
      line.clear().append(hex.toHexDigits(shingle ^ Long.MIN_VALUE)).append('\t');
      context.write(NullWritable.get(), line.append(shared.get(shingle)).toText());
    }
  }

  /** Finds the shingles that many documents of a source have. */
  private void count(long source, LongArrayList shingles, Long2IntOpenHashMap shared) {
    long[] sorted = shingles.elements();
    sort.sort(sorted, 0, shingles.size());
    long least = sample.minDocuments(source);
    int to;
    for (int from = 0; from < shingles.size(); from = to) {
      to = from + 1;
      while (to < shingles.size() && sorted[to] == sorted[from]) {
        to++;
      }
      if (to - from >= least) {
        shared.mergeInt(sorted[from], to - from, Math::max);
      }
    }
  }
}
