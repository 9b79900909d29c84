package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.Disk;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BucketRule;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;

/**
 * The columns of a bucket → its lines {@code band<TAB>hash<TAB>heads<TAB>columns} (Exercise 3.4.4
 * a). Columns of identical signatures, twins, come one after the other; {@link TwinGroups} decides
 * which are ordinary, and {@link RankedPairs} which pairs of ordinary columns are listed. Leaves
 * the notes of {@link BucketOutput}.
 *
 * <p>Memory: {@link TwinGroups} and {@link RankedPairs}.
 */
public final class BandBucketReducer extends BucketReducer {

  /** The first column whose pairs are listed. */
  static final String FIRST_NEW = "neardup-internal.first-new-column";

  private BucketOutput output;
  private RankedPairs pairs;
  private TwinGroups twins;
  private boolean isOfContainment;
  private boolean isFirst; // bucket of its columns
  private long twinGroups;
  private long twinPairs;

  @Override
  protected void setup(Context context) throws IOException {
    super.setup(context);
    Settings settings = HadoopSettings.of(context.getConfiguration());
    output = new BucketOutput(context);
    isOfContainment = settings.isOfContainment();
    long firstNew = context.getConfiguration().getLong(FIRST_NEW, 0);
    pairs = new RankedPairs(BucketRule.ofBand(settings.getInt(Keys.MAX_BUCKET_COLUMNS)), output);
    twins =
        new TwinGroups(
            settings.getInt(Keys.MAX_TWINS), firstNew, pairs, output, Disk.of(context), 1 << 19);
  }

  @Override
  protected void start(int band, long hash) {
    isFirst = isOfContainment ? AnchorBuckets.isOfSets(hash) : band == 0;
    output.start(isOfContainment && !isFirst ? AnchorBuckets.BAND : band, hash);
    twins.start(isFirst);
  }

  @Override
  protected void add(long order, long column) throws IOException, InterruptedException {
    boolean isOwner = !isOfContainment || AnchorBuckets.isOwner(order);
    twins.add(isOfContainment ? order | 1 : order, column, isOwner);
  }

  @Override
  protected void finish() throws IOException, InterruptedException {
    twins.finish();
    output.end(twins.size(), twins.owners(), pairs);
    if (isFirst) {
      twinGroups += twins.collapsedGroups();
      twinPairs += twins.impliedPairs();
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    super.cleanup(context);
    context.getCounter(BandBucketCounters.TWIN_GROUPS_COLLAPSED).increment(twinGroups);
    context.getCounter(BandBucketCounters.TWIN_PAIRS_IMPLIED).increment(twinPairs);
    twins.close();
    output.close();
  }

  /**
   * Signature column → for each of its b bands (band, band hash, signature hash, column) (Exercise
   * 3.4.4 a).
   */
  public static final class Signatures extends BucketMapper<BytesWritable> {

    private int bands;
    private BandHasher hasher;

    @Override
    protected void setup(Context context) {
      Settings settings = HadoopSettings.of(context.getConfiguration());
      bands = settings.getInt(Keys.BANDS);
      hasher = new BandHasher(settings.banding());
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
}
