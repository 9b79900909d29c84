package io.neardup.hadoop.stage4verify.filter;

import io.neardup.hadoop.stage4verify.compare.Verification;
import io.neardup.hadoop.stage4verify.compare.VerifyCounters;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.hadoop.table.SignatureCursor;
import io.neardup.hadoop.table.SignatureInputFormat;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Candidate list of i → for each block with columns j of the list, ((block, i), the slots of i and
 * those j). A block is named by its first column. Signatures and lists are read side by side: both
 * are sorted by column.
 */
public final class SignatureFilterMapper
    extends Mapper<LongWritable, Text, GroupedKey, ListedSignature> {

  private final NumberParser numbers = new NumberParser("a candidate list");
  private final GroupedKey key = new GroupedKey();
  private final ListedSignature listed = new ListedSignature();
  private SignatureCursor signatures;
  private int blockSize;
  private int slotsLength;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    int n = SignatureInputFormat.slots(conf);
    signatures = Verification.openSignatures(conf, n);
    blockSize = conf.getInt(Verification.BLOCK_SIZE, 1);
    slotsLength = Integer.BYTES * n;
  }

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    numbers.start(line);
    long i = numbers.number();
    numbers.expect('\t');
    if (!signatures.seek(i)) {
      throw Verification.withoutSignature(i);
    }
    listed.set(signatures.bytes(), signatures.slotsOffset(), slotsLength);
    long block = -1;
    long candidates = 0;
    do {
      long j = numbers.number();
      long first = j - j % blockSize;
      if (first != block && !listed.offsets().isEmpty()) {
        context.write(key.set(block, i), listed);
        listed.offsets().clear();
      }
      block = first;
      listed.offsets().add(j - block);
      candidates++;
    } while (numbers.accept(' '));
    context.write(key.set(block, i), listed);
    numbers.expectEnd();
    context.getCounter(VerifyCounters.CANDIDATES).increment(candidates);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    signatures.close();
  }
}
