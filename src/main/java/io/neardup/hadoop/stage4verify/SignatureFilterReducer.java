package io.neardup.hadoop.stage4verify;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.SignatureCursor;
import io.neardup.hadoop.table.SignatureInputFormat;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The slots of all i that have candidates j in one block, with those j → lines {@code
 * j<TAB>i:agreement …} of the plausible pairs, by j, then i. The signatures of the block are read
 * from stage 1's output, in the order of the keys. Leaves the {@link ComparisonLoad} as a note and
 * the {@link ColumnMarks} as a file.
 *
 * <p>Memory: the signatures of a block, and a bounded number of plausible pairs and marks.
 */
public final class SignatureFilterReducer
    extends Reducer<ColumnPairKey, ListedSignature, NullWritable, Text> {

  /** Length in bytes at which a line ends; its list continues on a further line. */
  private static final int MAX_LINE_BYTES = 1 << 19;

  private final LineBuilder line = new LineBuilder();
  private SignatureCursor signatures;
  private PlausiblePairs plausible;
  private ComparisonLoad load;
  private ColumnMarks marks;
  private SignatureBlock block;
  private int blockSize;
  private int slots;
  private double threshold;
  private long lineColumn = -1;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    slots = SignatureInputFormat.slots(conf);
    signatures = Verification.openSignatures(conf, slots);
    Settings settings = HadoopSettings.of(conf);
    threshold = settings.get(Keys.THRESHOLD);
    blockSize = ColumnBlocks.of(conf).size();
    block = new SignatureBlock(blockSize, slots, Verification.minimumAgreement(settings, slots));
    load = new ComparisonLoad(ColumnPartition.columns(conf));
    Disk disk = Disk.of(context);
    plausible = new PlausiblePairs(disk, PlausiblePairs.IN_MEMORY);
    marks = new ColumnMarks(disk);
  }

  @Override
  protected void reduce(ColumnPairKey key, Iterable<ListedSignature> lists, Context context)
      throws IOException, InterruptedException {
    long first = key.first();
    load(first, context);
    long implausible = 0;
    long before = plausible.added();
    for (ListedSignature list : lists) { // the key changes with each value
      LongArrayList offsets = list.offsets();
      block.compareWith(list.bytes(), list.slotsOffset());
      boolean isSmaller = false;
      for (int o = 0; o < offsets.size(); o++) {
        int offset = (int) offsets.getLong(o);
        if (!block.has(offset)) {
          throw Verification.withoutSignature(first + offset);
        }
        int agreement = block.agreement(offset);
        if (agreement == SignatureBlock.BELOW) {
          implausible++;
        } else {
          plausible.add(offset, key.second(), agreement);
          isSmaller = true;
        }
      }
      if (isSmaller) {
        marks.add(key.second(), key.second());
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
    block.clear();
    for (int offset = 0; offset < blockSize; offset++) {
      if (signatures.seek(first + offset)) {
        block.put(offset, signatures.bytes(), signatures.slotsOffset());
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
      if (j != lineColumn) {
        marks.add(j, i);
      }
      lineColumn = j;
      line.append(j).append('\t');
    } else {
      line.append(' ');
    }
    line.append(i).append(':').append(agreement);
    load.add(i, j, agreement >= threshold * slots);
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
    load.write(context);
    marks.write(context);
    marks.close();
  }
}
