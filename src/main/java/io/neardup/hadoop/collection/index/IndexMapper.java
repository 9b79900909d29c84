package io.neardup.hadoop.collection.index;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.stage2bandbucket.BandBatch;
import io.neardup.hadoop.stage2bandbucket.BandRunKey;
import io.neardup.hadoop.stage2bandbucket.BandRunSender;
import io.neardup.hadoop.table.ColumnSet;
import io.neardup.hadoop.table.HashRanges;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * New signature column → its entries in the tables of the index. The mapper sends the entries as
 * sorted runs of many columns: ((band, range of hashes, first column), run).
 *
 * <p>Memory: {@link BandBatch}.
 */
public final class IndexMapper
    extends Mapper<NullWritable, BytesWritable, BandRunKey, BytesWritable> {

  private BandHasher hasher;
  private int bandsOfSignature;
  private int firstBand;
  private long[] hashes; // by band of a key
  private BandBatch batch;
  private BandRunSender sender;
  private ColumnSet.Cursor notOrdinary; // null if all columns are ordinary

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    Settings settings = HadoopSettings.of(conf);
    bandsOfSignature = settings.getInt(Keys.BANDS);
    hasher = new BandHasher(new BandingScheme(bandsOfSignature, settings.getInt(Keys.ROWS)));
    firstBand = IndexJob.firstBand(conf);
    hashes = new long[IndexJob.bands(conf)];
    batch = new BandBatch(hashes.length, HashRanges.of(conf));
    sender = new BandRunSender(context);
    notOrdinary = IndexJob.notOrdinary(conf);
  }

  @Override
  protected void map(NullWritable nothing, BytesWritable record, Context context)
      throws IOException, InterruptedException {
    byte[] bytes = record.getBytes();
    long column = SignatureColumn.column(bytes, 0);
    context.getCounter(IndexCounters.SIGNATURES).increment(1);
    if (notOrdinary != null && notOrdinary.contains(column)) {
      return;
    }
    if (!batch.hasRoomFor(column)) {
      send(context);
    }
    for (int band = 0; band < hashes.length; band++) {
      hashes[band] =
          firstBand + band == bandsOfSignature
              ? hasher.signatureHash(bytes, SignatureColumn.SLOTS_OFFSET)
              : hasher.bandHash(bytes, SignatureColumn.SLOTS_OFFSET, firstBand + band);
    }
    batch.add(column, 0, hashes); // so that the columns of a bucket are sorted by number
  }

  private void send(Context context) throws IOException, InterruptedException {
    context.getCounter(IndexCounters.ENTRIES_SENT).increment((long) batch.size() * hashes.length);
    sender.send(batch);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    send(context);
    if (notOrdinary != null) {
      notOrdinary.close();
    }
  }
}
