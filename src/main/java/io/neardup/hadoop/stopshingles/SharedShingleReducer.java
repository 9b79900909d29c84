package io.neardup.hadoop.stopshingles;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.sort.HashSort;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
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

  /**
   * (column, document) → the distinct shingles of the documents of a {@link ShingleSample}. It
   * sends many at once: (range of hashes, 8 bytes for the source and for each hash).
   *
   * <p>Memory: 8 bytes for each of {@value #MAX_HASHES} hashes, and the shingles of a document.
   */
  public static final class Documents
      extends Mapper<LongWritable, DocumentWritable, LongWritable, BytesWritable> {

    private static final int MAX_HASHES = 1 << 16; // more are sorted slowly
    private static final int MAX_SENT = 1 << 13; // hashes of a value
    private static final String RANGE_BITS = "neardup-internal.hash-range-bits";
    private static final int MAX_RANGE_BITS = 16;
    private static final long MAX_IN_RANGE = 1 << 15; // hashes, about; likewise

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
      LongArrayList shingles = document.elements(shingler);
      int distinct = sort.sortDistinct(shingles.elements(), shingles.size());
      for (int i = 0; i < distinct; i++) {
        if (hashes.size() == MAX_HASHES) {
          send(context);
        }
        hashes.add(shingles.getLong(i));
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
}
