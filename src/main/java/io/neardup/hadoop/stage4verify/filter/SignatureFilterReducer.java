package io.neardup.hadoop.stage4verify.filter;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage4verify.compare.ComparedDocument;
import io.neardup.hadoop.stage4verify.compare.ComparisonLoad;
import io.neardup.hadoop.stage4verify.compare.DocumentBlocks;
import io.neardup.hadoop.stage4verify.compare.Verification;
import io.neardup.hadoop.stage4verify.compare.VerifyCounters;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.RecordSort;
import io.neardup.hadoop.table.SignatureCursor;
import io.neardup.hadoop.table.SignatureInputFormat;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The slots of all i that have candidates j in one block, with those j → lines {@code
 * j<TAB>i:agreement …} of the plausible pairs, by j, then i. The signatures of the block are read
 * from stage 1's output, in the order of the keys. Also writes the lines of marks that {@link
 * DocumentBlocks} reads, and leaves the {@link ComparisonLoad} as a note.
 *
 * <p>Pairs come by i. They are held in lists of the i of each j; when there are too many, the lists
 * are sent to a sort by j. Memory: the signatures of a block, about 32 bytes for each of 2²⁰ pairs,
 * and {@value #BYTES_OF_LISTS} bytes of lists to be sorted, the rest on the local disk.
 */
public final class SignatureFilterReducer extends Reducer<GroupedKey, ListedSignature, Text, Text> {

  /** The name of the part files of plausible pairs. */
  public static final Text PLAUSIBLE = new Text("part");

  /** The name of the part files of marks. */
  public static final Text MARKS = new Text(DocumentBlocks.MARKS + "/part");

  /** Length in bytes at which a line ends; its list continues on a further line. */
  private static final int MAX_LINE_BYTES = 1 << 19;

  private static final int BYTES_OF_LISTS = 16 << 20;
  private static final int TURN = Short.BYTES; // where it is in a record
  private static final int PAIRS = TURN + Integer.BYTES;

  public int pairsInMemory = 1 << 20; // at most
  private final LineBuilder line = new LineBuilder();
  private final LineBuilder mark = new LineBuilder();
  private LongArrayList[] lists; // by offset of j; null where there is none
  private RecordSort sortedLists; // offset of j, turn in which the list was sent there, its i
  private SignatureCursor signatures;
  private ComparisonLoad load;
  private SignatureBlock block;
  private int blockSize;
  private int slots;
  private double threshold;
  private int inMemory; // pairs
  private int turn;
  private long marked = -1;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    slots = SignatureInputFormat.slots(conf);
    signatures = Verification.openSignatures(conf, slots);
    Settings settings = HadoopSettings.of(conf);
    threshold = settings.get(Keys.THRESHOLD);
    blockSize = conf.getInt(Verification.BLOCK_SIZE, 1);
    lists = new LongArrayList[blockSize];
    block = new SignatureBlock(blockSize, slots, Verification.minimumAgreement(settings, slots));
    load = new ComparisonLoad(ColumnPartition.columns(conf));
    sortedLists = new RecordSort(Disk.of(context), BYTES_OF_LISTS);
  }

  @Override
  protected void reduce(GroupedKey key, Iterable<ListedSignature> candidates, Context context)
      throws IOException, InterruptedException {
    long first = key.leadingColumn();
    load(first, context);
    long implausible = 0;
    long plausible = 0;
    for (ListedSignature candidate : candidates) { // the key changes with each value
      LongArrayList offsets = candidate.offsets();
      block.compareWith(candidate.bytes(), candidate.slotsOffset());
      long before = plausible;
      for (int o = 0; o < offsets.size(); o++) {
        int offset = (int) offsets.getLong(o);
        if (!block.has(offset)) {
          throw Verification.withoutSignature(first + offset);
        }
        int agreement = block.agreement(offset);
        if (agreement == SignatureBlock.BELOW) {
          implausible++;
        } else {
          add(offset, ComparedDocument.partner(key.column(), agreement));
          plausible++;
        }
      }
      if (plausible > before) {
        writeMark(key.column(), key.column(), context);
      }
      context.progress();
    }
    context.getCounter(VerifyCounters.PLAUSIBLE).increment(plausible);
    context.getCounter(VerifyCounters.IMPLAUSIBLE).increment(implausible);
    sortLists();
    sortedLists.drainTo((record, length) -> writeList(first, record, length, context));
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

  private void add(int offset, long partner) throws IOException {
    if (inMemory == pairsInMemory) {
      sortLists();
    }
    if (lists[offset] == null) {
      lists[offset] = new LongArrayList();
    }
    lists[offset].add(partner);
    inMemory++;
  }

  private void sortLists() throws IOException {
    for (int offset = 0; offset < blockSize; offset++) {
      LongArrayList list = lists[offset];
      if (list == null) {
        continue;
      }
      byte[] record = new byte[PAIRS + Long.BYTES * list.size()];
      BigEndian.put(record, 0, Short.BYTES, offset);
      BigEndian.put(record, TURN, Integer.BYTES, turn);
      for (int p = 0; p < list.size(); p++) {
        BigEndian.putLong(record, PAIRS + Long.BYTES * p, list.getLong(p));
      }
      sortedLists.add(record);
      lists[offset] = null;
    }
    inMemory = 0;
    turn++;
  }

  private void writeList(long first, byte[] record, int length, Context context)
      throws IOException, InterruptedException {
    long j = first + BigEndian.get(record, 0, Short.BYTES);
    line.clear();
    for (int at = PAIRS; at < length; at += Long.BYTES) {
      long partner = BigEndian.getLong(record, at);
      long i = ComparedDocument.column(partner);
      int agreement = ComparedDocument.agreement(partner);
      if (j != marked) {
        writeMark(j, i, context);
        marked = j;
      }
      if (line.length() > MAX_LINE_BYTES) {
        context.write(PLAUSIBLE, line.toText());
        line.clear();
      }
      if (line.length() == 0) {
        line.append(j).append('\t');
      } else {
        line.append(' ');
      }
      line.append(i).append(':').append(agreement);
      load.add(i, j, agreement >= threshold * slots);
    }
    context.write(PLAUSIBLE, line.toText());
  }

  private void writeMark(long column, long least, Context context)
      throws IOException, InterruptedException {
    context.write(MARKS, mark.clear().append(column).append('\t').append(least).toText());
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    signatures.close();
    sortedLists.close();
    load.write(context);
  }
}
