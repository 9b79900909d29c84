package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.graph.ContainmentRule;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.RecordSort;
import io.neardup.similarity.Measure;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
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
 * <p>Stage 2 does not list all pairs of twins and of large buckets. So documents may be left that
 * are like a kept one through a third, their <em>leader</em>, which is removed. They go with it
 * where the pair is certain: they are equal to the leader, or by both pairs at most 1 − t from what
 * it is removed for (the Jaccard distance is a metric). That are documents that would be kept, if
 * the leader was removed before them; and documents that were kept, if nothing was removed for them
 * and a more preferred one removes the leader. The leader has the smaller column. Of documents that
 * are left though each is at most half of 1 − t from the same removed one, the most preferred is
 * kept, and those go for which nothing was removed: the <em>orphans</em> of that one. If less
 * preferred documents that make a pair with one that went with a document that it does not equal
 * are kept, it is removed for the best of these.
 *
 * <p>Memory: six bits per column of the corpus, {@value #BYTES_IN_MEMORY} bytes each of partners
 * and orphans, what does not fit on the local disk, and about 100 bytes for each leader: with a
 * usual {@code neardup.candidate.max-twins} few but the first of each large group of twins.
 */
public final class LinkReducer extends Reducer<GroupedKey, ColumnPair, Text, Text> {

  /** Read beside: lines {@code column<TAB>smallest …}, by column, of all columns to decide on. */
  static final String COMPONENTS = "components";

  /**
   * Read beside, if there are any: lines {@code column<TAB>kept exact similarity size missing} of
   * the columns that are removed for others than those in the pairs.
   */
  static final String REMOVED = "removed";

  private static final int BYTES_IN_MEMORY = 16 << 20;

  // Places of numbers in the record of a partner: column, distance, place, kept column … So the
  // partners of a column sort from the best on; an equal leader before all, another after all.
  private static final int KEPT_BY_ORPHAN = 2; // in place of a place: what an orphan goes for
  private static final int KEPT = 3;
  private static final int SIMILARITY = 4; // in millionths
  private static final int SIZE = 5; // of the removed document
  private static final int MISSING = 6; // its shingles that the kept one lacks
  private static final int ROLE = 7;

  // Of an orphan, in part the same: removed column, place, column, 0 …
  private static final int ITSELF = 2;
  private static final int MISSING_OF_LEADER = 7; // shingles of the removed column that it lacks

  private static final int PARTNER = 0;
  private static final int LEADER = 1;
  private static final int EQUAL_LEADER = 2;
  private static final int ORPHAN = 3;
  private static final int MILLION = 1_000_000;

  /** Into how many parts 1 − t is divided to say how far something may be. */
  private static final int PARTS = 8;

  /**
   * What a column is removed for, by its pair with which column and of which similarity, and how
   * much the kept one lacks.
   */
  private record Decision(long kept, long other, long similarity, long missing) {}

  private final BitSet removed = new BitSet();
  private final BitSet excluded = new BitSet(); // those that were removed before
  private final BitSet[] room = {
    new BitSet(), new BitSet(), new BitSet()
  }; // parts, of removed ones
  private final BitSet hasRemoved = new BitSet(); // kept ones for which others are removed
  private final Map<Long, Decision> leaders = new HashMap<>(); // null: not decided on yet
  private final DecisionWriter decisions = new DecisionWriter();
  private RecordSort partners; // of removed columns; some are removed themselves
  private RecordSort orphans; // by the removed column, the most preferred first
  private ContainmentRule rule;
  private Measure measure;
  private long apart; // how far documents of a pair may be: 1 - t, in units of 2⁻⁶²
  private long eighth; // of that
  private long place; // of the column among those that have a more preferred partner, from 1
  private ColumnLines components;
  private boolean hasComponent;
  private long orphansOf = -1; // removed column
  private long firstOrphan; // of these
  private long missingInFirst; // how many shingles of the removed column it lacks
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
    return key.start(2 * (rankOfLater.length + GroupedKey.COLUMN_BYTES))
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
    orphans = new RecordSort(Disk.of(context), BYTES_IN_MEMORY);
    Settings settings = HadoopSettings.of(conf);
    rule = ContainmentRule.of(settings);
    measure = HadoopSettings.measure(settings);
    apart = (long) ((1 - settings.get(Keys.THRESHOLD)) * Measure.EXACT_ONE);
    eighth = apart / PARTS;
    components = new ColumnLines(conf, StageJob.beside(conf, COMPONENTS));
    Path folder = StageJob.beside(conf, REMOVED);
    if (folder != null) {
      try (ColumnLines before = new ColumnLines(conf, folder)) {
        while (before.next()) {
          removed.set((int) before.column());
          excluded.set((int) before.column());
          long kept = before.readNumber();
          long distance = Measure.EXACT_ONE - before.readFurtherNumber();
          setRoom(before.column(), apart - distance);
          partners.add(
              BigEndian.record(
                  before.column(),
                  distance,
                  0,
                  kept,
                  before.readFurtherNumber(),
                  before.readFurtherNumber(),
                  before.readFurtherNumber(),
                  PARTNER));
        }
      }
    }
  }

  private byte[] partner(long column, long kept, long itsPlace, ColumnPair link) {
    return record(column, distance(link), itsPlace, kept, link, PARTNER);
  }

  private static byte[] leader(long column, long leader, ColumnPair link) {
    return areEqual(link)
        ? record(column, 0, 0, leader, link, EQUAL_LEADER)
        : record(column, Long.MAX_VALUE, 0, leader, link, LEADER);
  }

  private byte[] orphan(long leader, long column, ColumnPair link) {
    int both = link.intersection();
    int size = link.sizeOf(column, leader);
    int ofLeader = link.sizeOf(leader, column);
    return BigEndian.record(
        leader, place, column, 0, link.similarity(), size, size - both, ofLeader - both);
  }

  private static byte[] record(
      long column, long distance, long itsPlace, long other, ColumnPair link, int role) {
    int size = link.sizeOf(column, other);
    int missing = size - link.intersection();
    return BigEndian.record(
        column, distance, itsPlace, other, link.similarity(), size, missing, role);
  }

  private long distance(ColumnPair link) {
    return Measure.EXACT_ONE - link.exact(measure);
  }

  @Override
  protected void reduce(GroupedKey key, Iterable<ColumnPair> links, Context context)
      throws IOException, InterruptedException {
    long column = key.groupColumn();
    boolean isExcluded = excluded.get((int) column);
    byte[] best = null; // partner of the column; while there is none, it may be kept
    long least = 0; // its distance
    long space = isExcluded ? room(column) : 0; // by the most preferred of such partners
    byte[] leader = null; // of the column
    long allowed = 0;
    long others = 0;
    place++;
    for (ColumnPair link : links) { // the key moves on with the values
      long earlier = key.column();
      long distance = distance(link);
      boolean mayGo = rule.allows(link.intersection(), link.sizeOf(column, earlier));
      allowed += mayGo ? 1 : 0;
      others += mayGo ? 0 : 1;
      boolean isKept = !removed.get((int) earlier);
      boolean goes = isExcluded || best != null;
      if (isKept && goes && follows(earlier, column, link, distance, space)) {
        remove(leader(earlier, column, link), context);
      } else if (isKept && !isExcluded) {
        if (mayGo && (best == null || distance < least)) {
          space = best == null ? apart - distance : space;
          best = partner(column, earlier, 0, link);
          least = distance;
        }
      } else if (!goes) {
        if (leader == null && follows(column, earlier, link, distance, room(earlier))) {
          leader = leader(column, earlier, link);
        }
        if (measure == Measure.JACCARD && distance <= apart / 2) {
          orphans.add(orphan(earlier, column, link)); // the column may turn out to be removed
        }
        if (!excluded.get((int) earlier)
            && rule.allows(link.intersection(), link.sizeOf(earlier, column))) {
          partners.add(partner(earlier, column, place, link)); // it may turn out to be removed
        }
      }
    }
    context.getCounter(ClusterCounters.PAIRS_LINKED).increment(allowed);
    context.getCounter(ClusterCounters.PAIRS_NOT_CONTAINED).increment(others);
    if (best != null) {
      hasRemoved.set((int) BigEndian.number(best, KEPT));
      setRoom(column, apart - least);
      remove(best, context);
    } else if (leader != null) {
      remove(leader, context);
    }
  }

  /**
   * Remembers how far a document may be from a removed column to go with it, in eighths. That is
   * nothing for a column that goes with a leader: in the end it may be removed for another column.
   */
  private void setRoom(long removedColumn, long most) {
    long parts = eighth == 0 ? 0 : Math.max(0, Math.min(most / eighth, PARTS - 1));
    for (int bit = 0; bit < room.length; bit++) {
      room[bit].set((int) removedColumn, (parts >> bit & 1) != 0);
    }
  }

  private long room(long removedColumn) {
    long parts = 0;
    for (int bit = 0; bit < room.length; bit++) {
      parts |= (room[bit].get((int) removedColumn) ? 1 : 0) << bit;
    }
    return parts * eighth;
  }

  /**
   * Returns whether a column that would be kept goes with a removed leader.
   *
   * @param distance of both
   * @param most how far it may be from it: by so much the leader is nearer than 1 − t to what it is
   *     removed for
   */
  private boolean follows(long column, long leader, ColumnPair link, long distance, long most) {
    return leader < column
        && !hasRemoved.get((int) column)
        && (areEqual(link) || (rule.least() == 0 && distance <= most));
  }

  /** Returns whether two documents have the same shingles; by signatures, if only these count. */
  private static boolean areEqual(ColumnPair link) {
    int size = link.sizeOfSmaller();
    return size == link.sizeOfLarger()
        && (size == 0 ? link.similarity() == MILLION : size == link.intersection());
  }

  private void remove(byte[] partner, Context context) throws IOException {
    int column = (int) BigEndian.number(partner, 0);
    removed.set(column);
    partners.add(partner);
    context.getCounter(ClusterCounters.LINKED_REMOVED).increment(1);
    if (leads(BigEndian.number(partner, ROLE))) {
      leaders.put(BigEndian.number(partner, KEPT), null);
    }
  }

  private static boolean leads(long role) {
    return role == LEADER || role == EQUAL_LEADER;
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    orphans.drainTo((record, length) -> adopt(record, context));
    hasComponent = components.next();
    partners.drainTo((record, length) -> decide(record, context));
    keepUpTo(Long.MAX_VALUE, context);
    components.close();
    partners.close();
    orphans.close();
  }

  /**
   * Keeps the first orphan of a removed column that is left, and removes others for it, of which it
   * surely holds enough.
   */
  private void adopt(byte[] orphan, Context context) throws IOException {
    long leader = BigEndian.number(orphan, 0);
    long column = BigEndian.number(orphan, ITSELF);
    if (removed.get((int) column)) {
      return;
    }
    long missing = BigEndian.number(orphan, MISSING);
    long size = BigEndian.number(orphan, SIZE);
    if (leader != orphansOf) {
      orphansOf = leader;
      firstOrphan = column;
      missingInFirst = BigEndian.number(orphan, MISSING_OF_LEADER);
    } else if (!hasRemoved.get((int) column)
        && rule.allows((int) (size - missing - missingInFirst), (int) size)) {
      hasRemoved.set((int) firstOrphan);
      long similarity = BigEndian.number(orphan, SIMILARITY);
      missing += missingInFirst;
      remove(
          BigEndian.record(
              column, Long.MAX_VALUE, firstOrphan, leader, similarity, size, missing, ORPHAN),
          context);
    }
  }

  /** Decides on the column of a partner, and before that on the kept columns before it. */
  private void decide(byte[] record, Context context) throws IOException, InterruptedException {
    long column = BigEndian.number(record, 0);
    long other = BigEndian.number(record, KEPT);
    long role = BigEndian.number(record, ROLE);
    Decision ofLeader = leads(role) ? leaders.get(other) : null;
    if (column == decided || (role != ORPHAN && ofLeader == null && removed.get((int) other))) {
      return; // a partner that is not the best, or not kept
    }
    keepUpTo(column, context);
    if (!hasComponent || components.column() != column) {
      throw new IOException("column " + column + " is in no component");
    }
    long similarity = BigEndian.number(record, SIMILARITY);
    long missing = BigEndian.number(record, MISSING);
    Decision decision;
    if (role == ORPHAN) {
      decision = new Decision(BigEndian.number(record, KEPT_BY_ORPHAN), other, similarity, missing);
    } else if (ofLeader == null) {
      decision = new Decision(other, other, similarity, missing);
    } else if (role == EQUAL_LEADER) { // so it makes the same pair
      decision = ofLeader;
    } else {
      decision = new Decision(ofLeader.kept, other, similarity, missing + ofLeader.missing);
    }
    if (ofLeader != null && excluded.get((int) other)) {
      context.getCounter(ClusterCounters.LINKED_TO_OTHERS).increment(1);
    }
    decisions.write(
        column,
        decision.kept,
        components.readNumber(),
        decision.other,
        decision.similarity,
        context);
    long size = BigEndian.number(record, SIZE);
    context.getCounter(ClusterCounters.SHINGLES_OF_REMOVED).increment(size);
    context.getCounter(ClusterCounters.SHINGLES_NOT_IN_KEPT).increment(decision.missing);
    leaders.replace(column, decision);
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
