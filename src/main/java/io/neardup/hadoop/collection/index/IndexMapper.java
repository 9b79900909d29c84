package io.neardup.hadoop.collection.index;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage2bandbucket.BucketMapper;
import io.neardup.hadoop.table.ColumnSet;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;

/**
 * New signature column → its entries in the tables of the index: one for each band, of order 0, so
 * that the columns of a bucket are sorted by number.
 */
public final class IndexMapper extends BucketMapper<BytesWritable> {

  private BandHasher hasher;
  private int bandsOfSignature;
  private int firstBand;
  private int bands; // of keys
  private ColumnSet.Cursor notOrdinary; // null if all columns are ordinary

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    Settings settings = HadoopSettings.of(conf);
    bandsOfSignature = settings.getInt(Keys.BANDS);
    hasher = new BandHasher(new BandingScheme(bandsOfSignature, settings.getInt(Keys.ROWS)));
    firstBand = IndexJob.firstBand(conf);
    bands = IndexJob.bands(conf);
    notOrdinary = IndexJob.notOrdinary(conf);
  }

  @Override
  protected void map(LongWritable position, BytesWritable record, Context context)
      throws IOException, InterruptedException {
    byte[] bytes = record.getBytes();
    long column = SignatureColumn.column(bytes, 0);
    context.getCounter(IndexCounters.SIGNATURES).increment(1);
    if (notOrdinary != null && notOrdinary.contains(column)) {
      return;
    }
    for (int band = 0; band < bands; band++) {
      long hash =
          firstBand + band == bandsOfSignature
              ? hasher.signatureHash(bytes, SignatureColumn.SLOTS_OFFSET)
              : hasher.bandHash(bytes, SignatureColumn.SLOTS_OFFSET, firstBand + band);
      send(band, hash, 0, column, context);
    }
    context.getCounter(IndexCounters.ENTRIES_SENT).increment(bands);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    super.cleanup(context);
    if (notOrdinary != null) {
      notOrdinary.close();
    }
  }
}
