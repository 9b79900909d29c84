package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.HashRanges;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Signature column → (band hash, column) for each of its b bands (Exercise 3.4.4 a). The mapper
 * sends them as sorted runs of many columns: ((band, range of hashes, first column), run).
 *
 * <p>Memory: {@link BandBatch}.
 */
public final class BandBucketMapper
    extends Mapper<NullWritable, BytesWritable, BandRunKey, BytesWritable> {

  private BandHasher hasher;
  private long[] bandHashes;
  private BandBatch batch;
  private BandRunSender sender;

  @Override
  protected void setup(Context context) {
    Settings settings = HadoopSettings.of(context.getConfiguration());
    int bands = settings.getInt(Keys.BANDS);
    hasher = new BandHasher(new BandingScheme(bands, settings.getInt(Keys.ROWS)));
    bandHashes = new long[bands];
    batch = new BandBatch(bands, HashRanges.of(context.getConfiguration()));
    sender = new BandRunSender(context);
  }

  @Override
  protected void map(NullWritable nothing, BytesWritable record, Context context)
      throws IOException, InterruptedException {
    byte[] bytes = record.getBytes();
    long column = SignatureColumn.column(bytes, 0);
    if (!batch.hasRoomFor(column)) {
      send(context);
    }
    for (int band = 0; band < bandHashes.length; band++) {
      bandHashes[band] = hasher.bandHash(bytes, SignatureColumn.SLOTS_OFFSET, band);
    }
    batch.add(column, hasher.signatureHash(bytes, SignatureColumn.SLOTS_OFFSET), bandHashes);
  }

  /** Sends the gathered columns as runs. */
  private void send(Context context) throws IOException, InterruptedException {
    context.getCounter(BandBucketCounters.SIGNATURES).increment(batch.size());
    sender.send(batch);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    send(context);
  }
}
