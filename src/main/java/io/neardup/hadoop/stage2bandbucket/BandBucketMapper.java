package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;

/**
 * Signature column → for each of its b bands (band, band hash, signature hash, column) (Exercise
 * 3.4.4 a).
 */
public final class BandBucketMapper extends BucketMapper<BytesWritable> {

  private int bands;
  private BandHasher hasher;

  @Override
  protected void setup(Context context) {
    Settings settings = HadoopSettings.of(context.getConfiguration());
    bands = settings.getInt(Keys.BANDS);
    hasher = new BandHasher(new BandingScheme(bands, settings.getInt(Keys.ROWS)));
  }

  @Override
  protected void map(LongWritable position, BytesWritable record, Context context)
      throws IOException, InterruptedException {
    byte[] bytes = record.getBytes();
    long column = SignatureColumn.column(bytes, 0);
    long signatureHash = hasher.signatureHash(bytes, SignatureColumn.SLOTS_OFFSET);
    for (int band = 0; band < bands; band++) {
      long bandHash = hasher.bandHash(bytes, SignatureColumn.SLOTS_OFFSET, band);
      send(band, bandHash, signatureHash, column, context);
    }
    context.getCounter(BandBucketCounters.SIGNATURES).increment(1);
  }
}
