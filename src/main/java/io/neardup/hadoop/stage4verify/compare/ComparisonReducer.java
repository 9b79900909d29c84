package io.neardup.hadoop.stage4verify.compare;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage4verify.compare.BlockComparison.Member;
import io.neardup.hadoop.stage4verify.compare.BlockComparison.Other;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.PairsOutputFormat;
import io.neardup.hadoop.table.RecordSort;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.hadoop.table.TopNotes;
import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.Measure;
import io.neardup.similarity.OddSketch;
import io.neardup.similarity.SetComparison;
import io.neardup.similarity.SharedPassage;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The members of a block, then the visitors that make plausible pairs with some of them → lines
 * {@code idA<TAB>idB<TAB>signature similarity<TAB>Jaccard<TAB>intersection<TAB>union<TAB>size of
 * A<TAB>size of B} of the pairs kept, as {@link PairsOutputFormat} takes them, under the key (i,
 * j), by i, then j; similarities with six decimals. With {@link Verification#PASSAGES}, the first
 * and last shingle of the {@link SharedPassage} of B follow. Leaves {@link PairNotes}, and a note
 * of the pairs closest to the threshold from below.
 *
 * <p>A document is shingled once for each block that it is sent to. One that has been compared with
 * some that are below the threshold is compared by {@link OddSketch} first. Memory: {@link
 * BlockComparison}, {@value #BYTES_OF_LINES} bytes of lines, the rest on the local disk.
 */
public final class ComparisonReducer
    extends Reducer<GroupedKey, ComparedDocument, GroupedKey, Text> {

  private static final int BYTES_OF_LINES = 32 << 20;

  /** After so many pairs below the threshold, the sketches of a document and its partners pay. */
  private static final int FEW = 4;

  private static final int COLUMN_BYTES = GroupedKey.COLUMN_BYTES;

  private final SetComparison comparison = new SetComparison();
  private final GroupedKey pair = new GroupedKey();
  private final LineBuilder line = new LineBuilder();
  private final LineBuilder beside = new LineBuilder(); // numbers of the pair, then its line
  private final Text text = new Text(); // of the last line written
  private final PairNotes notes = new PairNotes();
  private final TopNotes<SampledPair> justBelow = SampledPair.justBelow();
  private BlockComparison block;
  private RecordSort lines; // i, j, value
  private DocumentShingler inOrder; // null if no passages are asked for
  private LongArrayList ofPassage; // shingles of a document
  private final IndexedSet setOfPassage = new IndexedSet(); // those of the other one
  private long columnOfPassage = -1;
  private boolean exact;
  private Measure measure;
  private double threshold;
  private double leastSampled; // the similarity of a pair that may be sampled, at least
  private int slots;
  private long columnOfMisses = -1;
  private int misses; // of the last document compared: pairs below the bar
  private OddSketch sketch; // of that document, once it has a few misses
  private long kept; // of the block
  private long belowThreshold;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    Settings settings = HadoopSettings.of(conf);
    exact = Verification.exact(settings);
    measure = HadoopSettings.measure(settings);
    threshold = settings.get(Keys.THRESHOLD);
    leastSampled = Math.max(0, threshold - SampledPair.MARGIN);
    slots = SignatureInputFormat.slots(conf);
    if (conf.getBoolean(Verification.PASSAGES, false) && !Shinglers.isCorpusOfSets(conf)) {
      inOrder = Shinglers.inOrder(conf, settings);
    }
    Disk disk = Disk.of(context);
    block =
        new BlockComparison(
            elements(conf, settings),
            disk,
            conf.getLong(Verification.BYTES_IN_MEMORY, Verification.MIN_BYTES),
            (a, b, agreement) -> compare(a, b, agreement, context));
    lines = new RecordSort(disk, BYTES_OF_LINES);
  }

  private Function<DocumentWritable, LongArrayList> elements(Configuration conf, Settings settings)
      throws IOException {
    if (!exact) {
      return document -> new LongArrayList();
    }
    DocumentShingler shingler = Shinglers.forComparisons(conf, settings);
    return document -> document.elements(shingler);
  }

  @Override
  protected void reduce(GroupedKey key, Iterable<ComparedDocument> documents, Context context)
      throws IOException, InterruptedException {
    for (ComparedDocument compared : documents) { // the key changes with each value
      block.take(key.column(), key.tag() == ComparisonMapper.MEMBER, compared);
    }
    block.finish();
    context.getCounter(VerifyCounters.PAIRS_KEPT).increment(kept);
    context.getCounter(VerifyCounters.BELOW_THRESHOLD).increment(belowThreshold);
    kept = 0;
    belowThreshold = 0;
  }

  private void compare(Member a, Other b, int agreement, Context context) throws IOException {
    context.progress();
    if (!exact) {
      Text its = format(a, b, 0, agreement);
      keep(a, b, agreement, slots, its);
      return;
    }
    int intersection = b.common(a);
    if (intersection == BlockComparison.UNKNOWN) {
      intersection = intersection(a, b);
      b.note(a, intersection); // 0 stays right: the bar only rises
    }
    double similarity = measure.similarity(intersection, a.size(), b.size());
    if (similarity >= threshold) {
      int whole = measure.whole(intersection, a.size(), b.size());
      format(a, b, intersection, agreement);
      if (inOrder != null) {
        appendPassage(a, b);
      }
      keep(a, b, intersection, whole, line.toText());
      return;
    }
    belowThreshold++;
    if (similarity >= leastSampled) {
      Text its = format(a, b, intersection, agreement);
      SampledPair.add(justBelow, a.column(), b.column(), similarity, its);
      SampledPair last = justBelow.lastKept();
      leastSampled = last == null ? leastSampled : last.similarity();
    }
  }

  /** Returns the size of the intersection, or 0 if the pair will neither be kept nor sampled. */
  private int intersection(Member a, Other b) {
    double bar = measure.jaccard(Math.min(threshold, leastSampled), a.size(), b.size());
    if (b.column() != columnOfMisses) {
      columnOfMisses = b.column();
      misses = 0;
      sketch = null;
    }
    if ((sketch == null || !a.shingles().sketch().isBelow(sketch, bar))
        && comparison.reaches(b.set(), a.shingles().elements(), a.size(), bar)) {
      return comparison.intersection();
    }
    if (++misses == FEW) {
      sketch = new OddSketch(b.set().elements(), b.size());
    }
    return 0;
  }

  private void appendPassage(Member a, Other b) {
    if (b.column() != columnOfPassage) {
      ofPassage = b.document().elements(inOrder);
      columnOfPassage = b.column();
    }
    setOfPassage.take(a.shingles().elements().clone(), a.size());
    SharedPassage passage = SharedPassage.of(ofPassage, setOfPassage);
    line.append('\t').append(passage.first()).append('\t').append(passage.last());
  }

  private Text format(Member a, Other b, int intersection, int agreement) {
    line.clear().append(a.id(), 0, a.id().length).append('\t');
    line.append(b.document().idBytes(), 0, b.document().idLength()).append('\t');
    line.appendQuotient(agreement, slots).append('\t');
    if (exact) {
      int union = a.size() + b.size() - intersection;
      line.appendQuotient(intersection, union).append('\t');
      line.append(intersection).append('\t').append(union).append('\t');
      line.append(a.size()).append('\t').append(b.size());
    } else {
      line.append("\t\t\t\t");
    }
    return line.toText();
  }

  private void keep(Member a, Other b, int part, int whole, Text its) throws IOException {
    beside.clear().appendQuotient(part, whole);
    ColumnPair.appendSizes(beside, part, a.size(), b.size());
    Text value = beside.append('\t').append(its.getBytes(), 0, its.getLength()).toText();
    byte[] record = new byte[2 * COLUMN_BYTES + value.getLength()];
    BigEndian.put(record, 0, COLUMN_BYTES, a.column());
    BigEndian.put(record, COLUMN_BYTES, COLUMN_BYTES, b.column());
    System.arraycopy(value.getBytes(), 0, record, 2 * COLUMN_BYTES, value.getLength());
    lines.add(record);
    notes.add(a.column(), b.column(), part, whole, its);
    kept++;
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    lines.drainTo(
        (record, length) -> {
          long i = BigEndian.get(record, 0, COLUMN_BYTES);
          pair.set(i, BigEndian.get(record, COLUMN_BYTES, COLUMN_BYTES));
          text.set(record, 2 * COLUMN_BYTES, length - 2 * COLUMN_BYTES);
          context.write(pair, text);
        });
    block.close();
    lines.close();
    notes.write(context);
    justBelow.write(context);
  }
}
