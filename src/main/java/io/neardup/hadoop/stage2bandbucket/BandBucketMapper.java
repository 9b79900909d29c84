package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.HashRanges;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import io.neardup.minhash.SignatureColumn;
import io.neardup.sort.HashOrder;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Signature column → for each of its b bands, its hash there with the column. The columns of many
 * signatures are gathered, sorted by their hash in each band, and cut into a run for each range of
 * hashes: the shuffle sorts runs, not columns.
 *
 * <p>Memory: about {@value #BATCH_BYTES} bytes for what is gathered, and 8 MB to sort a band.
 */
public final class BandBucketMapper
    extends Mapper<NullWritable, BytesWritable, BandRunKey, BytesWritable> {

  /** What the gathered columns take at most, about. */
  private static final int BATCH_BYTES = 24 << 20;

  private static final int MIN_COLUMNS = 64;

  private final BandRunKey key = new BandRunKey();
  private final BytesWritable value = new BytesWritable();
  private final BandRun run = new BandRun();
  private final HashOrder order = new HashOrder();
  private BandHasher hasher;
  private HashRanges ranges;
  private int maxColumns;
  private long[][] bandHashes; // by band, then column gathered
  private long[] signatureHashes;
  private long[] columns;
  private int size;

  @Override
  protected void setup(Context context) {
    Settings settings = HadoopSettings.of(context.getConfiguration());
    int bands = settings.getInt(Keys.BANDS);
    hasher = new BandHasher(new BandingScheme(bands, settings.getInt(Keys.ROWS)));
    ranges = HashRanges.of(context.getConfiguration());
    maxColumns = columns(bands);
    bandHashes = new long[bands][MIN_COLUMNS];
    signatureHashes = new long[MIN_COLUMNS];
    columns = new long[MIN_COLUMNS];
  }

  @Override
  protected void map(NullWritable nothing, BytesWritable record, Context context)
      throws IOException, InterruptedException {
    byte[] bytes = record.getBytes();
    long column = SignatureColumn.column(bytes, 0);
    if (size == maxColumns
        || (size > 0 && (column < columns[0] || column - columns[0] > BandRun.MAX_DISTANCE))) {
      emit(context);
    }
    if (size == columns.length) {
      grow();
    }
    columns[size] = column;
    signatureHashes[size] = hasher.signatureHash(bytes, SignatureColumn.SLOTS_OFFSET);
    for (int band = 0; band < bandHashes.length; band++) {
      bandHashes[band][size] = hasher.bandHash(bytes, SignatureColumn.SLOTS_OFFSET, band);
    }
    size++;
  }

  /** Returns how many columns a task gathers. */
  static int columns(int bands) {
    return Math.max(MIN_COLUMNS, BATCH_BYTES / (Long.BYTES * (bands + 2)));
  }

  private void grow() {
    int length = Math.min(maxColumns, 2 * columns.length);
    for (int band = 0; band < bandHashes.length; band++) {
      bandHashes[band] = Arrays.copyOf(bandHashes[band], length);
    }
    signatureHashes = Arrays.copyOf(signatureHashes, length);
    columns = Arrays.copyOf(columns, length);
  }

  /** Sends what was gathered, band by band. */
  private void emit(Context context) throws IOException, InterruptedException {
    for (int band = 0; band < bandHashes.length; band++) {
      long[] hashes = bandHashes[band];
      order.order(hashes, size);
      int rangeOfRun = 0;
      for (int i = 0; i < size; i++) {
        int place = order.at(i);
        int range = ranges.range(hashes[place]);
        if (range != rangeOfRun || run.isFull()) {
          send(band, rangeOfRun, context);
          rangeOfRun = range;
        }
        run.add(hashes[place], signatureHashes[place], (int) (columns[place] - columns[0]));
      }
      send(band, rangeOfRun, context);
      context.progress();
    }
    context.getCounter(BandBucketCounters.SIGNATURES).increment(size);
    size = 0;
  }

  private void send(int band, int range, Context context) throws IOException, InterruptedException {
    if (!run.isEmpty()) {
      value.set(run.bytes(), 0, run.length());
      context.write(key.set(band, range, columns[0]), value);
      run.clear();
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    emit(context);
  }
}
