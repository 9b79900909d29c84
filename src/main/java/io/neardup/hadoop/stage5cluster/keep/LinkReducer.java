package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.graph.ContainmentRule;
import io.neardup.graph.DirectLinking;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.ColumnValues;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.RecordSort;
import io.neardup.similarity.Measure;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * All pairs under the keys of {@link #setKey}, in one task, from the most to the least preferred
 * document → a line of a {@link Partner} for each removed document and the most similar of the more
 * preferred ones that are kept, and one for each less preferred document that is kept too and makes
 * a pair with it. Some columns may be excluded: they are removed for others, and remove no column.
 *
 * <p>Memory: two bits per column of the corpus, and {@value #BYTES_IN_MEMORY} bytes of lines that
 * wait until it is known whether a document is kept; what does not fit is on the local disk.
 */
public final class LinkReducer extends Reducer<GroupedKey, ColumnPair, NullWritable, Text> {

  private static final String EXCLUDED = "neardup-internal.excluded-from-linking";
  private static final int BYTES_IN_MEMORY = 8 << 20;

  private final LineBuilder line = new LineBuilder();
  private final Text text = new Text();
  private final Partner best = new Partner();
  private final Partner partner = new Partner();
  private DirectLinking linking;
  private RecordSort waiting;
  private ContainmentRule rule;
  private Measure measure;
  private long place; // of the column among those that have a more preferred partner, from 1

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

  /** Tells the reducer of lines {@code column<TAB>number …} of the columns that are excluded. */
  static void setExcluded(Configuration conf, Path columns) {
    conf.set(EXCLUDED, columns.toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    linking = new DirectLinking(Math.toIntExact(ColumnPartition.columns(conf)));
    waiting = new RecordSort(Disk.of(context), BYTES_IN_MEMORY);
    rule = ContainmentRule.of(HadoopSettings.of(conf));
    measure = HadoopSettings.measure(HadoopSettings.of(conf));
    String excluded = conf.get(EXCLUDED);
    if (excluded != null) {
      try (ColumnValues columns = new ColumnValues(conf, new Path(excluded))) {
        while (columns.move()) {
          linking.exclude(columns.of());
        }
      }
    }
  }

  @Override
  protected void reduce(GroupedKey key, Iterable<ColumnPair> links, Context context)
      throws IOException, InterruptedException {
    long column = key.groupColumn();
    boolean excluded = linking.isExcluded(column);
    long allowed = 0;
    long others = 0;
    place++;
    linking.begin(column);
    for (ColumnPair link : links) { // the key moves on with the values
      long earlier = key.column();
      boolean mayGo = rule.allows(link.intersection(), link.sizeOf(column, earlier));
      allowed += mayGo ? 1 : 0;
      others += mayGo ? 0 : 1;
      if (excluded) {
        continue;
      }
      if (mayGo && linking.neighbour(earlier, link.exact(measure))) {
        set(best, column, earlier, link, 0);
      } else if (linking.mayReplace(earlier)
          && rule.allows(link.intersection(), link.sizeOf(earlier, column))) {
        set(partner, earlier, column, link, place);
        waiting.add(line(earlier, column, partner).copyBytes());
      }
    }
    context.getCounter(ClusterCounters.PAIRS_LINKED).increment(allowed);
    context.getCounter(ClusterCounters.PAIRS_NOT_CONTAINED).increment(others);
    end(column, context);
  }

  private void end(long column, Context context) throws IOException, InterruptedException {
    long kept = linking.end();
    if (kept != column) {
      context.write(NullWritable.get(), line(column, kept, best));
      context.getCounter(ClusterCounters.LINKED_REMOVED).increment(1);
    }
    waiting.drainTo(
        (bytes, length) -> {
          if (kept == column) {
            text.set(bytes, 0, length);
            context.write(NullWritable.get(), text);
          }
        });
  }

  private void set(Partner one, long removed, long kept, ColumnPair link, long itsPlace) {
    int size = link.sizeOf(removed, kept);
    one.set(itsPlace, link.exact(measure), link.similarity(), size, size - link.intersection());
  }

  private Text line(long removed, long kept, Partner one) {
    one.append(line.clear().append(removed).append('\t').append(kept).append("\t\t"));
    return line.toText();
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    waiting.close();
  }
}
