package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.io.ColumnPairKey;
import io.neardup.hadoop.io.Disk;
import io.neardup.hadoop.io.HadoopSettings;
import io.neardup.hadoop.io.LineBuilder;
import io.neardup.hadoop.io.SignatureCursor;
import io.neardup.hadoop.io.SignatureInputFormat;
import io.neardup.minhash.SignatureColumn;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.BitSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The slots of all i with the j of one block that are in their lists → lines {@code
 * j<TAB>i:agreement …} of the plausible pairs, by j, then i. The signatures of the block are read
 * beside the keys, which are sorted by block.
 *
 * <p>Memory: the signatures of a block, and a bounded number of plausible pairs.
 */
public final class FirstLookReducer
    extends Reducer<ColumnPairKey, ListedSignature, NullWritable, Text> {

  /** Length in bytes at which a line ends and the list goes on in a further one. */
  private static final int MAX_LINE_BYTES = 1 << 19;

  private final LineBuilder line = new LineBuilder();
  private final BitSet present = new BitSet();
  private SignatureCursor signatures;
  private PlausiblePairs plausible;
  private byte[] block;
  private int blockSize;
  private int slots;
  private int slotsLength;
  private int minimumAgreement;
  private long lineColumn;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    slots = SignatureInputFormat.slots(conf);
    slotsLength = Integer.BYTES * slots;
    signatures = new SignatureCursor(conf, Verification.signatures(conf), slots);
    minimumAgreement = Verification.minimumAgreement(HadoopSettings.of(conf), slots);
    blockSize = ColumnBlocks.of(conf).size();
    block = new byte[blockSize * slotsLength];
    plausible = new PlausiblePairs(Disk.of(context), PlausiblePairs.IN_MEMORY);
  }

  @Override
  protected void reduce(ColumnPairKey key, Iterable<ListedSignature> lists, Context context)
      throws IOException, InterruptedException {
    long first = key.first();
    load(first, context);
    long implausible = 0;
    long before = plausible.added();
    for (ListedSignature list : lists) { // the key moves on with the values
      IntArrayList offsets = list.offsets();
      for (int o = 0; o < offsets.size(); o++) {
        int offset = offsets.getInt(o);
        if (!present.get(offset)) {
          throw Verification.withoutSignature(first + offset);
        }
        int agreement =
            SignatureColumn.agreement(
                list.bytes(), list.slotsOffset(), block, offset * slotsLength, slots);
        if (agreement < minimumAgreement) {
          implausible++;
        } else {
          plausible.add(offset, key.second(), agreement);
        }
      }
      context.progress();
    }
    context.getCounter(VerifyCounters.PLAUSIBLE).increment(plausible.added() - before);
    context.getCounter(VerifyCounters.IMPLAUSIBLE).increment(implausible);
    plausible.drain((offset, i, agreement) -> append(first + offset, i, agreement, context));
    flush(context);
  }

  /** Reads the signatures of the block that begins with a column. */
  private void load(long first, Context context) throws IOException {
    present.clear();
    for (int offset = 0; offset < blockSize; offset++) {
      if (signatures.seek(first + offset)) {
        int from = signatures.slotsOffset();
        System.arraycopy(signatures.bytes(), from, block, offset * slotsLength, slotsLength);
        present.set(offset);
      }
    }
    context.progress();
  }

  private void append(long j, long i, int agreement, Context context)
      throws IOException, InterruptedException {
    if (j != lineColumn || line.length() > MAX_LINE_BYTES) {
      flush(context);
    }
    if (line.length() == 0) {
      lineColumn = j;
      line.append(j).append('\t');
    } else {
      line.append(' ');
    }
    line.append(i).append(':').append(agreement);
  }

  private void flush(Context context) throws IOException, InterruptedException {
    if (line.length() > 0) {
      context.write(NullWritable.get(), line.toText());
      line.clear();
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    signatures.close();
    plausible.close();
  }
}
