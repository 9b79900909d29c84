package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.io.ColumnPairKey;
import io.neardup.hadoop.io.HadoopSettings;
import io.neardup.hadoop.io.LineBuilder;
import io.neardup.hadoop.io.SignatureCursor;
import io.neardup.hadoop.io.SignatureInputFormat;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The slots of all i that have j in their lists → {@code j<TAB>i:agreement …} of the plausible
 * ones. The signature of j is read beside the keys, which are sorted by j.
 */
public final class FirstLookReducer
    extends Reducer<ColumnPairKey, BytesWritable, NullWritable, Text> {

  /** Length in bytes at which a line ends and the list goes on in a further one. */
  private static final int MAX_LINE_BYTES = 1 << 19;

  private final LineBuilder line = new LineBuilder();
  private SignatureCursor signatures;
  private int slots;
  private int minimumAgreement;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    slots = SignatureInputFormat.slots(conf);
    signatures = new SignatureCursor(conf, Verification.signatures(conf), slots);
    minimumAgreement = Verification.minimumAgreement(HadoopSettings.of(conf), slots);
  }

  @Override
  protected void reduce(ColumnPairKey key, Iterable<BytesWritable> others, Context context)
      throws IOException, InterruptedException {
    long j = key.first();
    Verification.seek(signatures, j);
    long plausible = 0;
    long implausible = 0;
    line.clear();
    for (BytesWritable other : others) { // the key moves on with the values
      int agreement =
          SignatureColumn.agreement(
              other.getBytes(), 0, signatures.bytes(), signatures.slotsOffset(), slots);
      if (agreement < minimumAgreement) {
        implausible++;
        continue;
      }
      plausible++;
      if (line.length() > MAX_LINE_BYTES) {
        context.write(NullWritable.get(), line.toText());
        line.clear();
      }
      if (line.length() == 0) {
        line.append(j).append('\t');
      } else {
        line.append(' ');
      }
      line.append(key.second()).append(':').append(agreement);
    }
    if (line.length() > 0) {
      context.write(NullWritable.get(), line.toText());
    }
    context.getCounter(VerifyCounters.PLAUSIBLE).increment(plausible);
    context.getCounter(VerifyCounters.IMPLAUSIBLE).increment(implausible);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    signatures.close();
  }
}
