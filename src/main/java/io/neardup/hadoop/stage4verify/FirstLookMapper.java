package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.io.ColumnPairKey;
import io.neardup.hadoop.io.LineNumbers;
import io.neardup.hadoop.io.SignatureCursor;
import io.neardup.hadoop.io.SignatureInputFormat;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Candidate list of i → for each j of it, ((j, i), the slots of i). The signatures are read beside
 * the lists, both being sorted by column.
 */
public final class FirstLookMapper
    extends Mapper<LongWritable, Text, ColumnPairKey, BytesWritable> {

  private final LineNumbers numbers = new LineNumbers("a candidate list");
  private final ColumnPairKey key = new ColumnPairKey();
  private final BytesWritable slots = new BytesWritable();
  private SignatureCursor signatures;
  private int slotsLength;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    int n = SignatureInputFormat.slots(conf);
    signatures = new SignatureCursor(conf, Verification.signatures(conf), n);
    slotsLength = 4 * n;
  }

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    numbers.start(line);
    long i = numbers.number();
    numbers.expect('\t');
    Verification.seek(signatures, i);
    slots.set(signatures.bytes(), signatures.slotsOffset(), slotsLength);
    long candidates = 0;
    do {
      context.write(key.set(numbers.number(), i), slots);
      candidates++;
    } while (numbers.accept(' '));
    numbers.expectEnd();
    context.getCounter(VerifyCounters.CANDIDATES).increment(candidates);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    signatures.close();
  }
}
