package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.graph.ContainmentRule;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.RecordSort;
import io.neardup.similarity.Measure;
import java.io.IOException;
import java.util.BitSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * All pairs under the keys of {@link #setKey}, in one task, from the most to the least preferred
 * document → {@linkplain DecisionWriter decisions}. A document with a pair with a more preferred
 * one that is kept is removed: so the kept ones are the lexicographically first maximal independent
 * set of the graph of the pairs. What it is removed for is its best partner: the most similar
 * document that is kept, makes a pair with it and holds enough of it; of equally similar ones the
 * most preferred. Some columns may be removed for others than those in the pairs; these remove no
 * column.
 *
 * <p>Memory: two bits per column of the corpus, and {@value #BYTES_IN_MEMORY} bytes of partners;
 * what does not fit is on the local disk.
 */
public final class LinkReducer extends Reducer<GroupedKey, ColumnPair, Text, Text> {

  /** Read beside: lines {@code column<TAB>smallest …}, by column, of all columns to decide on. */
  static final String COMPONENTS = "components";

  /**
   * Read beside, if there are any: lines {@code column<TAB>kept exact similarity size missing} of
   * the columns that are removed for others than those in the pairs.
   */
  static final String REMOVED = "removed";

  private static final int BYTES_IN_MEMORY = 32 << 20;

  // Places of numbers in the record of a partner: column, distance, place, kept column … So the
  // partners of a column sort from the best on.
  private static final int KEPT = 3;
  private static final int SIMILARITY = 4; // in millionths
  private static final int SIZE = 5; // of the removed document
  private static final int MISSING = 6; // its shingles that the kept one lacks

  private final BitSet removed = new BitSet();
  private final BitSet excluded = new BitSet(); // those that were removed before
  private final DecisionWriter decisions = new DecisionWriter();
  private RecordSort partners; // of removed columns; some are removed themselves
  private ContainmentRule rule;
  private Measure measure;
  private long place; // of the column among those that have a more preferred partner, from 1
  private ColumnLines components;
  private boolean hasComponent;
  private long decided = -1; // the last column decided on

  /** Line of a pair (i, j) → (j, i), without ranks, and its numbers. */
  public static final class Pairs extends Mapper<LongWritable, Text, GroupedKey, ColumnPair> {
    private static final byte[] NO_RANK = {};
    private final ColumnPair pair = new ColumnPair();
    private final GroupedKey key = new GroupedKey();

    @Override
    protected void map(LongWritable position, Text line, Context context)
        throws IOException, InterruptedException {
      pair.parse(line);
      context.write(setKey(key, NO_RANK, pair.larger(), NO_RANK, pair.smaller()), pair);
    }
  }

  /**
   * Sets a key of the two documents of a pair: the less preferred (later) one, which is the group,
   * then the other; of each its rank, then its column. All ranks of a job have the same length.
   */
  static GroupedKey setKey(
      GroupedKey key, byte[] rankOfLater, long later, byte[] rankOfEarlier, long earlier) {
    return key.start(2 * (rankOfLater.length + ColumnPairKey.COLUMN_BYTES))
        .bytes(rankOfLater)
        .column(later)
        .endGroup()
        .bytes(rankOfEarlier)
        .column(earlier);
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    partners = new RecordSort(Disk.of(context), BYTES_IN_MEMORY);
    rule = ContainmentRule.of(HadoopSettings.of(conf));
    measure = HadoopSettings.measure(HadoopSettings.of(conf));
    components = new ColumnLines(conf, StageJob.beside(conf, COMPONENTS));
    Path folder = StageJob.beside(conf, REMOVED);
    if (folder != null) {
      try (ColumnLines before = new ColumnLines(conf, folder)) {
        while (before.next()) {
          removed.set((int) before.column());
          excluded.set((int) before.column());
          long kept = before.readNumber();
          partners.add(
              BigEndian.record(
                  before.column(),
                  Measure.EXACT_ONE - before.readFurtherNumber(),
                  0,
                  kept,
                  before.readFurtherNumber(),
                  before.readFurtherNumber(),
                  before.readFurtherNumber()));
        }
      }
    }
  }

  private byte[] partner(long column, long kept, long itsPlace, ColumnPair link) {
    int size = link.sizeOf(column, kept);
    return BigEndian.record(
        column,
        Measure.EXACT_ONE - link.exact(measure),
        itsPlace,
        kept,
        link.similarity(),
        size,
        size - link.intersection());
  }

  @Override
  protected void reduce(GroupedKey key, Iterable<ColumnPair> links, Context context)
      throws IOException, InterruptedException {
    long column = key.groupColumn();
    boolean isExcluded = excluded.get((int) column);
    byte[] best = null; // partner of the column; while there is none, it may be kept
    long greatest = -1; // similarity
    long allowed = 0;
    long others = 0;
    place++;
    for (ColumnPair link : links) { // the key moves on with the values
      long earlier = key.column();
      boolean mayGo = rule.allows(link.intersection(), link.sizeOf(column, earlier));
      allowed += mayGo ? 1 : 0;
      others += mayGo ? 0 : 1;
      if (isExcluded) {
        continue;
      }
      if (!removed.get((int) earlier)) {
        long similarity = link.exact(measure);
        if (mayGo && similarity > greatest) {
          best = partner(column, earlier, 0, link);
          greatest = similarity;
        }
      } else if (best == null
          && !excluded.get((int) earlier)
          && rule.allows(link.intersection(), link.sizeOf(earlier, column))) {
        partners.add(partner(earlier, column, place, link)); // which may turn out to be removed
      }
    }
    context.getCounter(ClusterCounters.PAIRS_LINKED).increment(allowed);
    context.getCounter(ClusterCounters.PAIRS_NOT_CONTAINED).increment(others);
    if (best != null) {
      removed.set((int) column);
      partners.add(best);
      context.getCounter(ClusterCounters.LINKED_REMOVED).increment(1);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    hasComponent = components.next();
    partners.drainTo((record, length) -> decide(record, context));
    keepUpTo(Long.MAX_VALUE, context);
    components.close();
    partners.close();
  }

  /** Decides on the column of a partner, and before that on the kept columns before it. */
  private void decide(byte[] record, Context context) throws IOException, InterruptedException {
    long column = BigEndian.number(record, 0);
    long kept = BigEndian.number(record, KEPT);
    if (column == decided || removed.get((int) kept)) {
      return; // a partner that is not the best, or not kept
    }
    keepUpTo(column, context);
    if (!hasComponent || components.column() != column) {
      throw new IOException("column " + column + " is in no component");
    }
    long similarity = BigEndian.number(record, SIMILARITY);
    decisions.write(column, kept, components.readNumber(), kept, similarity, context);
    long size = BigEndian.number(record, SIZE);
    context.getCounter(ClusterCounters.SHINGLES_OF_REMOVED).increment(size);
    long missing = BigEndian.number(record, MISSING);
    context.getCounter(ClusterCounters.SHINGLES_NOT_IN_KEPT).increment(missing);
    decided = column;
    hasComponent = components.next();
  }

  private void keepUpTo(long column, Context context) throws IOException, InterruptedException {
    for (; hasComponent && components.column() < column; hasComponent = components.next()) {
      decisions.write(
          components.column(), components.column(), components.readNumber(), 0, 0, context);
    }
  }
}
